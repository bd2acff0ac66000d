import type { z } from 'zod'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import { findAgent } from '../service/core.ts'
import type { KeeperService } from '../service/service.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { switchboardMethods } from '../pure/api.ts'
import type { SwitchboardMethods } from '../pure/api.ts'
import { inWorkspace } from '../pure/config.ts'
import { fixedMessage } from '../pure/fix-message.ts'
import { parseMessageFile } from '../pure/message.ts'
import { endStatus } from '../pure/session-end.ts'
import { mailDetail, mailPage } from './message-rows.ts'
import { operatorCaller, previewMail, sendMail } from './operator-mail.ts'
import { deleted } from './status.ts'
import type { RunningLink } from './running-link.ts'

type Input<M extends keyof SwitchboardMethods> = z.output<SwitchboardMethods[M]['input']>
type Output<M extends keyof SwitchboardMethods> = z.output<SwitchboardMethods[M]['output']>
type Answers = {
  readonly [M in keyof SwitchboardMethods]: (link: RunningLink, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>>
}

const done = {}

/** What each method of the Inboxes screen does. Viewing is always possible; only the keeper of the folder can change anything. */
const answers: Answers = {
  messages: (link, input) => mailPage(link, input),
  message: (link, { mailbox, id }) => mailDetail(link, mailbox, id),
  acknowledge: (link, { mailbox, id, note }) =>
    withService(link, async () => {
      const found = await link.mailboxes.read(mailbox, id)
      if (!found.ok) return found
      return nothing(await link.mailboxes.mark(found.value.agent, id, 'acknowledged', link.context.operator(), note))
    }),
  archive: (link, { mailbox, id }, { actor }) =>
    withService(link, async () => {
      link.proofs.addArchived(mailbox, id)
      return nothing(await link.mailboxes.archive(mailbox, id, link.context.operator(), actor))
    }),
  preview: (link, input) => withService(link, (service) => previewMail(link, service, input)),
  send: (link, input) => withService(link, (service) => sendMail(link, service, input)),
  deadLetter: async (link, { file }) => {
    const letter = link.mailboxes.deadLetters().find((each) => inWorkspace(link.config, each.file) === file)
    if (letter === undefined) return fail('not-found', 'This is no longer a dead letter. Reload the mailbox.')
    const { text = '', recipient, fault } = letter
    const fixedText = fixedMessage(letter.file, text, recipient, link.context.now())
    return ok({ text, fault, ...(fixedText === undefined ? {} : { fixedText }) })
  },
  redeliver: (link, { file, text }, { actor }) => withService(link, () => redeliver(link, file, text, actor)),

  registerAgent: (link, input) =>
    withService(link, async (service) => {
      const registered = await service.registerChatAgent(operatorCaller, input)
      if (!registered.ok) return registered
      remember(link, registered.value.name)
      return ok(done)
    }),
  release: (link, { name }) => withService(link, async (service) => nothing(await service.release(name))),
  unregister: (link, { name }) => withService(link, async (service) => nothing(await service.unregister(operatorCaller, { name }))),
  assignRole: (link, input) => withService(link, async (service) => nothing(await service.assignRole(operatorCaller, input))),
  createTeam: (link, input) =>
    withService(link, async (service) => {
      const made = await service.createTeam(operatorCaller, input)
      return made.ok ? ok({ id: made.value.id }) : made
    }),
  personas: async (link) => ok({ personas: [...(await link.readPersonas())] }),

  startWorkflow: (link, { context: initialContext, ...input }) =>
    withService(link, async (service) => nothing(await service.startWorkflow(operatorCaller, { ...input, initialContext }))),
  completePhase: (link, { artifacts, ...input }) =>
    withService(link, async (service) =>
      nothing(await service.completePhase(operatorCaller, { ...input, artifacts: artifacts.map((path) => ({ path })) })),
    ),
  stopWorkflow: (link, input) => withService(link, async (service) => nothing(await service.stopWorkflow(operatorCaller, input))),

  serverOn: async (link) => remembered(link, await link.keeping.serverOn()),
  serverOff: async (link) => remembered(link, await link.keeping.serverOff()),
  disconnect: async ({ keeping }, { session }) =>
    keeping.served?.server.disconnect(session) === true ? ok(done) : fail('not-found', 'This client is no longer connected.'),
  token: async ({ keeping }) =>
    keeping.served === undefined
      ? fail('unavailable', 'The MCP server is off, so there is no token.')
      : ok({ token: keeping.served.token }),

  startShell: (link, { name, purpose }, call) => withService(link, (service) => startShell(link, service, name, purpose, call)),
  terminal: async ({ shells }, { name }) => ok(shells.show(name)),
  terminalInput: async ({ shells }, { name, text }, call) => nothing(await shells.type(name, text, call)),
  closeShell: async (link, { name }) => {
    const closed = await link.shells.close(name)
    if (closed.ok) await link.keeping.service?.setStatus(operatorCaller, { name, status: endStatus.stopped })
    link.save()
    return nothing(closed)
  },
}

/** Answers a method of the screen; `input` has passed its schema. */
export async function answerCall(link: RunningLink, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
  if (!isMethod(method)) return fail('invalid', `The Switchboard has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method] as (link: RunningLink, input: unknown, call: LinkCall) => Promise<Result<unknown>>
  return answer(link, input, call)
}

/** Why nothing can be changed now; undefined if it can. */
export function whyReadOnly({ keeping }: Pick<RunningLink, 'keeping'>): Fault | undefined {
  const { exists, isDeleted, readOnly } = keeping.state
  if (keeping.service !== undefined) return undefined
  if (readOnly !== undefined) return readOnly
  if (isDeleted === true) return deleted
  return exists
    ? { code: 'unavailable', message: 'This Switchboard is opening. Try again in a moment.' }
    : { code: 'not-found', message: 'There is no .switchboard folder here yet. Turn on the MCP server in Inboxes to create it.' }
}

async function withService<T>(link: RunningLink, work: (service: KeeperService) => Promise<Result<T>>): Promise<Result<T>> {
  const { service } = link.keeping
  const fault = whyReadOnly(link)
  return service === undefined || fault !== undefined
    ? { ok: false, fault: fault ?? { code: 'unavailable', message: 'This cannot be changed at the moment.' } }
    : work(service)
}

async function redeliver(link: RunningLink, file: string, text: string, actor: Actor): Promise<Result<Output<'redeliver'>>> {
  const letter = link.mailboxes.deadLetters().find((each) => inWorkspace(link.config, each.file) === file)
  if (letter === undefined) return fail('not-found', 'This is no longer a dead letter. Reload the mailbox.')
  const message = parseMessageFile(file.slice(file.lastIndexOf('/') + 1), text)
  if (!message.ok) return { ok: false, fault: { ...message.fault, field: 'text' } }
  const delivered = await link.mailboxes.redeliver(letter.file, text, actor)
  return delivered.ok ? ok({ id: message.value.id, file: inWorkspace(link.config, delivered.value.file) }) : delivered
}

/** Registers the terminal with the shell's process if it is not registered yet. */
async function startShell(
  link: RunningLink,
  service: KeeperService,
  given: string,
  purpose: string | undefined,
  call: LinkCall,
): Promise<Result<Output<'startShell'>>> {
  const checked = checkAgentName(given)
  if (!checked.ok) return { ok: false, fault: { ...checked.fault, field: 'name' } }
  await link.state.read()
  const found = findAgent(link.state.state, given)
  if (found?.kind === 'chat') return fail('conflict', `“${found.name}” is a chat agent, not a terminal.`, { field: 'name' })
  const name = found?.name ?? given
  const started = await link.shells.start(name, call)
  if (!started.ok || found !== undefined) {
    if (started.ok && found !== undefined) await service.setStatus(operatorCaller, { name, status: 'active' })
    if (started.ok) link.save()
    return started
  }
  const registered = await service.registerTerminal(operatorCaller, {
    name,
    pid: started.value.pid ?? 1,
    purpose: purpose ?? 'a Patchbay shell',
  })
  if (!registered.ok) {
    await link.shells.close(name)
    return registered
  }
  remember(link, registered.value.name)
  return started
}

function remember(link: RunningLink, name: string): void {
  link.registered.add(nameKey(name))
  link.save()
}

function remembered(link: RunningLink, result: Result<void>): Result<typeof done> {
  link.save()
  return nothing(result)
}

function nothing(result: Result<unknown>): Result<typeof done> {
  return result.ok ? ok(done) : result
}

function isMethod(method: string): method is keyof SwitchboardMethods {
  return Object.hasOwn(switchboardMethods, method)
}
