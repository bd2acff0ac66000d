import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import { findAgent } from '../desk/core.ts'
import type { KeptDesk } from '../desk/desk.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { switchboardMethods } from '../pure/api.ts'
import type { SwitchboardMethods } from '../pure/api.ts'
import { clientConfig } from '../pure/client-config.ts'
import { inWorkspace } from '../pure/config.ts'
import { fixedMessage } from '../pure/fix-message.ts'
import { parseMessageFile } from '../pure/message.ts'
import { endStatus } from '../pure/session-end.ts'
import { mailDetail, mailPage } from './message-rows.ts'
import { operatorCaller, previewMail, sendMail } from './operator-mail.ts'
import type { LinkParts } from './running-link.ts'

type Input<M extends keyof SwitchboardMethods> = z.output<SwitchboardMethods[M]['input']>
type Output<M extends keyof SwitchboardMethods> = z.output<SwitchboardMethods[M]['output']>
type Answers = {
  readonly [M in keyof SwitchboardMethods]: (parts: LinkParts, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>>
}

const done = {}

/** What each method of the Inboxes screen does. Looking is always possible; changing only for who keeps the folder. */
const answers: Answers = {
  messages: (parts, input) => mailPage(parts, input),
  message: (parts, { mailbox, id }) => mailDetail(parts, mailbox, id),
  acknowledge: (parts, { mailbox, id, note }) =>
    atDesk(parts, async () => {
      const found = await parts.mailboxes.read(mailbox, id)
      if (!found.ok) return found
      return nothing(await parts.mailboxes.mark(found.value.agent, id, 'acknowledged', parts.context.operator(), note))
    }),
  archive: (parts, { mailbox, id }, { actor }) =>
    atDesk(parts, async () => nothing(await parts.mailboxes.archive(mailbox, id, parts.context.operator(), actor))),
  preview: (parts, input) => atDesk(parts, (desk) => previewMail(parts, desk, input)),
  send: (parts, input) => atDesk(parts, (desk) => sendMail(parts, desk, input)),
  deadLetter: async (parts, { file }) => {
    const letter = parts.mailboxes.deadLetters().find((each) => inWorkspace(parts.config, each.file) === file)
    if (letter === undefined) return fail('not-found', 'This is no dead letter any more. Look at the mailbox again.')
    const { text = '', recipient, fault } = letter
    const fixedText = fixedMessage(letter.file, text, recipient, parts.context.now())
    return ok({ text, fault, ...(fixedText === undefined ? {} : { fixedText }) })
  },
  redeliver: (parts, { file, text }, { actor }) => atDesk(parts, () => redeliver(parts, file, text, actor)),

  registerAgent: (parts, input) =>
    atDesk(parts, async (desk) => {
      const registered = await desk.registerChatAgent(operatorCaller, input)
      if (!registered.ok) return registered
      remember(parts, registered.value.name)
      return ok(done)
    }),
  release: (parts, { name }) => atDesk(parts, async (desk) => nothing(await desk.release(name))),
  unregister: (parts, { name }) => atDesk(parts, async (desk) => nothing(await desk.unregister(operatorCaller, { name }))),
  assignRole: (parts, input) => atDesk(parts, async (desk) => nothing(await desk.assignRole(operatorCaller, input))),
  createTeam: (parts, input) =>
    atDesk(parts, async (desk) => {
      const made = await desk.createTeam(operatorCaller, input)
      return made.ok ? ok({ id: made.value.id }) : made
    }),
  personas: async (parts) => ok({ personas: [...(await parts.readPersonas())] }),

  startWorkflow: (parts, { context: initialContext, ...input }) =>
    atDesk(parts, async (desk) => nothing(await desk.startWorkflow(operatorCaller, { ...input, initialContext }))),
  completePhase: (parts, { artifacts, ...input }) =>
    atDesk(parts, async (desk) =>
      nothing(await desk.completePhase(operatorCaller, { ...input, artifacts: artifacts.map((path) => ({ path })) })),
    ),
  stopWorkflow: (parts, input) => atDesk(parts, async (desk) => nothing(await desk.stopWorkflow(operatorCaller, input))),

  serverOn: async (parts) => remembered(parts, await parts.keeping.serverOn()),
  serverOff: async (parts) => remembered(parts, await parts.keeping.serverOff()),
  disconnect: async ({ keeping }, { session }) =>
    keeping.served?.server.disconnect(session) === true ? ok(done) : fail('not-found', 'This client is not connected any more.'),
  config: async (parts, { client, agent }) => {
    const name = checkAgentName(agent, 'The agent’s name')
    if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'agent' } }
    return ok(clientConfig(client, startCommand(parts, name.value)))
  },
  token: async ({ keeping }) =>
    keeping.served === undefined
      ? fail('unavailable', 'The MCP server is off, so there is no token.')
      : ok({ token: keeping.served.token }),

  startShell: (parts, { name, purpose }, call) => atDesk(parts, (desk) => startShell(parts, desk, name, purpose, call)),
  terminal: async ({ shells }, { name }) => ok(shells.show(name)),
  terminalInput: async ({ shells }, { name, text }, call) => nothing(await shells.type(name, text, call)),
  closeShell: async (parts, { name }) => {
    const closed = await parts.shells.close(name)
    if (closed.ok) await parts.keeping.desk?.setStatus(operatorCaller, { name, status: endStatus.stopped })
    parts.save()
    return nothing(closed)
  },
}

