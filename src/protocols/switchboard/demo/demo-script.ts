import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../core/seeded-random.ts'
import { playDemo } from '../../../io/demo-process.ts'
import { connectAgent } from './demo-agent.ts'
import type { DemoAgent } from './demo-agent.ts'
import { dropHalfMessage, dropMessage, writeArtifact } from './mail-files.ts'
import { players, question, scenes, withdrawal } from './scenes.ts'
import type { Beat } from './scenes.ts'

/**
 * The agents of the demo. Runs in a process of its own: some register over MCP as soon as there is a server, one only writes files, and one leaves a file that
 * is not a message. Ends when its standard input does, so it cannot outlive the process that started it.
 */
const [folder = '', seed = '7'] = process.argv.slice(2)
/** Written only in part at first, as by a program that crashed. */
const halfMessage = { id: 'msg_1700000000000_halfdone', recipient: 'planner', sender: 'docs', action: 'submit_result' }
const agents = new Map<string, DemoAgent>()
/** The newest message that each got. */
const newest = new Map<string, string>()

const random = seededRandom(Number(seed))
function newId(): string {
  return `msg_${Date.now()}_${Math.floor(random() * 36 ** 8).toString(36)}`
}

/** Writes by tool for who is connected, else by file. */
async function play(beat: Beat, number: number): Promise<void> {
  const fill = (text: string): string => text.replaceAll('{n}', String(number))
  const { from, to, action } = beat
  const replyTo = beat.answers === true ? newest.get(from) : undefined
  const metadata = Object.fromEntries(Object.entries(beat.metadata ?? {}).map(([label, value]) => [label, fill(value)]))
  const message = { action, recipient: to, payload: fill(beat.text), ...(replyTo === undefined ? {} : { replyTo }), metadata }
  const agent = agents.get(from)
  if (agent === undefined) {
    if (action === 'execute') return
    const id = newId()
    dropMessage(folder, { id, ...message, sender: from, createdAt: new Date().toISOString() } as Parameters<typeof dropMessage>[1])
    newest.set(to, id)
    return
  }
  const sent = await agent.call('send_message', message)
  if (typeof sent['id'] === 'string') newest.set(to, sent['id'])
  const asks = to !== 'operator' && (action === 'delegate_task' || action === 'request_review' || message.payload.includes('?'))
  const status = asks ? { status: 'waiting', message: `for ${to}` } : { status: 'idle' }
  await agent.call('set_agent_status', { name: from, ...status })
  await receive(to, number)
}

/** Reads, acknowledges and now and then archives what came, as an agent does. */
async function receive(name: string, number: number): Promise<void> {
  const agent = agents.get(name)
  const id = newest.get(name)
  if (agent === undefined || id === undefined) return
  await agent.call('set_agent_status', { name, status: 'working', message: `step ${number}` })
  await agent.call('read_message', { id })
  if (random() < 0.7) await agent.call('acknowledge_message', { id, note: 'Got it.' })
  if (random() < 0.3) await agent.call('archive_message', { id })
}

async function register(): Promise<void> {
  for (const { name, speaks, ...player } of players) {
    if (speaks !== 'mcp') continue
    const agent = await connectAgent(folder, name, agents.size === 0 ? 15_000 : 2_000)
    if (agent === undefined) return
    agents.set(name, agent)
    await agent.call('register_chat_agent', { name, ...player })
  }
  const planner = agents.get('planner')
  await planner?.call('register_terminal', { name: 'build', pid: process.pid, purpose: 'builds and tests', icon: 'terminal' })
  await planner?.call('create_team', { name: 'core', members: ['coder', 'reviewer', 'tester'] })
}

let askedAt = ''

/** What takes several rounds: a question to the operator, and a file whose author comes back. Each ends by itself. */
async function tell(round: number, number: number): Promise<void> {
  if (round % 24 === 2) {
    askedAt = new Date().toISOString()
    await play(question, number)
  }
  if (round % 24 === 18) {
    const inbox = await agents.get('coder')?.call('check_inbox', { agent: 'coder', filter: 'operator', since: askedAt })
    const { messages = [] } = (inbox ?? {}) as { readonly messages?: readonly unknown[] }
    if (messages.length === 0) await play(withdrawal, number)
  }
  if (round === 12) {
    const whole = { ...halfMessage, payload: 'Chapter 4 is done, chapter 5 follows.', createdAt: new Date().toISOString() }
    dropMessage(folder, whole)
  }
}

/** One phase further each time; a workflow that ended starts again. */
async function advance(round: number): Promise<void> {
  const planner = agents.get('planner')
  if (planner === undefined) return
  const state = (await planner.call('get_workflow_state', {})) as { active?: { name: string; phase: number } }
  if (state.active === undefined) {
    await planner.call('start_workflow', { name: 'accuracy', initialContext: 'The retry change, from notes to review.' })
    return
  }
  const artifact = `demo-phase-${state.active.phase}.md`
  writeArtifact(folder, artifact, `# Phase ${state.active.phase}\n\nRound ${round} of the demo.\n`)
  const { name: workflow, phase } = state.active
  await planner.call('complete_workflow_phase', { workflow, phase, artifacts: [{ path: artifact }], notes: `Round ${round}.` })
}

async function run(): Promise<never> {
  dropMessage(folder, {
    id: newId(),
    action: 'status_update',
    sender: 'docs',
    recipient: 'planner',
    payload: 'I only write files: this message was put into your inbox by a rename.',
    createdAt: new Date().toISOString(),
  } as Parameters<typeof dropMessage>[1])
  await register()
  dropHalfMessage(folder, halfMessage.recipient, halfMessage.id)
  await agents.get('planner')?.call('send_team_message', {
    team: 'core',
    action: 'status_update',
    payload: 'Good morning. Today: retries, the flaky test, the handbook.',
  })
  await advance(0)
  for (let round = 1; ; round++) {
    const number = 100 + Math.floor(random() * 900)
    for (const beat of scenes[(round - 1) % scenes.length] ?? []) {
      await play(beat, number)
      await sleep((round === 1 ? 200 : 1_500) + random() * (round === 1 ? 300 : 3_500))
    }
    await tell(round, number)
    await advance(round)
  }
}

await playDemo(run)
