import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import type { Recovery } from '../../../core/protocol.ts'
import { heldExecuteSchema, registeredSchema } from '../pure/registration.ts'
import type { RunningLink } from './running-link.ts'

/** Messages that are remembered over a restart; of older ones a restart may tell again what is stored already, which changes nothing. */
export const mostSaved = 20_000

const name = z.string().max(limits.nameChars)

/** What a Switchboard link saves. Another shape is no state: everything is told anew under the same identities. */
const savedSchema = z.object({
  v: z.literal(1),
  /** What the operator chose; absent: on as soon as there is a `.switchboard/`. */
  server: z.enum(['on', 'off']).optional(),
  /** Archived files that did not change since were told by an earlier run, ms. */
  archiveSince: z.number().optional(),
  /** Terminals that the operator started a shell for. */
  shells: z.array(name).max(256).default([]),
  /** Agents that the operator registered. */
  registered: z.array(name).max(limits.agentsListed).default([]),
  /** Executes that wait for the operator, or whose result was not delivered yet. */
  held: z.array(heldExecuteSchema).max(1_000).default([]),
  /** Who has which name. */
  registrations: z.array(registeredSchema).max(limits.agentsListed).default([]),
  /** Messages that were told: mailbox and id, hash of the text, told stages by their first letters, and whether a session of ours proved the sender. */
  mail: z
    .array(z.tuple([z.string(), z.string(), z.string(), z.boolean()]))
    .max(mostSaved)
    .default([]),
  /** What was told of agents: name and kind, identity and hash of the newest event. */
  agents: z
    .array(z.tuple([z.string(), z.string(), z.string()]))
    .max(3 * limits.agentsListed)
    .default([]),
})
export type Saved = z.infer<typeof savedSchema>

/** Reads what was saved; anything else is an empty beginning. */
export function readSaved(saved: unknown): Saved {
  const parsed = savedSchema.safeParse(saved)
  return parsed.success ? parsed.data : { v: 1, shells: [], registered: [], registrations: [], held: [], mail: [], agents: [] }
}

/** What a link saves now. */
export function savedOf(
  { keeping, shells, journal, registered }: RunningLink,
  {
    archiveSince,
    registrations,
    held,
    agents,
  }: { readonly archiveSince: number | undefined } & Pick<Saved, 'registrations' | 'held' | 'agents'>,
): Saved {
  return {
    v: 1,
    ...(keeping.wanted === undefined ? {} : { server: keeping.wanted }),
    ...(archiveSince === undefined ? {} : { archiveSince }),
    shells: shells.names().slice(0, 256),
    registered: [...registered].slice(-2_000),
    registrations,
    held,
    mail: journal.saved(),
    agents,
  }
}

/** See `Protocol.recover`. Names, shells and executes are given by this machine and its operator, and a server is not turned on by a backup. */
export function recoverSwitchboard(saved: unknown, { isWhole }: Recovery): Saved {
  const { archiveSince, server, mail, agents } = readSaved(saved)
  const nothing = readSaved(undefined)
  const told = isWhole ? { mail, agents, ...(archiveSince !== undefined && { archiveSince }) } : {}
  return { ...nothing, ...told, ...(server === 'off' && { server }) }
}
