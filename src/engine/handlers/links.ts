import type { HandlersOf } from '../../api/server.ts'
import { fail, ok } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

/** Links, and web addresses named in messages. */
export function linkHandlers({ services, rooms, gate, grants }: EngineContext): HandlersOf<'links'> {
  return {
    'links.visit': async ({ url }) => {
      const parsed = URL.canParse(url) ? new URL(url) : undefined
      if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:'))
        return fail('not-allowed', 'Only http and https addresses can be opened.', { field: 'url' })
      const open = services.shell.openExternal
      if (open === undefined) return fail('unsupported', 'This shell cannot open a browser; the page opens the address instead.')
      const visited = await gate.perform(
        {
          actor: { kind: 'operator', name: 'operator' },
          effect: { kind: 'open', target: parsed.href, exact: parsed.href },
          question: `Open ${parsed.host}?`,
          confirmed: true, // the screen has just shown the host and asked
        },
        (permit) => open(permit, parsed.href),
      )
      return visited.ok ? ok({}) : visited
    },
    'links.add': async ({ workspace, protocol, name, config }) => {
      const room = rooms.get(workspace)
      return room.ok ? room.value.links.add(protocol, name, config) : room
    },
    'links.update': async ({ link, name, config }) => {
      const room = rooms.ofLink(link)
      return room.ok ? room.value.links.update(link, name, config) : room
    },
    'links.remove': async ({ link }) => {
      const room = rooms.ofLink(link)
      if (!room.ok) return room
      const removed = await room.value.links.remove(link, () => grants.forget(link))
      return removed.ok ? ok({}) : removed
    },
    'links.enable': async ({ link, enabled }) => {
      const room = rooms.ofLink(link)
      return room.ok ? room.value.links.enable(link, enabled) : room
    },
    'links.test': async ({ workspace, protocol, config, link }) => {
      const room = rooms.get(workspace)
      return room.ok ? room.value.links.test(protocol, config, link) : room
    },
    'links.call': async ({ link, method, input }) => {
      const room = rooms.ofLink(link)
      if (!room.ok) return room
      const answer = await room.value.links.call(link, method, input)
      return answer.ok ? ok({ output: answer.value }) : answer
    },
    'links.act': async ({ link, act }) => {
      const room = rooms.ofLink(link)
      return room.ok ? room.value.links.act(link, act, room.value.workspace().operator) : room
    },
  }
}
