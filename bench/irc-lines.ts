export const nicks = ['coder', 'reviewer', 'tester', 'planner'] as const

/** What an agent says in line `number`: of ten lines, six are chat, three are task envelopes, one is a tool use. */
export function lineOf(number: number, nick: string): string {
  if (number % 10 < 6) return `message ${number} about the parser, the build and what broke it: ${'word '.repeat((number % 12) + 2)}`
  if (number % 10 === 9) return `› go test ./internal/part${number}`
  const id = `01HX9Z${number.toString(36).toUpperCase().padStart(20, '0')}`
  const payload = { task_id: `01HX9Y${String(number % 500).padStart(20, '0')}`, status: ['in_progress', 'review', 'waiting'][number % 3] }
  return JSON.stringify({ v: 1, type: 'task.update', id, from: nick, ts: 1_712_000_000_000 + number, payload })
}
