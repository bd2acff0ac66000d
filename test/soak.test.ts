import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import type { Push, WorkspaceState } from '../src/api/contract.ts'
import type { LinkConfig } from '../src/core/link.ts'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import { Player } from '../src/protocols/jaibber/demo/player.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { dropMessage } from '../src/protocols/switchboard/demo/mail-files.ts'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { faultyAbly, type FaultyAbly } from './fakes/ably.ts'
import { testEngine, type TestEngine } from './fakes/engine.ts'
import { ircClient, type IrcClient } from './fakes/irc-client.ts'
import { mail } from './fakes/mail.ts'
import { sized } from './sizes.ts'
import { valueOf } from './fakes/value-of.ts'

/** A day of Patchbay in short: four protocols talk, their servers fail and return, screens open and close. Nothing may grow but the journal. */
const warmUp = 4
const rounds = sized(10, 900)
const perRound = sized(20, 40)
/** Rounds from one measurement to the next: measuring takes as long as a round. */
const perMeasurement = 2
/** Longer than the state takes to the screen, ms. */
const stateMs = 300
/** From one look at what is held to the next, ms. */
const lookMs = 40

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let running: TestEngine
let ably: FaultyAbly
let ircd: Ircd
let coder: IrcClient
afterEach(async () => {
  coder.close()
  await running.stop()
  await ably.close()
  await ircd.close()
})

/** What the process holds after garbage collection. */
interface Held {
  /** Bytes of JavaScript. */
  readonly heap: number
  /** Open files, sockets and watches; 0 where they cannot be counted. */
  readonly descriptors: number
  /** Timers, sockets, watches that keep the process alive. */
  readonly handles: number
  readonly listeners: number
}

const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

/** The least of several looks: what comes and goes, such as the files of a sweep, is not held. */
async function held(): Promise<Held> {
  const looks: Held[] = []
  for (let look = 0; look < 4; look++) {
    collect()
    looks.push({
      heap: process.memoryUsage().heapUsed,
      descriptors: openFiles(),
      handles: process.getActiveResourcesInfo().length,
      listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    })
    await new Promise((resolve) => {
      setTimeout(resolve, lookMs)
    })
  }
  const least = (of: keyof Held): number => Math.min(...looks.map((one) => one[of]))
  return { heap: least('heap'), descriptors: least('descriptors'), handles: least('handles'), listeners: least('listeners') }
}

/** How much a value grows per round: the median growth between any two measurements, so no single one decides. */
function slope(values: readonly number[]): number {
  const grown = values.flatMap((early, from) => values.slice(from + 1).map((late, by) => (late - early) / (by + 1) / perMeasurement))
  return middle(grown, 0.5)
}

function middle(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0
}

