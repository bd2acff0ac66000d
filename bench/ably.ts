import path from 'node:path'
import { Realtime } from 'ably'
import type { ClientOptions } from 'ably'
import type { Permit } from '../src/core/protocol.ts'
import { startScript } from '../src/io/node-script.ts'
import { openConnection } from '../src/protocols/jaibber/ably/connection.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const published = 5_000
const received = 20_000
const atOnce = 100
const rounds = 5
const channel = 'jaibber:project:bench'
const permit = { act: 'bench' } as Permit
/** A chunk of an answer as it is on the wire. */
const chunk = {
  from: 'a1',
  fromUsername: 'mira',
  projectId: 'bench',
  text: 'a few words of an answer that is being written, as many as come in a fifth of a second, ',
  messageId: '6f2b9c1e-0d5a-4a3e-9b8f-0c1d2e3f4a5b',
  responseId: '6f2b9c1e-0d5a-4a3e-9b8f-0c1d2e3f4a5b',
  type: 'chunk',
  agentName: 'Coder',
}

/** One end of a connection: publishes one message, and resolves once a number of messages has been received. */
interface End {
  publish(name: string, data: unknown): Promise<unknown>
  heard(count: number): Promise<void>
  close(): Promise<void>
}

/** The cost of one message through our connection, compared with the bare client on the same server. */
export async function ablyBench(): Promise<BenchRow[]> {
  const script = startScript(path.join(import.meta.dirname, 'ably-server.ts'), [])
  const [port = '', key = ''] = ((await script.firstLine()) ?? '').split(' ')
  const opened = { port: Number(port), key }
  try {
    const ends = [ours, bare].map((open) => ({ open, publish: [] as number[], receive: [] as number[] }))
    for (let round = -1; round < rounds; round++) {
      for (const each of ends) {
        const end = await each.open(opened)
        const times = [await publishing(end), await receiving(end)] as const
        if (round >= 0) each.publish.push(times[0])
        if (round >= 0) each.receive.push(times[1])
        await end.close()
      }
    }
    const [we, they] = ends.map(({ publish, receive }) => ({ publish: percentile(publish, 50), receive: percentile(receive, 50) }))
    if (we === undefined || they === undefined) return []
    return [row(`ably: publish → taken, ${atOnce} on their way`, we.publish, they.publish), row('ably: receive', we.receive, they.receive)]
  } finally {
    await script.stop()
  }
}

function row(name: string, value: number, against: number): BenchRow {
  const words = `bare ably client, same server: ${Math.round(against).toLocaleString('en-US')} messages/s`
  return { name, value, unit: 'messages/s', against: words, ratio: value / against, goal: '≥ 0.8' }
}

/** Messages per second that are accepted. */
async function publishing(end: End): Promise<number> {
  const began = performance.now()
  for (let sent = 0; sent < published; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => end.publish('message', chunk)))
  return (published / (performance.now() - began)) * 1_000
}

/** Messages per second received as fast as they can be processed. */
async function receiving(end: End): Promise<number> {
  const all = end.heard(received)
  const began = performance.now()
  void end.publish('go', `${received} ${JSON.stringify(chunk)}`)
  await all
  return (received / (performance.now() - began)) * 1_000
}

interface Counter {
  count(): void
  until(wanted: number): Promise<void>
}

function counter(): Counter {
  let waiting = { left: 0, done: (): void => undefined }
  return {
    count() {
      if (--waiting.left === 0) waiting.done()
    },
    until: (wanted) =>
      new Promise((done) => {
        waiting = { left: wanted, done }
      }),
  }
}

const ignore = (): void => undefined

async function ours({ port, key }: { port: number; key: string }): Promise<End> {
  const joined = Promise.withResolvers<void>()
  const heard = counter()
  const connection = openConnection(
    { key, clientId: 'bench', endpoint: { host: '127.0.0.1', port, tls: false } },
    {
      state: ignore,
      message: () => heard.count(),
      presence: ignore,
      attached: () => joined.resolve(),
      settled: () => undefined,
      gap: ignore,
      failed: ignore,
    },
    { now: Date.now, log: ignore },
  )
  connection.join(channel)
  await joined.promise
  return {
    publish: (name, data) => connection.publish(permit, channel, { name, data }),
    heard: (count) => heard.until(count),
    close: () => connection.close(),
  }
}

async function bare({ port, key }: { port: number; key: string }): Promise<End> {
  const options: ClientOptions = {
    key,
    clientId: 'bench',
    endpoint: '127.0.0.1',
    port,
    tls: false,
    useTokenAuth: true,
    useBinaryProtocol: false,
    disableConnectivityCheck: true,
  }
  const client = new Realtime(options)
  const joined = client.channels.get(channel)
  const heard = counter()
  await joined.subscribe(() => heard.count())
  return {
    publish: (name, data) => joined.publish(name, data),
    heard: (count) => heard.until(count),
    close: async () => client.close(),
  }
}
