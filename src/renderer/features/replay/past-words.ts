/** Where a view or a value has nothing of the moment that is looked at. */
export const notRecordedThen = 'Not recorded then.'
/** Why an act is closed. */
export const nothingDone = 'You are looking at the past. Nothing is done there: go back to now first.'
