import type { FlowLife } from '../flow.ts'
import { limits } from '../limits.ts'

/** A life line of these parts, oldest first: those that continue each other are one; of very many, the newest. */
export function joinLife(parts: readonly FlowLife[]): FlowLife[] {
  const all: FlowLife[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last !== undefined && last.life === part.life && part.from <= last.to + 1)
      all[all.length - 1] = { ...last, to: Math.max(last.to, part.to) }
    else all.push(part)
  }
  return all.slice(-limits.flowSpans)
}
