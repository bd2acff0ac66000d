/** States that an agent can report. */
export const reportedStates = ['running', 'waiting', 'idle'] as const
export type ReportedState = (typeof reportedStates)[number]
