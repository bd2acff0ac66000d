import type { Finding, LineEdit } from '../../../core/lint.ts'
import { lintReply } from './lint.ts'

/** A reply as it was probably meant, and what was fixed. */
export interface Repair {
  readonly text: string
  /** The findings whose own edits were made, in order; lines are those of the text at that time. */
  readonly mended: readonly Finding[]
}

/** One fix can reveal another: a block that was in a list is indented. */
const mostPasses = 8

/**
 * Fixes a reply with the edits of its lint findings and nothing else: every byte outside the lines that they name stays. The result is a text to be parsed
 * again, not a plan. Linear in the text.
 */
export function repairReply(text: string): Repair {
  const mended: Finding[] = []
  let now = text
  for (let pass = 0; pass < mostPasses; pass++) {
    const all = lintReply(now).filter(({ edits = [] }) => edits.length > 0)
    // Which lines form a body is known when the tags are correct.
    const found = all.some(isAboutTags) ? all.filter(isAboutTags) : all
    const edits = apart(found.flatMap(({ edits: own = [] }) => own))
    const next = withEdits(now, edits)
    if (next === now) break
    mended.push(...found.filter(({ edits: own = [] }) => own.some((edit) => edits.includes(edit))))
    now = next
  }
  return { text: now, mended }
}

function isAboutTags({ rule }: Finding): boolean {
  return rule !== 'CA018' && rule !== 'CA019'
}

/** Edits by line; the first of those that overlap. */
function apart(edits: readonly LineEdit[]): LineEdit[] {
  const kept: LineEdit[] = []
  for (const edit of edits.toSorted((a, b) => a.line - b.line)) if (edit.line > (kept.at(-1)?.lastLine ?? 0)) kept.push(edit)
  return kept
}

/** A text with lines replaced: new lines end like the first one they replace, and the last keeps its own line end. */
export function withEdits(text: string, edits: readonly LineEdit[]): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? []
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(...lines.slice(at, edit.line - 1))
    at = Math.min(edit.lastLine, lines.length)
    const first = endOf(lines[edit.line - 1] ?? '')
    const last = endOf(lines[at - 1] ?? '')
    edit.lines.forEach((line, index) => parts.push(line + (index === edit.lines.length - 1 ? last : first === '' ? '\n' : first)))
  }
  return [...parts, ...lines.slice(at)].join('')
}

function endOf(line: string): string {
  return /\r?\n$/u.exec(line)?.[0] ?? ''
}
