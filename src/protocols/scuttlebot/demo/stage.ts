import { plainText, recipientsOf } from '../../../core/scenario/stage.ts'
import type { Stage, StageAction, StagePlace } from '../../../core/scenario/stage.ts'
import { encodeEnvelope, newEnvelope } from '../pure/envelope.ts'
import { Ircd } from './ircd.ts'
import { Player } from './player.ts'

const channel = '#general'

/** Actors of a simulation on a small IRC server in memory, on 127.0.0.1. */
export async function openStage({ cast, operator, now }: StagePlace): Promise<Stage> {
  let isCut = false
  const ircd = new Ircd({
    now,
    // The actors stay: only the operator's connection is cut.
    intercept(client, command, [nick]) {
      const isOperator = isCut && (client.nick === operator || (command === 'NICK' && nick === operator))
      if (isOperator) client.socket.destroy()
      return isOperator
    },
  })
  const port = await ircd.listen()
  const players = new Map<string, Player>()
  const join = async (nick: string): Promise<void> => {
    const player = new Player(port, nick, [channel], { now, newId: () => '' })
    players.set(nick, player)
    await player.ready()
  }
  await Promise.all(cast.map(join))

  async function play(action: StageAction): Promise<string> {
    const player = players.get(action.from)
    switch (action.do) {
      case 'cut':
        isCut = true
        ircd.find(operator)?.socket.destroy()
        return ''
      case 'restore':
        isCut = false
        return ''
      case 'leave':
        player?.drop()
        players.delete(action.from)
        return ''
      case 'return':
        if (player === undefined) await join(action.from)
        return ''
      default: {
        const text = lineOf(action)
        player?.say(channel, text)
        await player?.settle()
        return `${text}\r\n`
      }
    }
  }

  const config = { server: '127.0.0.1', port, tls: false, nick: operator, channels: [channel], announce: false }
  return {
    links: [{ name: 'simulated network', config }],
    plays: (deed) => deed !== 'reply',
    play,
    async close() {
      for (const player of players.values()) player.drop()
      await ircd.close()
    },
  }
}

/** The text of one line: tasks are envelopes, anything else is free text. */
function lineOf(action: StageAction): string {
  const { do: deed, from, to, text, id, time, re } = action
  const envelope = (type: string, payload: Record<string, unknown>): string =>
    encodeEnvelope(newEnvelope(type, from, to, payload, { now: () => time, newId: () => id }))
  if (deed === 'raw' || deed === 'noise') return text.replaceAll(/[\r\n]+/g, ' ')
  if (deed === 'task') return envelope('task.create', { title: text, ...(to.length === 1 && { assignee: to[0] }) })
  if (re?.do === 'task' && re.link === action.link) {
    const task = { task_id: re.id }
    if (deed === 'take') return envelope('task.update', { ...task, status: 'in_progress', assignee: from })
    if (deed === 'report') return envelope('task.update', { ...task, status: 'in_progress', comment: text })
    if (deed === 'done') return envelope('task.complete', { ...task, summary: text })
    if (deed === 'fail') return envelope('task.update', { ...task, status: 'failed', comment: text })
    if (deed === 'withdraw') return envelope('task.update', { ...task, status: 'cancelled', comment: text })
  }
  const names = recipientsOf(action).join(', ')
  return `${names === '' ? '' : `${names}: `}${plainText(action)}`.replaceAll(/[\r\n]+/g, ' ')
}