it('talks, fails and recovers repeatedly, and holds no more than before (F20)', { timeout: 60 * 60_000 }, async ({ annotate }) => {
  running = await testEngine({ protocols: await loadProtocols() })
  ably = await faultyAbly()
  ircd = new Ircd()
  const port = await ircd.listen()
  coder = await ircClient(port, 'coder')
  const player = new Player(ably.server.board, 'dock', 'Builder')
  player.enter()
  const chat = path.join(running.folder, '.workplace', 'chat.md')
  const inbox = path.join(running.folder, '.switchboard', 'inbox', 'coder')
  mkdirSync(path.dirname(chat), { recursive: true })
  mkdirSync(inbox, { recursive: true })
  writeFileSync(chat, '')

  const workspace = valueOf(await running.client.call('workspaces.open', { path: running.folder })).id
  const arrived = new Map<string, number>()
  let last = 0
  const seen = (push: Push): void => {
    if (push.type !== 'events') return
    for (const { body, ord } of push.events) {
      last = Math.max(last, ord)
      if (body.kind === 'message') arrived.set(body.text.trim(), performance.now())
    }
  }
  running.client.subscribe({ workspace }, seen)
  const add = async (protocol: string, config: LinkConfig): Promise<string> =>
    valueOf(await running.client.call('links.add', { workspace, protocol, name: protocol, config })).id
  await add('scuttlebot', { server: '127.0.0.1', port, tls: false, nick: 'mira', channels: ['#general'] })
  await add('jaibber', { ablyKey: ably.key, projects: ['dock=Dock'], endpoint: `127.0.0.1:${ably.port}`, tls: false, username: 'mira' })

  const media: readonly ((text: string, number: number) => void)[] = [
    (text) => appendFileSync(chat, `[coder-to-operator]: ${text}\n`),
    (text) => coder.send(`PRIVMSG #general :${text}`),
    (text) => void player.say(text),
    (text, number) => dropMessage(running.folder, mail(number, { payload: text })),
  ]
  /** Everybody sends a message; resolves with the time each took to reach the screen, ms. */
  async function talk(round: number): Promise<number[]> {
    const said = new Map<string, number>()
    for (let at = 0; at < perRound; at++) {
      media.forEach((say, medium) => {
        const text = `round ${round} text ${at} medium ${medium}`
        said.set(text, performance.now())
        say(text, round * perRound + at)
      })
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
    await vi.waitFor(() => expect([...said.keys()].filter((text) => !arrived.has(text))).toEqual([]))
    const took = [...said].map(([text, at]) => (arrived.get(text) ?? 0) - at)
    arrived.clear()
    valueOf(await running.client.call('conversations.markRead', { workspace, filter: {}, upTo: last }))
    for (const name of readdirSync(inbox)) rmSync(path.join(inbox, name)) // coder has read them
    return took
  }
  /** A screen that opens, reads and closes. */
  async function look(): Promise<void> {
    const screen = connectInProcess(running.engine.server, () => undefined)
    const told = Promise.withResolvers<void>()
    const end = screen.subscribe({ workspace, cursor: 0 }, (push) => void (push.type === 'state' && told.resolve()))
    await told.promise
    valueOf(await screen.call('feed.page', { workspace, filter: {}, limit: 50 }))
    valueOf(await screen.call('feed.search', { workspace, query: 'round', limit: 20 }))
    end()
    screen.close()
  }

  const holds: Held[] = []
  /** Of each round, what 99 of 100 messages needed at most, ms. */
  const latencies: number[] = []
  let state: WorkspaceState | undefined
  running.client.subscribe({ workspace }, (push) => void (push.type === 'state' && (state = push)))
  await vi.waitFor(() => expect(state?.links).toHaveLength(5))
  const links = state?.links.map(({ id }) => id) ?? []
  /** Every link is back, and what was closed is: on a busy machine both come late. */
  const settled = (): Promise<void> =>
    vi.waitFor(async () => {
      const before = openFiles()
      await new Promise((resolve) => {
        setTimeout(resolve, stateMs)
      })
      expect(state?.links.filter(({ enabled, status }) => !enabled || status.lamp === 'connecting')).toEqual([])
      expect(openFiles()).toBe(before)
    })
  const joined = (): Promise<void> => vi.waitFor(() => expect(coder.lines.some((line) => /^:mira!\S+ JOIN/.test(line))).toBe(true))
  await joined()
  for (let round = 0; round < warmUp + rounds; round++) {
    latencies.push(middle(await talk(round), 0.99))
    for (let screen = 0; screen < 5; screen++) await look()
    ably.drop()
    coder.lines.length = 0
    for (const enabled of [false, true]) for (const link of links) valueOf(await running.client.call('links.enable', { link, enabled }))
    await joined()
    ably.heard.length = 0
    running.logged.length = 0
    if (round < warmUp || (round - warmUp) % perMeasurement > 0) continue
    await settled()
    holds.push(await held())
  }
  const grown = {
    heap: slope(holds.map(({ heap }) => heap)),
    descriptors: slope(holds.map(({ descriptors }) => descriptors)),
    handles: slope(holds.map(({ handles }) => handles)),
    listeners: slope(holds.map(({ listeners }) => listeners)),
  }
  const half = latencies.length / 2
  const [early, late] = [middle(latencies.slice(0, half), 0.5), middle(latencies.slice(half), 0.5)]
  await annotate(
    `${(latencies.length * perRound * media.length).toLocaleString('en-US')} messages over four protocols in ${warmUp + rounds} rounds of breaks: per round ${Math.round(grown.heap / 1_024)} KiB of heap, ` +
      `${grown.descriptors.toFixed(1)} descriptors, ${grown.handles.toFixed(1)} handles and ${grown.listeners.toFixed(1)} listeners more; p99 to the screen ${Math.round(early)} ms, then ${Math.round(late)} ms`,
    'F20',
  )
  // What is bounded, here and in the test's servers, fills up at first (caches, what was said lately, and the desk's latest acts and debts): about 4 KB for
  // each message. It decreases: 76 rounds measured 583 KiB a round at their beginning, 237 on average and 100 at their end.
  expect(grown.heap).toBeLessThan(sized(700, 192) * 1_024)
  for (const what of ['descriptors', 'handles', 'listeners'] as const)
    expect(grown[what], `${what}: ${holds.map((one) => one[what]).join(', ')}`).toBeLessThan(0.8)
  // A growing queue makes each round later than the one before; a busy machine makes all of them late, or some.
  expect(late).toBeLessThan(4 * early + 1_000)
})
