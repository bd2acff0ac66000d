import type { NewEvent } from '../src/core/event.ts'

const words =
  'the a fix parser test review done please check line file message agent run build broken pass merge branch commit error log trace query index page feed tail offset marker engine journal'.split(
    ' ',
  )
const names = ['coder', 'reviewer', 'tester', 'planner', 'docs', 'ops', 'lead', 'qa-bot']

/** A generator of repeatable numbers in [0, n). */
export function seeded(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Events as the chat link creates them: `size` messages of 8–32 words starting at line `first`, always the same for the same `first`. */
export function chatLikeEvents(first: number, size: number): NewEvent[] {
  const random = seeded(first + 1)
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? ''
  return Array.from({ length: size }, (_, index) => {
    const line = first + index
    const from = pick(names)
    const to = pick(names)
    const text = Array.from({ length: 8 + random(25) }, () => pick(words)).join(' ')
    const observers = random(3) === 0 ? [pick(names)] : []
    return {
      wireId: `1:${line}:${random(2 ** 31).toString(16)}`,
      raw: { text: `[${from}-to-${to}]: ${text}`, anchor: { label: `chat.md:${line}`, path: '.workplace/chat.md', line } },
      body: { kind: 'message', conversation: [from, to].toSorted().join('⇄'), from, to: [to], observers, text },
    }
  })
}
