/** The task in one line. */
export function firstLine(task: string): string {
  return task.trim().split('\n', 1)[0] ?? ''
}
