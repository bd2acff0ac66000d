import path from 'node:path'
import { Player } from '../../src/protocols/jaibber/demo/player.ts'
import { openAblyServer } from '../../src/protocols/jaibber/demo/ably/server.ts'
import { demoKey } from '../../src/protocols/jaibber/demo/ably/options.ts'
import type { AgentSettings, TeamView } from '../../src/protocols/jaibber/pure/api.ts'
import { presets } from '../../src/protocols/jaibber/pure/presets.ts'
import type { Outcomes } from './checks.ts'
import type { ScriptedModel, Step } from './model.ts'
import type { AgentProgram } from './programs.ts'
import { makeGitFolder, type AgentWorld } from './world.ts'

const words = 'The queue sorts by due time first and then by sequence so two timers that share a tick keep their order in every run'
const first = 'First I look.'
const streamed = { pieces: 'while it is written', messages: 'message by message', whole: 'whole, when it is complete' } as const
const endless = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ')

/** The folder that the program works in as an agent of a project: a Git folder without settings of ours. */
export function projectFolder(scratch: string): string {
  return path.join(scratch, 'project')
}

/** The program as an agent of this machine in a Jaibber project, started as its preset says: one whole answer, and one that is stopped. */
export async function checkProject(program: AgentProgram, world: AgentWorld, model: ScriptedModel, outcomes: Outcomes): Promise<void> {
  const folder = projectFolder(world.scratch)
  makeGitFolder(folder)
  const ably = await openAblyServer()
  try {
    const lead = new Player(ably.board, 'dock', 'lead')
    lead.enter()
    const link = await addTeam(world, ably.port)
    const view = (): TeamView | undefined => world.state().views.find((each) => each.link === link)?.view as TeamView | undefined
    const agentOf = (): TeamView['agents'][number] | undefined => view()?.agents[0]
    await world.until('the project is joined', () => view()?.projects.some(({ isAttached }) => isAttached))
    await startAgent(program, folder, world, link)
    await world.until('the agent is ready', () => agentOf()?.state === 'ready')

    model.play(looksFirst(program), 'any')
    const start = model.steps()
    lead.say('@Coder how does the queue sort?')
    let streams: keyof typeof streamed = 'whole'
    const answer = await world.until(
      'answers in a project',
      () => {
        const fault = agentOf()?.lastFault?.message
        if (fault !== undefined) throw new Error(`answers in a project: ${fault}`)
        if (model.steps() === start + 2 && model.isWriting() && streams !== 'pieces') {
          const shown = world.growing().join('')
          streams = shown.includes('The queue') ? 'pieces' : shown.includes(first) ? 'messages' : streams
        }
        return world.messages().find(({ source, body }) => source === link && body.from === 'Coder')
      },
      120_000,
    )
    if (answer.body.text.replace(first, '').trim() !== words)
      throw new Error(`answers in a project: it published “${answer.body.text.slice(0, 300)}”`)
    outcomes.passed('answers in a project', model.dialects().join(', '))
    outcomes.passed('streams the answer', streamed[streams])

    await world.until('nothing of it runs', () => world.left().length === 0)
    model.play(says(endless, 0.2), 'any')
    const before = model.steps()
    lead.say('@Coder and now at length, please')
    const pieces = world.growing().length
    const isWriting = (): boolean =>
      model.steps() > before && model.isWriting() && (streams !== 'pieces' || world.growing().length > pieces)
    await world.until('is stopped in mid-stream: it writes', isWriting, 120_000)
    const running = world.left().length
    if (running === 0) throw new Error('is stopped in mid-stream: it does not run any more')
    await world.call('links.call', { link, method: 'stopAnswer', input: { agent: agentOf()?.id } })
    await world.until('is stopped in mid-stream: its answer ends', () => agentOf()?.state !== 'answering')
    outcomes.passed('is stopped in mid-stream')
    await world.until('nothing of it runs', () => world.left().length === 0, 20_000)
    outcomes.passed('leaves no process', `${running} ended`)
  } finally {
    await ably.close()
  }
}

/** It says something, looks at something, and answers. */
function* looksFirst({ look }: AgentProgram): Generator<Step, void, string> {
  yield { ...look, first }
  yield* says(words, 0.1)
}

function* says(say: string, every: number): Generator<Step, void, string> {
  for (;;) yield { say, every }
}

async function addTeam(world: AgentWorld, port: number): Promise<string> {
  const config = { auth: 'key', ablyKey: demoKey, endpoint: `127.0.0.1:${port}`, tls: false, projects: ['dock=Dock'], username: 'operator' }
  return (await world.call('links.add', { workspace: world.id, protocol: 'jaibber', name: 'team', config })).id
}

async function startAgent(program: AgentProgram, folder: string, world: AgentWorld, link: string): Promise<void> {
  const preset = presets.find(({ title }) => title === program.preset)
  if (preset === undefined) throw new Error(`There is no preset ${program.preset}.`)
  const { program: command, args, prompt, output: format = 'text' } = preset
  const provider: AgentSettings['provider'] = { kind: 'command', program: command, args: [...args], prompt, output: format, folder }
  const settings: AgentSettings = { name: 'Coder', projects: ['dock'], instructions: 'Answer in one sentence.', provider, timeLimit: 120 }
  const { output } = await world.call('links.call', { link, method: 'saveAgent', input: { settings } })
  await world.call('links.call', { link, method: 'startAgent', input: output })
}
