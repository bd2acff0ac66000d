/** The mark of a finding, by its severity: a cross where others may refuse the message, a triangle where it is unusual. */
export const findingShapes = { error: 'no', warning: 'over', info: 'idle' } as const
