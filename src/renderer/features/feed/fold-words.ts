import type { Event } from '../../../core/event.ts'
import { count } from '../../ui/time.ts'

/** Number of kinds of lines that are named before the rest is only counted, and the length of such a name. */
const shown = 4
const nameChars = 40

interface FoldWords {
  /** What one of the lines is: `tool line`. */
  readonly noun: string
  /** Count of each kind: `edit ×6 · read ×3`. */
  readonly parts: string
  /** Who wrote them, each once. */
  readonly names: readonly string[]
}

/** The words for folded chatter. */
export function foldWords(events: readonly Event[]): FoldWords {
  const names = new Set<string>()
  const numbers = new Map<string, number>()
  let noun = 'line'
  for (const { body } of events) {
    if (body.kind !== 'notice') continue
    noun = body.tone === 'tool' ? 'tool line' : body.tone === 'presence' ? 'presence line' : 'notice'
    names.add(body.from)
    const what = (body.tool ?? (body.tone === 'presence' ? comingWord(body.text) : '')).slice(0, nameChars)
    if (what !== '') numbers.set(what, (numbers.get(what) ?? 0) + 1)
  }
  const ordered = [...numbers].toSorted(([, a], [, b]) => b - a)
  const parts = ordered.slice(0, shown).map(([what, number]) => `${what} ×${count(number)}`)
  if (ordered.length > shown) parts.push(`${ordered.length - shown} more kinds`)
  return { noun, parts: parts.join(' · '), names: [...names] }
}

/** `left: ping timeout` → `left`, `is now bob` → `is now`. */
function comingWord(text: string): string {
  return /^[^\s:]+(?: [^\s:]+)?/u.exec(text)?.[0] ?? ''
}
