import { haltData, hasName, haltWords, noPlan } from '../../../core/halt.ts'
import type { HaltOrder, HaltPart, HaltPlan } from '../../../core/halt.ts'
import { cannotForce } from '../../../core/halt-bounds.ts'
import { limits } from '../../../core/limits.ts'
import { checkAgentName } from './agent-name.ts'
import type { SwitchboardState } from './state-file.ts'
import { formatDraft } from './wire.ts'

/** What is going on here besides the files. */
export interface HaltedHere {
  /** Names of connected sessions; those without a name are `undefined`. */
  readonly sessions: readonly (string | undefined)[]
  /** Terminals whose shell runs, with its process. */
  readonly shells: readonly { readonly name: string; readonly pid: number }[]
}

/** Tool calls are refused, shells end, workflows are held where they are, and every agent finds one file in its mailbox. */
export function haltMail(order: HaltOrder, state: SwitchboardState, here: HaltedHere): HaltPlan {
  const isMeant = (name: string | undefined): boolean => order.agents === undefined || (name !== undefined && hasName(order.agents, name))
  const registered = [...state.chatAgents.keys()]
  // Agents that only use files may never have registered.
  const known = [...registered, ...order.seen.filter((name) => !hasName(registered, name) && checkAgentName(name, 'The agent').ok)]
  const names = known.filter((name) => isMeant(name) && !hasName([order.operator, ...state.terminals.keys()], name))
  const mail = names.flatMap((name) => {
    const file = formatDraft(
      { from: order.operator, to: [name], observers: [], label: 'status_update', data: haltData(order), text: haltWords(order) },
      { id: order.messageId(name), at: order.at },
    )
    return file.ok ? [{ name, text: { key: `inbox/${name}`, place: `inbox/${name}`, wire: file.value.wire } }] : []
  })
  const sent = mail.slice(0, limits.haltParts)
  const hears = sent.map(({ name }) => name)
  const isConnected = (name: string): boolean => here.sessions.some((session) => session !== undefined && hasName([session], name))
  const inFiles = names.filter((name) => !isConnected(name))
  const untold = new Set(names)
  for (const name of hears) untold.delete(name)
  const more = mail.length - sent.length
  const without = names.length - mail.length
  const why = [
    ...(inFiles.length > 0 ? ['they read and write the files themselves'] : []),
    ...(more > 0
      ? [`${more} of them ${more === 1 ? 'is' : 'are'} told nothing, since there are more than ${limits.haltParts} mailboxes`]
      : []),
    ...(without > 0 ? [`${without} of them cannot have a mailbox`] : []),
  ]
  return {
    ...noPlan,
    says: sent.map(({ text }) => text),
    hears,
    cannot: cannotForce(
      names.filter((name) => untold.has(name) || inFiles.includes(name)),
      why,
    ),
    ends:
      order.agents !== undefined
        ? []
        : here.shells.map(({ name, pid }) => ({ key: `shell ${name}`, what: `${name}, pid ${pid}`, note: 'TERM, after 5 s KILL' })),
    refuses: [...sessionsRefused(here.sessions.filter(isMeant)), ...workflowsHeld(state)],
  }
}

function sessionsRefused(sessions: readonly unknown[]): HaltPart[] {
  if (sessions.length === 0) return []
  return [{ key: 'tools', what: sessions.length === 1 ? '1 client' : `${sessions.length} clients`, note: 'every tool call but reading' }]
}

function workflowsHeld({ session, chatAgents, terminals }: SwitchboardState): HaltPart[] {
  const all = [session, ...chatAgents.values(), ...terminals.values()]
  return all.flatMap(({ workflowRun }) =>
    workflowRun === undefined || workflowRun === null
      ? []
      : [{ key: `workflow ${workflowRun.id}`, what: `${workflowRun.name}, phase ${workflowRun.phase}`, note: 'held, not stopped' }],
  )
}
