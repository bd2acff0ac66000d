import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import type { Recovery } from '../../../core/protocol.ts'
import { heldExecuteSchema, registeredSchema } from '../pure/registration.ts'
import type { RunningLink } from './running-link.ts'

/** Messages remembered across restarts. Older ones may be reported again, which the journal drops as duplicates. */
export const mostSaved = 20_000

const name = z.string().max(limits.nameChars)

/** The saved state of a Switchboard link. Any other shape is discarded: everything is reported again with the same identities. */
const savedSchema = z.object({
  v: z.literal(1),
  /** The operator’s choice; absent: on as soon as `.switchboard/` exists. */
  server: z.enum(['on', 'off']).optional(),
  /** Archived files unchanged since this time were reported by an earlier run, ms. */
  archiveSince: z.number().optional(),
  /** Terminals with a shell started by the operator. */
  shells: z.array(name).max(256).default([]),
  /** Agents registered by the operator. */
  registered: z.array(name).max(limits.agentsListed).default([]),
  /** Commands that wait for approval, or whose result has not been delivered. */
  held: z.array(heldExecuteSchema).max(1_000).default([]),
  /** Which agent holds which name. */
  registrations: z.array(registeredSchema).max(limits.agentsListed).default([]),
  /** Reported messages: mailbox and id, hash of the text, first letters of the reported stages, and whether one of our sessions proved the sender. */
  mail: z
    .array(z.tuple([z.string(), z.string(), z.string(), z.boolean()]))
    .max(mostSaved)
    .default([]),
  /** Reported agents: name and kind, identity and hash of the newest event. */
  agents: z
    .array(z.tuple([z.string(), z.string(), z.string()]))
    .max(3 * limits.agentsListed)
    .default([]),
})
export type Saved = z.infer<typeof savedSchema>

/** Reads the saved state; anything invalid is an empty state. */
export function readSaved(saved: unknown): Saved {
  const parsed = savedSchema.safeParse(saved)
  return parsed.success ? parsed.data : { v: 1, shells: [], registered: [], registrations: [], held: [], mail: [], agents: [] }
}

/** The state to save. */
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

/** See `Protocol.recover`. Names, shells and commands belong to this machine and its operator, and a backup must not turn on a server. */
export function recoverSwitchboard(saved: unknown, { isWhole }: Recovery): Saved {
  const { archiveSince, server, mail, agents } = readSaved(saved)
  const nothing = readSaved(undefined)
  const told = isWhole ? { mail, agents, ...(archiveSince !== undefined && { archiveSince }) } : {}
  return { ...nothing, ...told, ...(server === 'off' && { server }) }
}
