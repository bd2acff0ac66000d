import { z } from 'zod'
import { fail, ok } from '../fault.ts'
import type { Result } from '../fault.ts'
import { hiddenLabels } from '../text.ts'
import { inviteClients, inviteWays, type InviteWay } from './client-names.ts'

/** What shows the messages of each way: a link of this protocol. */
export const inviteLinks: Readonly<Record<InviteWay, { readonly protocol: string; readonly title: string }>> = {
  mcp: { protocol: 'switchboard', title: 'Switchboard' },
  chat: { protocol: 'chat', title: 'chat' },
  irc: { protocol: 'scuttlebot', title: 'IRC' },
}

export const wayTitles: Readonly<Record<InviteWay, string>> = {
  mcp: 'Tools of an MCP server',
  chat: 'Commands that write to chat.md',
  irc: 'Commands that write to IRC',
}

const oneLine = z
  .string()
  .max(500)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** What the operator chooses. */
export const inviteChoiceSchema = z
  .object({
    client: z.enum(inviteClients),
    agent: z.string().min(1).max(64),
    way: z.enum(inviteWays),
    /** *Tell me when it needs input*: hooks of the client that report its state. */
    reports: z.boolean(),
    /** *Show its permission requests here*: a hook of the client that brings them to the operator. */
    asks: z.boolean(),
    /** For `irc`: `host:port`, and a channel. */
    server: oneLine.optional(),
    channel: oneLine.optional(),
    /** Removes an invitation instead. */
    isRemoval: z.boolean(),
  })
  .strict()
export type InviteChoice = z.infer<typeof inviteChoiceSchema>

/** An agent that was invited into a workspace. */
export const invitedSchema = z.object({
  agent: z.string(),
  client: z.enum(inviteClients),
  way: z.enum(inviteWays),
  /** When, ms. */
  at: z.number(),
  /** What is left to do in the client, in sentences. */
  next: z.array(z.string()).max(8),
})
export type Invited = z.infer<typeof invitedSchema>

/** The choice, and where it applies. */
export interface InviteRequest extends InviteChoice {
  /** Absolute path of the project folder. */
  readonly workspace: string
  readonly system: 'linux' | 'darwin' | 'win32'
  /** Absolute path of the program that runs `patchbay`, and its first arguments. */
  readonly program: readonly string[]
  readonly operator: string
  /** The data folder, if it is not the default one: halts and resume secrets are there. */
  readonly data?: string | undefined
}

/** One whole file that an invitation changes. */
export interface FileChange {
  /** Below which folder `path` is. */
  readonly root: 'workspace' | 'home'
  /** With `/`, relative to the root. */
  readonly path: string
  /** Its text now; absent: there is no such file. */
  readonly before?: string
  /** Its text afterwards; absent: it is removed, because nothing would be left in it. */
  readonly after?: string
  /** One line: what is added or removed. */
  readonly why: string
}

export interface InvitePlan {
  readonly changes: readonly FileChange[]
  /** What the operator should know before, in sentences. */
  readonly notes: readonly string[]
  /** What is left to do in the client until the agent writes, in sentences. */
  readonly next: readonly string[]
}

/** Checks a choice: the name must be valid on every link, since it also appears in command lines and settings. */
export function checkInvite({ client, agent, way, server, channel, workspace, operator, isRemoval }: InviteRequest): Result<void> {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(agent) || agent.length > 64 || /-to-/.test(agent))
    return fail(
      'invalid',
      'The name can contain only letters a–z, digits, “_” and “-”, starts with a letter or digit, and has no “-to-” in it.',
      {
        field: 'agent',
      },
    )
  if (agent.toLowerCase() === operator.toLowerCase()) return fail('conflict', `${agent} is your own name here.`, { field: 'agent' })
  if (hiddenLabels(workspace, 1).length > 0 || /[\p{Cc}`]/u.test(workspace))
    return fail('invalid', 'The path of the workspace contains characters that cannot be written into settings and command lines safely.')
  if (isRemoval || way !== 'irc') return isRemoval || way === 'mcp' || client !== 'claude-desktop' ? ok(undefined) : noCommands
  if (client === 'claude-desktop') return noCommands
  if (server === undefined || !/^[A-Za-z0-9_.[\]:-]+$/.test(server) || server.startsWith('-'))
    return fail('invalid', 'Give the IRC server as host:port.', { field: 'server' })
  return channel !== undefined && /^[#&][^\s,:'"`\\$]{1,63}$/u.test(channel)
    ? ok(undefined)
    : fail('invalid', 'Give the channel with its “#”.', { field: 'channel' })
}

const noCommands = fail('unsupported', 'Claude Desktop cannot run commands, so it can only be invited over MCP.', { field: 'way' })
