import { haltWords, noPlan } from '../../../core/halt.ts'
import type { HaltOrder, HaltPlan } from '../../../core/halt.ts'
import { limits } from '../../../core/limits.ts'
import { formatDraft } from './format.ts'
import { isChatName } from './header.ts'

/** One line to everyone who spoke within a day, as observers; more lines if they are more than a header can name. */
export function haltLines(order: HaltOrder, place: string): HaltPlan {
  const names = [...new Set(order.agents ?? order.seen)].filter((name) => isChatName(name) && name !== order.operator)
  const groups = Array.from({ length: Math.max(1, Math.ceil(names.length / limits.observers)) }, (_, group) =>
    names.slice(group * limits.observers, (group + 1) * limits.observers),
  )
  const text = haltWords(order, `wait. RESUME ${order.id} comes here.`)
  const says = groups.flatMap((group, index) => {
    // A halt of some agents is for them, and they are asked by name.
    const [first = 'all', ...rest] = order.agents === undefined ? ['all', ...group] : group
    const line = formatDraft({ from: order.operator, to: [first], observers: rest, text })
    return line.ok ? [{ key: `line ${index}`, place, wire: line.value.wire }] : []
  })
  return { ...noPlan, says, hears: names, cannot: { names, ...(names.length > 0 && { why: 'they only read it' }) } }
}
