import { spanWords } from '../../../core/span-words.ts'
import { limits } from '../../../core/limits.ts'
import type { LinkStatus } from '../../../core/link.ts'
import type { IrcConnection } from '../irc/connection.ts'
import { keyOf } from '../pure/agents.ts'
import type { Channel, NetworkView } from '../pure/api.ts'
import type { HistoryPages } from './history.ts'
import { placesIn } from '../pure/coming.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'
import type { Fleet } from './fleet.ts'

const mostAgents = 500
const usualPage = 100
const mostPage = 1_000
/** Characters as JSON, where one control character has six, within `limits.linkView`. */
const mostFleetChars = 120_000
const mostTextChars = 40_000
const reasonChars = 300

/** Inputs of the view and the status. */
export interface Shown {
  readonly config: ScuttlebotConfig
  readonly connection: IrcConnection
  readonly fleet: Fleet
  readonly network: string
  /** How the connection is protected and who is logged in. */
  readonly words: readonly string[]
  readonly recovered: number
  /** Channels that may lack lines after the last disconnection, and when that was, our clock, ms. */
  readonly incomplete: { readonly channels: readonly string[]; readonly since: number; readonly until: number } | undefined
  readonly lastActivity: number | undefined
}

/** What the screens of a network show. */
export function networkView({ config, connection, fleet, network, words, recovered }: Shown): NetworkView {
  const roster = fleet.roster()
  const isUp = connection.state.kind === 'up'
  const view = {
    network,
    nick: connection.nick,
    type: config.type,
    isConnected: isUp,
    connection: [...words],
    ...(isUp && connection.lag !== undefined && { lag: Math.round(connection.lag) }),
    backfill: backfillWords(config, connection, recovered),
    channels: fittingChannels(fleet.channels.list()),
    more: roster.length,
    board: fleet.board.head(),
  }
  let left = Math.min(mostFleetChars, limits.linkView - JSON.stringify(view).length - 20)
  const shown: NetworkView['fleet'] = []
  for (const agent of roster) {
    left -= JSON.stringify(agent).length + 1
    if (shown.length === mostAgents || left < 0) break
    shown.push(agent)
  }
  return { ...view, fleet: shown, more: roster.length - shown.length }
}

/** Every channel; what others wrote about it only as long as there is room. A view that is too large would not be shown at all. */
function fittingChannels(channels: readonly Channel[]): Channel[] {
  let left = mostTextChars
  return channels.map(({ topic, reason, ...channel }) => {
    const texts = {
      ...(topic !== undefined && { topic }),
      ...(reason !== undefined && { reason: reason.slice(0, reasonChars).toWellFormed() }),
    }
    left -= JSON.stringify(texts).length
    return left < 0 ? channel : { ...channel, ...texts }
  })
}

/** The status lamp and its text. */
export function networkStatus({ config, connection, fleet, incomplete, lastActivity }: Shown): Omit<LinkStatus, 'since'> {
  const { state } = connection
  const channels = fleet.channels.list()
  const joined = channels.filter((channel) => channel.isJoined).length
  const activity = lastActivity === undefined ? {} : { lastActivity }
  if (state.kind === 'off') return { lamp: 'connecting', text: 'starting' }
  if (state.kind === 'connecting') return { lamp: 'connecting', text: state.step, ...activity }
  if (state.kind === 'down') {
    const text = state.retryAt === undefined ? 'refused: check the settings' : 'not connected'
    return { lamp: 'down', text, reason: state.fault, ...(state.retryAt !== undefined && { retryAt: state.retryAt }), ...activity }
  }
  const count = { value: joined, unit: joined === 1 ? 'channel' : 'channels' }
  if (!state.isCaughtUp) return { lamp: 'connecting', text: 'joining', count, ...activity }
  const { dropped } = fleet.board
  const words = [
    hasNick(config, connection) ? `as ${connection.nick}` : `as ${connection.nick}, because ${config.nick} is in use`,
    ...(connection.lag === undefined ? [] : [`latency ${Math.max(1, Math.round(connection.lag))} ms`]),
    ...(incomplete === undefined
      ? []
      : [`${placesIn(incomplete.channels)} may lack lines of ${spanWords(incomplete.until - incomplete.since)} without a connection`]),
    ...(dropped === 0 ? [] : [`its board is full: ${dropped.toLocaleString('en-US')} ${dropped === 1 ? 'change' : 'changes'} left out`]),
    ...channels.filter((channel) => !channel.isJoined).map((channel) => channel.reason ?? `${channel.name} is not joined`),
  ]
  const text = words.join(', ').slice(0, 500)
  if (channels.length === 0 || joined > 0) return { lamp: 'up', text, count, ...activity, ...withoutNick(config, connection) }
  // Connected, but nothing is followed: anybody with rights there can bring that about.
  const reason = { code: 'unavailable', message: 'None of the channels is joined, so nothing said there arrives.', detail: text } as const
  return { lamp: 'down', text, reason, count, ...activity }
}

/** Asks go to the nick that agents know. While somebody else has it, or an earlier connection of ours, the operator would wait for nothing. */
function withoutNick(config: ScuttlebotConfig, connection: IrcConnection): Pick<LinkStatus, 'reason'> {
  if (hasNick(config, connection)) return {}
  const { nick } = config
  const message = `${nick} is in use, so what is said to ${nick} does not reach Patchbay, which is ${connection.nick} until the nick is free.`
  return { reason: { code: 'conflict', message } }
}

function hasNick({ nick }: ScuttlebotConfig, connection: IrcConnection): boolean {
  return keyOf(connection.nick) === keyOf(nick)
}

function backfillWords(config: ScuttlebotConfig, connection: IrcConnection, recovered: number): string {
  if (config.backfill === 0) return 'not requested'
  const found = recovered === 0 ? '' : `, ${recovered.toLocaleString('en-US')} ${recovered === 1 ? 'line' : 'lines'} recovered`
  if (historyPages(connection).most > 0) return `chathistory${found}`
  return recovered === 0 ? 'not supported by this server, except lines replayed on joining' : `replayed on joining${found}`
}

/** How the server returns history. */
export function historyPages(connection: IrcConnection): HistoryPages {
  const most = connection.hasCap('draft/chathistory') ? Math.min(mostPage, Number(connection.support('CHATHISTORY')) || usualPage) : 0
  return { most, hasIds: connection.support('MSGREFTYPES')?.split(',').includes('msgid') === true }
}
