import type { Happening, Said } from './happening.ts'
import { isRefusal, refusalFault } from './refusals.ts'
import type { Received } from './session.ts'

/** State kept between lines. */
export interface Interpreter {
  /** @returns the line's meaning; undefined if it is not relevant. `me` is our nick. */
  take(line: Received, me: string): Happening | undefined
}

const concernsChannel = new Set(['JOIN', 'PART', 'KICK', 'TOPIC', 'NICK'])
const mostBatches = 256
const mostNames = 5_000
/** Characters of a nick or a channel: more than any server allows. */
const mostName = 200
/** A line whose server time is this far behind our clock is a replay, ms. */
const replayedMs = 10_000

/** Turns lines of one connection into happenings. Memory use is bounded whatever the server sends. */
export function interpreter(now: () => number): Interpreter {
  const batches = new Set<string>()
  const names = new Map<string, Set<string>>()

  function batch([reference = '', type = '']: readonly string[]): undefined {
    if (reference.startsWith('-')) batches.delete(reference.slice(1))
    else if (/chathistory|playback|history/.test(type) && batches.size < mostBatches) batches.add(reference.slice(1))
  }

  function addNames(channel: string, list: string): undefined {
    const known = names.get(channel) ?? new Set<string>()
    if (names.size < mostBatches || names.has(channel)) names.set(channel, known)
    for (const each of list.split(' ')) {
      const [nick = ''] = each.replace(/^[~&@%+!]+/, '').split('!')
      if (nick !== '' && known.size < mostNames) known.add(named(nick))
    }
  }

  function said(line: Received, me: string): Said | undefined {
    const [target, text] = line.params
    if (target === undefined || text === undefined || line.nick === '') return undefined
    const { time: stamp, msgid, batch: inBatch, '+scuttlebot/meta-type': metaType } = line.tags
    const time = stamp === undefined ? Number.NaN : Date.parse(stamp)
    const isReplay = (inBatch !== undefined && batches.has(inBatch)) || time < now() - replayedMs
    return {
      kind: 'said',
      command: line.command === 'NOTICE' ? 'NOTICE' : 'PRIVMSG',
      nick: named(line.nick),
      user: line.user,
      host: line.host,
      target: named(target.replace(/^[~&@%+](?=[#&])/, '')), // sent to members of a rank in the channel
      text,
      ...(!Number.isNaN(time) && { time }),
      ...(msgid !== undefined && msgid !== '' && { msgid }),
      ...(metaType !== undefined && metaType !== '' && { metaType: metaType.slice(0, 64) }),
      isReplay,
      isOwn: line.nick.toLowerCase() === me.toLowerCase(),
      raw: line.raw,
      badBytes: line.badBytes,
    }
  }

  return {
    take(line, me) {
      const { command, params } = line
      const [first = '', second = ''] = params
      const nick = named(line.nick)
      const isOwn = nick.toLowerCase() === me.toLowerCase()
      if (first === '' && concernsChannel.has(command)) return undefined
      switch (command) {
        case 'PRIVMSG':
        case 'NOTICE':
          return said(line, me)
        case 'BATCH':
          return batch(params)
        case 'JOIN':
          return { kind: 'joined', nick, channel: named(first), isOwn }
        case 'PART':
          return { kind: 'left', nick, channel: named(first), reason: second, isOwn }
        case 'KICK': {
          const reason = `kicked by ${nick}${params[2] === undefined ? '' : `: ${params[2]}`}`
          return { kind: 'left', nick: named(second), channel: named(first), reason, isOwn: second.toLowerCase() === me.toLowerCase() }
        }
        case 'QUIT':
          return { kind: 'quit', nick, reason: first }
        case 'NICK':
          return { kind: 'renamed', nick, to: named(first) }
        case 'AWAY':
          return { kind: 'away', nick, ...(first !== '' && { message: first }) }
        case 'TOPIC':
          return { kind: 'topic', channel: first, topic: second }
        case '332':
          return { kind: 'topic', channel: second, topic: params[2] ?? '' }
        case '353':
          return addNames(params[2] ?? '', params[3] ?? '')
        case '366': {
          const nicks = [...(names.get(second) ?? [])]
          names.delete(second)
          return { kind: 'names', channel: second, nicks }
        }
        default:
          return isRefusal(command) && second !== ''
            ? { kind: 'refused', channel: second, fault: refusalFault(command, params, line.raw) }
            : undefined
      }
    },
  }
}

/** A name of a server that has no limit, cut to ours. */
function named(word: string): string {
  return word.length <= mostName ? word : word.slice(0, mostName).toWellFormed()
}
