import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ulid } from 'ulid'
import type { MessageEvent } from '../../src/core/event.ts'
import type { Outcomes } from './checks.ts'
import { invite } from './invite.ts'
import type { ScriptedModel, Script, Step } from './model.ts'
import type { AgentProgram } from './programs.ts'
import { startProgram, type Running } from './run-program.ts'
import type { AgentWorld } from './world.ts'

const agent = 'coder'
const call = (name: string, input: Readonly<Record<string, unknown>>): Step => ({ call: name, input })
const send = (payload: string, more: Readonly<Record<string, unknown>> = {}): Step =>
  call('send_message', { recipient: 'operator', action: 'status_update', payload, ...more })

/** The program as an agent with a mailbox, connected to `patchbay mcp`: three sessions, the second of which is killed. */
export async function checkMail(
  program: AgentProgram,
  bin: string,
  world: AgentWorld,
  model: ScriptedModel,
  outcomes: Outcomes,
): Promise<void> {
  const start = (): Running => startProgram(bin, program.command, program.args('Do what your mail says.'), world.workspace)
  const register = (): Step => call('register_chat_agent', { name: agent, interface: program.title, capabilities: ['typescript'] })
  const files = invite(program, agent, world, program.hasHooks ? ['--tell-me'] : [])
  outcomes.passed('invited', files)

  let failure: Error | undefined
  async function* session(): AsyncGenerator<Step, void, string> {
    try {
      const registered = yield register()
      outcomes.passed('connected', model.dialects().join(', '))
      expectIn('registers', registered, 'resumeSecret')
      await world.until('the agent is known', () => world.state().agents.some(({ name }) => name === agent))
      outcomes.passed('registers')

      const mail = `Please fix the queue (${ulid()}).`
      await sendMail(world, mail)
      const inbox = yield call('check_inbox', { agent, verbose: true })
      expectIn('reads its mail', inbox, mail)
      outcomes.passed('reads its mail')

      const hello = `I have read it: ${ulid()}`
      expectIn('sends', yield send(hello), 'msg_')
      await arrived(world, hello)
      outcomes.passed('sends')

      const result = `The queue is fixed, 14 tests pass: ${ulid()}`
      expectIn('submits a result', yield send(result, { action: 'submit_result', replyTo: mailId(inbox) }), 'msg_')
      const event = await arrived(world, result)
      if (event.body.label !== 'submit_result') throw new Error(`submits a result: arrived as ${String(event.body.label)}`)
      outcomes.passed('submits a result')

      const halt = await startHalt(world)
      const refused = `While halted: ${ulid()}`
      expectIn('is refused while halted', yield send(refused), `Halted by the operator`)
      if (find(world, refused) !== undefined) throw new Error('is refused while halted: the message arrived')
      await endHalt(world, halt)
      outcomes.passed('is refused while halted')
    } catch (thrown) {
      failure = thrown as Error
    }
    yield { say: 'Done.' }
  }
  await played(start, session(), model, world, () => failure)

  if (!program.hasHooks) outcomes.notRun('it has no hooks that Patchbay uses', ['reports its state'])
  else {
    const status = await world.until('reports its state: its session is over', () => reportedStatus(world))
    if (status !== 'idle') throw new Error(`reports its state: ${status} at the end of its session`)
    outcomes.passed('reports its state')
  }

  writeFileSync(path.join(world.workspace, 'notes.md'), 'For the clipboard.\n')
  const killed = start()
  async function* waits(): AsyncGenerator<Step, void, string> {
    yield register()
    yield call('handoff_clipboard', { file: 'notes.md' })
    failure = new Error('is killed in mid-call: the call returned')
  }
  model.play(waits())
  await ending(killed, 'asks the operator, and waits', world, () => world.state().approvals.length > 0)
  // All of the program, which may have started itself again; its MCP server ends by itself.
  for (const { pid, args } of world.left()) if (!args.includes('patchbay.mjs')) process.kill(pid, 'SIGKILL')
  await world.until('is killed in mid-call: its question is withdrawn', () => world.state().approvals.length === 0)
  await world.until('is killed in mid-call: nothing of it runs', () => world.left().length === 0)
  if (failure !== undefined) throw failure
  outcomes.passed('is killed in mid-call')

  const again = `Here again: ${ulid()}`
  async function* second(): AsyncGenerator<Step, void, string> {
    try {
      expectIn('starts again under its name', yield register(), 'resumeSecret')
      expectIn('starts again under its name', yield send(again), 'msg_')
      const event = await arrived(world, again)
      if (event.body.from !== agent) throw new Error(`starts again under its name: as ${event.body.from}`)
    } catch (thrown) {
      failure = thrown as Error
    }
    yield { say: 'Done.' }
  }
  await played(start, second(), model, world, () => failure)
  outcomes.passed('starts again under its name')

  const removed = invite(program, agent, world, ['--remove'])
  if (removed !== files) throw new Error(`its invitation is removed: changed ${removed}`)
  outcomes.passed('its invitation is removed')
}

