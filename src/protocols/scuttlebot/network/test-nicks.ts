import { keyOf } from '../pure/agents.ts'
import type { Address } from '../irc/transport.ts'

/** How long lines about a test connection may come after it was closed. */
const lateMs = 10_000

/** Nicks of test connections by server, with the number of those open or closed just now. */
const nicks = new Map<string, number>()

/**
 * Notes the nick of a test connection before it joins channels, where the link of the same server sees it come and go: it is neither an agent nor a person.
 * @returns to be called when the connection is closed.
 */
export function noteTestNick(address: Address, nick: string): () => void {
  const key = keyAt(address, nick)
  nicks.set(key, (nicks.get(key) ?? 0) + 1)
  const forget = (): void => {
    const left = (nicks.get(key) ?? 1) - 1
    if (left === 0) nicks.delete(key)
    else nicks.set(key, left)
  }
  return () => void setTimeout(forget, lateMs).unref()
}

/** Whether a nick on a server is that of a test connection of ours. */
export function isTestNick(address: Address, nick: string): boolean {
  return nicks.has(keyAt(address, nick))
}

function keyAt({ host, port }: Address, nick: string): string {
  return `${host}:${port} ${keyOf(nick)}`
}
