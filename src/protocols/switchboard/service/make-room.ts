import { ok } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import { endStatus } from '../pure/session-end.ts'
import { serviceLimits, withEntry } from './core.ts'
import type { ServiceCore } from './core.ts'
import { isKept } from './registered.ts'

const ended: ReadonlySet<string> = new Set(Object.values(endStatus))

/**
 * Forgets the names that were away longest, so that new agents find a place. Anybody could have taken them, because their sessions ended more than a minute ago.
 * Names with a role or a standing approval, those of the operator, and what other programs wrote stay; so does all mail.
 * @param wanted the name that needs the room.
 * @returns whether there is more of it now.
 */
export async function makeRoom(core: ServiceCore, wanted: string): Promise<boolean> {
  const { ports, holds } = core
  const state = await ports.state.read()
  if (!state.ok) return false
  const { chatAgents, terminals } = state.value
  const registered = ports.registrations.all()
  const names = new Set(registered.map(({ name }) => nameKey(name)))
  const isFree = (name: string): boolean => nameKey(name) !== nameKey(wanted) && holds.of(name) === undefined
  const free = registered.filter((each) => each.hash !== undefined && !isKept(core, each) && isFree(each.name))
  const left = [...chatAgents, ...terminals].flatMap(([name, { status = '' }]) =>
    ended.has(status) && !names.has(nameKey(name)) && isFree(name) ? [name] : [],
  )
  const seen = (name: string): string => String((chatAgents.get(name) ?? terminals.get(name))?.lastSeen ?? '')
  const gone = [...left, ...free.map(({ name }) => name)]
    .toSorted((a, b) => (seen(a) < seen(b) ? -1 : seen(a) > seen(b) ? 1 : 0))
    .slice(0, serviceLimits.madeRoom)
  if (gone.length === 0) return false
  const written = await ports.state.update((now) => {
    let next = now
    for (const name of gone)
      next = { ...next, chatAgents: withEntry(next.chatAgents, name, undefined), terminals: withEntry(next.terminals, name, undefined) }
    return ok(next)
  })
  if (!written.ok) ports.log('names that are away could not be forgotten', { fault: written.fault })
  else for (const each of free.filter(({ name }) => gone.includes(name))) await ports.registrations.end(each)
  return written.ok
}
