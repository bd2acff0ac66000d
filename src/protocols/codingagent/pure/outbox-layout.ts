/** The lines that begin the four sections (specification: Section Markers). */
export const sectionMarkers = ['=== HEADER ===', '=== PROTOCOL ===', '=== CONTEXT ===', '=== PROMPT ==='] as const
/** The prompt from the second outbox on (specification: PROMPT Section). */
export const continuePrompt =
  'Continue working on the task based on the results above. If the task is complete, send [DONE] with a summary.'
