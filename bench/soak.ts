import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import type { CDPSession } from 'playwright'
import { FeedPage } from '../e2e/pages/feed-page.ts'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { Client } from '../src/api/client.ts'
import { Player } from '../src/protocols/jaibber/demo/player.ts'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { dropMessage } from '../src/protocols/switchboard/demo/mail-files.ts'
import type { SwitchboardMessage } from '../src/protocols/switchboard/pure/message.ts'
import { faultyAbly } from '../test/fakes/ably.ts'
import { ircClient } from '../test/fakes/irc-client.ts'
import { mail } from '../test/fakes/mail.ts'
import { sized } from '../test/sizes.ts'
import { connectSocket, untilOpen } from '../test/suites/socket-client.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const minutes = Number(process.env['PATCHBAY_SOAK_MINUTES'] ?? sized(2, 30))
/** What fills up at first is not growth. */
const warmUpSeconds = 60
const sampleSeconds = 15
const breakSeconds = 20
const perSecond = 100
/** One of this many messages goes through a mailbox: each leaves files on disk, which are known in memory. */
const mailEvery = 50
/** An IRC network's ordinary limits, as far as the lines of a few minutes go. */
const history = { kept: 10_000, page: 1_000 }
/** A session takes a reply, which is discarded, and takes the next. */
const roundMs = 1_000

interface Sample {
  /** Minutes. */
  readonly at: number
  readonly core: number
  readonly heap: number
  readonly descriptors: number
  readonly p99: number
}

/**
 * 100 events a second over all five protocols to the real `patchbay serve` with an open page, while connections break: how memory, descriptors and latency
 * grow. 2 minutes, 30 in the chaos run, or as many as PATCHBAY_SOAK_MINUTES says.
 */