/** Plays a script with a program that ends by itself, and leaves nothing. */
async function played(
  start: () => Running,
  script: Script,
  model: ScriptedModel,
  world: AgentWorld,
  failure: () => Error | undefined,
): Promise<void> {
  model.play(script)
  const running = start()
  let code: number | string | undefined
  void running.ended.then((ended) => (code = ended))
  try {
    await world.until('its session ends', () => code !== undefined, 180_000)
    if (failure() !== undefined) throw failure()
    if (code !== 0 || model.steps() === 0)
      throw new Error(`it ended with ${String(code)} after ${model.steps()} steps: ${lastWords(running)}`)
    await world.until('nothing of it runs', () => world.left().length === 0)
  } finally {
    if (code === undefined) for (const { pid } of world.left()) process.kill(pid, 'SIGKILL')
  }
}

/** Waits for something that a running program does; rejects when it ends instead. */
async function ending(running: Running, what: string, world: AgentWorld, look: () => boolean): Promise<void> {
  let code: number | string | undefined
  void running.ended.then((ended) => (code = ended))
  await world.until(what, () => code !== undefined || look(), 120_000)
  if (code !== undefined) throw new Error(`${what}: it ended with ${code} instead: ${lastWords(running)}`)
}

function lastWords(running: Running): string {
  return running.words().trim().split('\n').slice(-6).join(' / ')
}

function expectIn(check: string, text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`${check}: “${part}” is not in the result: ${text.slice(0, 400)}`)
}

function mailId(inbox: string): string | undefined {
  return /msg_[\w-]+|cmd_[\w-]+/.exec(inbox)?.[0]
}

const find = (world: AgentWorld, text: string): MessageEvent | undefined => world.messages().find(({ body }) => body.text.includes(text))

function arrived(world: AgentWorld, text: string): Promise<MessageEvent> {
  return world.until(`a message arrives: ${text}`, () => find(world, text))
}

/** What its hooks have reported last. */
function reportedStatus({ workspace }: AgentWorld): string | undefined {
  const file = path.join(workspace, '.workplace', 'process-status.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { readonly status?: string } | undefined>>)[agent]?.status
}

async function sendMail(world: AgentWorld, text: string): Promise<void> {
  const source = world.state().links.find(({ protocol }) => protocol === 'switchboard')?.id ?? ''
  const draft = { from: 'operator', to: [agent], observers: [], text, label: 'delegate_task' }
  await world.call('messages.send', { id: ulid(), source, draft })
  await arrived(world, text)
}

async function startHalt(world: AgentWorld): Promise<string> {
  const scope = { kind: 'all' } as const
  const { id, digest, rows } = await world.call('halt.preview', { scope, level: 'stop' })
  await world.call('halt.start', { id, scope, level: 'stop', digest, links: rows.map(({ link }) => link) })
  await world.until('halted', () => world.state().halt !== undefined)
  return id
}

async function endHalt(world: AgentWorld, id: string): Promise<void> {
  const { digest, rows } = await world.call('halt.resumePreview', { id })
  await world.call('halt.resume', { id, digest, links: rows.map(({ link }) => link), starts: [] })
  await world.until('resumed', () => world.state().halt === undefined)
}
