import type { ConsoleLine } from '../pure/api.ts'

const mostLines = 2_000
const mostChars = 2_000
const shortestSecret = 4

/** The last lines of a connection, without secrets. */
export interface ConsoleLog {
  /** Keeps a line, masked. @returns what it keeps. */
  add(way: ConsoleLine['way'], text: string): string
  /** The newest lines before a number, oldest first. */
  page(before: number | undefined, limit: number): { readonly lines: ConsoleLine[]; readonly hasBefore: boolean }
}

/** A console that keeps the last 2,000 lines. Masks `secrets` wherever they occur, and the arguments of commands that carry one. */
export function consoleLog(now: () => number, secrets: () => Iterable<string>): ConsoleLog {
  const lines: ConsoleLine[] = []
  let count = 0
  return {
    add(way, text) {
      const masked = maskSecrets(text, secrets()).slice(0, mostChars)
      lines.push({ seq: ++count, at: now(), way, text: masked })
      if (lines.length >= mostLines * 2) lines.splice(0, lines.length - mostLines)
      return masked
    },
    page(before = Number.POSITIVE_INFINITY, limit) {
      const kept = lines.slice(-mostLines)
      const all = kept.filter((line) => line.seq < before)
      const page = all.slice(-limit)
      return { lines: page, hasBefore: page.length < all.length }
    },
  }
}

const mask = '••••••'
/** Most lines have none of the commands below, so one look replaces three. */
const mayCarry = /PASS|OPER|^AUTHENTICATE|^(?:PRIVMSG|NOTICE|SQUERY) +\S*serv/i

/** Masks the arguments of PASS, AUTHENTICATE, OPER and identification with services, and the secrets themselves. */
export function maskSecrets(line: string, secrets: Iterable<string>): string {
  let masked = !mayCarry.test(line)
    ? line
    : line
        .replace(/^((?:@\S+ )?(?::\S+ )?(?:PASS|OPER(?: +\S+)?)) +.+$/i, `$1 ${mask}`)
        .replace(/^(AUTHENTICATE) +(?!PLAIN$|EXTERNAL$|\+$|\*$).+$/i, `$1 ${mask}`)
        .replace(/^((?:PRIVMSG|NOTICE|SQUERY) +\S*serv\S* +:?(?:identify|register|ghost|recover|set password)\b).*$/i, `$1 ${mask}`)
  for (const secret of secrets) if (secret.length >= shortestSecret) masked = masked.replaceAll(secret, mask)
  return masked
}