/** Answers a method of the screen; `input` has passed its schema. */
export async function answerCall(parts: LinkParts, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
  if (!isMethod(method)) return fail('invalid', `The Switchboard has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method] as (parts: LinkParts, input: unknown, call: LinkCall) => Promise<Result<unknown>>
  return answer(parts, input, call)
}

/** Why nothing can be changed now; undefined when it can. */
export function whyNot({ keeping }: Pick<LinkParts, 'keeping'>): Fault | undefined {
  const { exists, readOnly } = keeping.state
  if (keeping.desk !== undefined) return undefined
  if (readOnly !== undefined) return readOnly
  return exists
    ? { code: 'unavailable', message: 'This Switchboard is being opened. Try again in a moment.' }
    : { code: 'not-found', message: 'There is no .switchboard folder here yet. Switch the MCP server on in Inboxes; that makes it.' }
}

async function atDesk<T>(parts: LinkParts, work: (desk: KeptDesk) => Promise<Result<T>>): Promise<Result<T>> {
  const { desk } = parts.keeping
  const fault = whyNot(parts)
  return desk === undefined || fault !== undefined
    ? { ok: false, fault: fault ?? { code: 'unavailable', message: 'Nothing can be changed here now.' } }
    : work(desk)
}

async function redeliver(parts: LinkParts, file: string, text: string, actor: Actor): Promise<Result<Output<'redeliver'>>> {
  const letter = parts.mailboxes.deadLetters().find((each) => inWorkspace(parts.config, each.file) === file)
  if (letter === undefined) return fail('not-found', 'This is no dead letter any more. Look at the mailbox again.')
  const message = parseMessageFile(file.slice(file.lastIndexOf('/') + 1), text)
  if (!message.ok) return { ok: false, fault: { ...message.fault, field: 'text' } }
  const delivered = await parts.mailboxes.redeliver(letter.file, text, actor)
  return delivered.ok ? ok({ id: message.value.id, file: inWorkspace(parts.config, delivered.value.file) }) : delivered
}

/** The terminal is registered with the shell's process when nobody has registered it before. */
async function startShell(
  parts: LinkParts,
  desk: KeptDesk,
  given: string,
  purpose: string | undefined,
  call: LinkCall,
): Promise<Result<Output<'startShell'>>> {
  const checked = checkAgentName(given)
  if (!checked.ok) return { ok: false, fault: { ...checked.fault, field: 'name' } }
  await parts.state.read()
  const found = findAgent(parts.state.state, given)
  if (found?.kind === 'chat') return fail('conflict', `“${found.name}” is a chat agent, no terminal.`, { field: 'name' })
  const name = found?.name ?? given
  const started = await parts.shells.start(name, call)
  if (!started.ok || found !== undefined) {
    if (started.ok && found !== undefined) await desk.setStatus(operatorCaller, { name, status: 'active' })
    if (started.ok) parts.save()
    return started
  }
  const registered = await desk.registerTerminal(operatorCaller, {
    name,
    pid: started.value.pid ?? 1,
    purpose: purpose ?? 'a shell of Patchbay',
  })
  if (!registered.ok) {
    await parts.shells.close(name)
    return registered
  }
  remember(parts, registered.value.name)
  return started
}

function remember(parts: LinkParts, name: string): void {
  parts.registered.add(nameKey(name))
  parts.save()
}

function remembered(parts: LinkParts, result: Result<void>): Result<typeof done> {
  parts.save()
  return nothing(result)
}

function nothing(result: Result<unknown>): Result<typeof done> {
  return result.ok ? ok(done) : result
}

function isMethod(method: string): method is keyof SwitchboardMethods {
  return Object.hasOwn(switchboardMethods, method)
}

/** How a client of this machine starts `patchbay mcp`: by the file of this installation, or by name where that is packed away. */
function startCommand({ root, context }: LinkParts, agent: string): { readonly command: string; readonly args: readonly string[] } {
  const bin = fileURLToPath(new URL('../../../../bin/patchbay.mjs', import.meta.url))
  const operator = context.operator() === 'operator' ? [] : ['--operator', context.operator()]
  const args = ['mcp', '--workspace', root, '--agent', agent, ...operator]
  return existsSync(bin) ? { command: 'node', args: [bin, ...args] } : { command: 'patchbay', args }
}
