import { fail, ok, type Result } from '../fault.ts'
import { caseLineSchema, caseVersion, type CaseLine } from './lines.ts'

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export type Sha256 = (text: string) => string

/** Hash before the first line. */
export const firstHash = '0'.repeat(64)

const tail = /,"hash":"(?<hash>[0-9a-f]{64})"\}$/

/** The text of a line of a case with its hash: SHA-256 of the hash before and of the line as it is without its own. */
export function chained(line: CaseLine, before: string, sha256: Sha256): { readonly text: string; readonly hash: string } {
  const bare = bareText(line)
  const hash = sha256(before + bare)
  return { text: `${bare.slice(0, -1)},"hash":"${hash}"}`, hash }
}

/** A line as text: `<` cannot end a block of a page or begin an element, and the two separators cannot end a line. */
function bareText(line: unknown): string {
  return JSON.stringify(line)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

/** What a case says when each line has the hash that it must have. */
export interface VerifiedCase {
  readonly lines: readonly CaseLine[]
  /** Hash of the last line: equal hashes, equal cases. */
  readonly hash: string
}

/**
 * Verifies the lines of a case.
 * @returns what it says; or a fault that names the first line that was changed, added, removed or moved.
 */
export function verifyLines(text: string, sha256: Sha256): Result<VerifiedCase> {
  const lines: CaseLine[] = []
  let before = firstHash
  let number = 0
  for (const row of rowsOf(text)) {
    const isFirst = ++number === 1
    const at = `Line ${number}`
    const hash = tail.exec(row)?.groups?.['hash']
    if (hash === undefined) return fail('invalid', isFirst ? 'This is not a case.' : `${at} has no hash: it was changed.`)
    const bare = row.replace(tail, '}')
    const wanted = sha256(before + bare)
    if (hash !== wanted)
      return fail('invalid', `${at} was changed, or a line before it was added, removed or moved: its hash does not match.`)
    const read = caseLineSchema.safeParse(parsed(bare))
    if (!read.success) return fail('invalid', `${at} cannot be read.`)
    if (isFirst !== (read.data.type === 'patchbay-case'))
      return fail('invalid', isFirst ? 'This is not a case.' : `${at} begins another case.`)
    if (read.data.type === 'patchbay-case' && read.data.version > caseVersion)
      return fail('invalid', `A later Patchbay (${read.data.patchbay}) wrote this case. Verify it with that one.`)
    if (lines.at(-1)?.type === 'end') return fail('invalid', `${at} comes after the end.`)
    lines.push(read.data)
    before = hash
  }
  const last = lines.at(-1)
  if (last?.type !== 'end') return fail('invalid', `The case was cut off after line ${lines.length}.`)
  // The line feed is a part of the line, too.
  if (!text.endsWith('\n')) return fail('invalid', `Line ${number} was changed: it has no end.`)
  const events = lines.filter(({ type }) => type === 'event').length
  if (last.events !== events) return fail('invalid', `The last line counts ${last.events} events, and there are ${events}.`)
  return ok({ lines, hash: before })
}

/** The lines without their ends, one at a time: a file can have more of them than a list can. */
function* rowsOf(text: string): Generator<string> {
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  for (let from = 0; from <= end;) {
    const next = text.indexOf('\n', from)
    const to = next < 0 ? end : next
    yield text.slice(from, to)
    from = to + 1
  }
}

/** The value of a line; undefined: it is no JSON, or has another spelling than `bareText`, in which a page or another reader could see something else. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return bareText(value) === text ? value : undefined
  } catch {
    return undefined
  }
}