export async function soakBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const workspace = path.join(scratch, 'team')
  const chat = path.join(workspace, '.workplace', 'chat.md')
  const inboxes = path.join(workspace, '.switchboard', 'inbox')
  for (const folder of [path.dirname(chat), inboxes, path.join(workspace, '.codingagent')]) mkdirSync(folder, { recursive: true })
  writeFileSync(chat, '')
  const [ably, ircd] = [await faultyAbly(), new Ircd(history)]
  const port = await ircd.listen()
  const shell = await startWebShell({ dataDir: path.join(scratch, 'data'), workspace })
  const browser = await chromium.launch(await findChromium())
  const client = await untilOpen(connectSocket({ address: shell.address, port: Number(new URL(shell.address).port) }, []))
  const coder = await ircClient(port, 'coder')
  const player = new Player(ably.server.board, 'dock', 'Builder')
  player.enter()
  try {
    const id = await workspaceOf(client)
    const irc = { server: '127.0.0.1', port, tls: false, nick: 'mira', channels: ['#general'], announce: false }
    const team = { ablyKey: ably.key, projects: ['dock=Dock'], endpoint: `127.0.0.1:${ably.port}`, tls: false, username: 'mira' }
    for (const [protocol, config] of Object.entries({ scuttlebot: irc, jaibber: team }))
      await client.call('links.add', { workspace: id, protocol, name: protocol, config })
    const links = await allUp(client, id)
    const said = new Map<string, number>()
    const arrived = new Map<string, number>()
    const rows = new Map<string, number>()
    const waits: number[] = []
    let told = 0
    client.subscribe({ workspace: id }, (push) => {
      if (push.type !== 'events') return
      for (const { protocol, body } of push.events) {
        rows.set(`${protocol} ${body.kind}`, (rows.get(`${protocol} ${body.kind}`) ?? 0) + 1)
        if (body.kind === 'marker' && body.text.includes('may be missing')) told++
        if (body.kind !== 'message') continue
        const began = said.get(body.text.trim())
        if (began === undefined) continue
        said.delete(body.text.trim())
        waits.push(performance.now() - began)
        arrived.set(protocol, (arrived.get(protocol) ?? 0) + 1)
      }
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(shell.address)
    await new FeedPage(page).open()
    await page.locator('.feed article, .feed h2').first().waitFor()
    const heapOf = heapReader(await page.context().newCDPSession(page))
    const session = await beginSession(client, links.get('codingagent') ?? '')
    const media: readonly (readonly [string, (text: string, number: number) => void])[] = [
      ['chat', (text) => appendFileSync(chat, `[coder-to-operator]: ${text}\n`)],
      ['scuttlebot', (text) => coder.send(`PRIVMSG #general :${text}`)],
      ['jaibber', (text) => void player.say(text)],
    ]
    const byMail = ['switchboard', (text: string, at: number) => dropMessage(workspace, letter(at, text))] as const
    const mediumOf = (at: number): (typeof media)[number] => (at % mailEvery === 0 ? byMail : (media[at % media.length] ?? byMail))
    const sent = new Map<string, number>()
    const samples: Sample[] = []
    const began = performance.now()
    const end = began + warmUpSeconds * 1_000 + minutes * 60_000
    let [number, tidied, sampledAt, brokenAt, rounds, breaks] = [0, 0, began, began, 0, 0]
    let round: Promise<void> | undefined
    while (performance.now() < end) {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
      while (number < due) {
        const [protocol, say] = mediumOf(number)
        const text = textOf(number)
        said.set(text, performance.now())
        say(text, number)
        sent.set(protocol, (sent.get(protocol) ?? 0) + 1)
        number++
      }
      const now = performance.now()
      // One at a time: a slow engine must not leave a queue of them behind.
      if (round === undefined && now - began > rounds * roundMs)
        round = session.round(++rounds).finally(() => {
          round = undefined
        })
      if (now - brokenAt > breakSeconds * 1_000) {
        brokenAt = now
        ably.drop()
        if (++breaks % 6 === 0) ircd.find('mira')?.socket.destroy()
        // The agent reads its mail. What Patchbay has not seen yet stays: it could not be counted.
        for (let at = tidied; at < number; at++)
          if (mediumOf(at) === byMail && !said.has(textOf(at)))
            rmSync(path.join(inboxes, letter(at).recipient, `${letter(at).id}.json`), { force: true })
        tidied = Math.max(0, number - perSecond * breakSeconds)
      }
      if (now - sampledAt > sampleSeconds * 1_000) {
        sampledAt = now
        coder.lines.length = 0
        ably.heard.length = 0
        const taken = waits.splice(0)
        if (now - began > warmUpSeconds * 1_000)
          samples.push({ at: (now - began) / 60_000, ...coreOf(shell.pid), heap: await heapOf(), p99: percentile(taken, 99) })
      }
      await pause(5)
    }
    await round
    for (let tries = 0; said.size > 0 && tries < 100; tries++) await pause(100)
    // A client that fell behind gets no push of what it missed.
    const pushed = said.size
    for (const text of said.keys()) if (await isStored(client, id, text)) said.delete(text)
    const lostIrc = [...said.keys()].filter((text) => mediumOf(Number(text.split(' ')[1]))[0] === 'scuttlebot').length
    process.stderr.write(
      `soak: ${JSON.stringify({ sent: [...sent], notPushed: pushed, told, arrived: [...arrived], rows: [...rows], rounds, missing: [...said.keys()].slice(0, 20) })}\n`,
    )
    const load = `${perSecond} events/s over five protocols for ${minutes} min`
    return [
      slopeRow(`soak: memory of the engine, ${load}`, samples, ({ core }) => core, 'MiB/min'),
      slopeRow(`soak: JS heap of the page, ${load}`, samples, ({ heap }) => heap, 'MiB/min'),
      slopeRow(`soak: descriptors of the engine, ${load}`, samples, ({ descriptors }) => descriptors, 'per min'),
      slopeRow(`soak: said → pushed, p99 of ${sampleSeconds} s, ${load}`, samples, ({ p99 }) => p99, 'ms/min'),
      { name: `soak: messages that did not arrive, of ${number.toLocaleString('en')}`, value: said.size, unit: '', goal: '0' },
      { name: 'soak: IRC lines lost without a marker of a gap that says so', value: told > 0 ? 0 : lostIrc, unit: '', goal: '0' },
    ]
  } finally {
    client.close()
    coder.close()
    await browser.close()
    await shell.kill()
    await Promise.all([ably.close(), ircd.close()])
    rmSync(scratch, { recursive: true, force: true })
  }
}

const textOf = (number: number): string => `text ${number} of the soak`

/** Every task gets its result: tasks that stay open are kept. */
function letter(at: number, payload = ''): SwitchboardMessage {
  if (at % (2 * mailEvery) === 0) return mail(at, { payload })
  return mail(at, { action: 'submit_result', sender: 'coder', recipient: 'lead', replyTo: mail(at - mailEvery).id, payload })
}

/** How much a value grows in a minute: the middle of the growth between any two samples, so that no single one decides. */
function slopeRow(name: string, samples: readonly Sample[], of: (sample: Sample) => number, unit: string): BenchRow {
  const grown = samples.flatMap((early, from) => samples.slice(from + 1).map((late) => (of(late) - of(early)) / (late.at - early.at)))
  const [first, last] = [samples[0], samples.at(-1)].map((sample) => (sample === undefined ? Number.NaN : of(sample)))
  return { name, value: percentile(grown, 50), unit, against: `from ${first?.toFixed(1)} to ${last?.toFixed(1)}` }
}

function coreOf(pid: number | undefined): { readonly core: number; readonly descriptors: number } {
  const kB = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { core: Number(kB) / 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

function heapReader(session: CDPSession): () => Promise<number> {
  return async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  }
}

async function workspaceOf(client: Client): Promise<string> {
  const list = await client.call('workspaces.list', {})
  return list.ok ? (list.value[0]?.id ?? '') : ''
}

async function isStored(client: Client, workspace: string, text: string): Promise<boolean> {
  const found = await client.call('feed.search', { workspace, query: `"${text}"`, limit: 1 })
  return found.ok && found.value.hits.length > 0
}

/** Resolves with the links by protocol when all five are up. */
function allUp(client: Client, workspace: string): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve) => {
    const stop = client.subscribe({ workspace }, (push) => {
      if (push.type !== 'state' || push.links.length < 5 || push.links.some(({ status }) => status.lamp !== 'up')) return
      queueMicrotask(() => stop())
      resolve(new Map(push.links.map(({ protocol, id }) => [protocol, id])))
    })
  })
}

/** A session of a chat LLM whose replies are pasted and discarded. */
async function beginSession(client: Client, link: string): Promise<{ round(number: number): Promise<void> }> {
  const ask = async (method: string, input: unknown): Promise<unknown> => {
    const answer = await client.call('links.call', { link, method, input })
    if (!answer.ok) throw new Error(answer.fault.message)
    return answer.value.output
  }
  const { session } = (await ask('new', { task: 'Make a calculator' })) as { readonly session: string }
  return {
    async round(number) {
      const text = `[MESSAGE]\nanswer ${number}\n[/MESSAGE]`
      const { reply } = (await ask('paste', { session, text })) as { readonly reply?: { readonly number: number } }
      await ask('discard', { session, sequence: 1, reply: reply?.number })
    },
  }
}
