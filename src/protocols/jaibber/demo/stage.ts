import { plainText, recipientsOf } from '../../../core/scenario/stage.ts'
import type { Stage, StageAction, StagePlace } from '../../../core/scenario/stage.ts'
import { openAblyServer } from './ably/server.ts'
import { Player } from './player.ts'

const project = { id: 'simulation', name: 'Simulation' } as const

/** Actors of a simulation on a small server in memory that speaks Ably's protocol, on 127.0.0.1. */
export async function openStage({ cast, operator, now }: StagePlace): Promise<Stage> {
  let isCut = false
  const server = await openAblyServer({ now, maxRate: 100_000, refuses: () => isCut })
  const players = new Map(
    cast.map((name) => [
      name,
      new Player(server.board, project.id, name, { instructions: 'Plays a part in a simulation.', machine: 'pier' }),
    ]),
  )
  for (const player of players.values()) player.enter()

  async function play(action: StageAction): Promise<string> {
    const player = players.get(action.from)
    if (action.do === 'cut' || action.do === 'restore') {
      isCut = action.do === 'cut'
      if (isCut) for (const peer of server.board.peers.values()) peer.socket?.terminate()
      return ''
    }
    if (action.do === 'leave') player?.drop()
    else if (action.do === 'return') player?.enter()
    else {
      const said = saidBy(action)
      player?.publish(said)
      return JSON.stringify(said)
    }
    return ''
  }

  const config = {
    auth: 'key',
    ablyKey: server.key,
    endpoint: `127.0.0.1:${server.port}`,
    tls: false,
    projects: [`${project.id}=${project.name}`],
    username: operator,
  }
  return {
    links: [{ name: 'simulated team', config }],
    plays: (deed) => deed !== 'reply' && deed !== 'noise',
    play,
    close: () => server.close(),
  }
}

function saidBy(action: StageAction): Parameters<Player['publish']>[0] {
  const { from, id, re, link, do: deed } = action
  const common = { agentName: from, isAgentMessage: true, messageId: id } as const
  const isAnswer = re !== undefined && re.link === link && deed === 'done'
  if (isAnswer)
    return {
      ...common,
      type: 'response',
      text: action.text,
      parentMessageId: re.id,
      responseDepth: 1,
      respondingChain: [from.toLowerCase()],
    }
  const names = deed === 'raw' ? [] : recipientsOf(action)
  const text = deed === 'raw' ? action.text : plainText(action)
  return { ...common, type: 'message', text: [...names.map((name) => `@${name}`), text].join(' ') }
}
