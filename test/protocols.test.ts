import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatOutbox } from '../src/protocols/codingagent/pure/outbox.ts'
import { formatSessionFile } from '../src/protocols/codingagent/pure/session.ts'
import { openAblyServer, type AblyServer } from '../src/protocols/jaibber/demo/ably/server.ts'
import { Player as TeamPlayer } from '../src/protocols/jaibber/demo/player.ts'
import { jaibberConfig } from '../src/protocols/jaibber/pure/config.ts'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { Player } from '../src/protocols/scuttlebot/demo/player.ts'
import { scuttlebotConfig } from '../src/protocols/scuttlebot/pure/config.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { protocolSuite, type ProtocolMedium } from './suites/protocol.ts'

const chat: ProtocolMedium = {
  async prepare(folder) {
    await mkdir(path.join(folder, '.workplace'))
    await writeFile(path.join(folder, '.workplace', 'chat.md'), '')
    return { folder: '.', poll: false }
  },
  async write(folder, texts) {
    await appendFile(path.join(folder, '.workplace', 'chat.md'), chatLines(texts))
  },
  async startOver(folder, texts) {
    await writeFile(path.join(folder, '.workplace', 'chat.md'), chatLines(texts))
  },
}

function chatLines(texts: readonly string[]): string {
  return texts.map((text) => `[coder-to-reviewer]: ${text}\n`).join('')
}

/** Another agent has its sessions in the same folder: each text is the task of a session with its first outbox. */
const codingAgent: ProtocolMedium = {
  async prepare(folder) {
    for (const name of ['inbox', 'outbox', 'sessions']) await mkdir(path.join(folder, '.codingagent', name), { recursive: true })
    return { home: '.codingagent', workspace: '.' }
  },
  async write(folder, texts) {
    for (const task of texts) {
      const id = String((sessions += 1)).padStart(8, '0')
      const at = new Date(1_700_000_000_000 + sessions * 1_000).toISOString()
      const outbox = formatOutbox({ session: id, sequence: 1, task, files: [], leftOut: [] })
      const session = { sessionId: id, task, sequenceNumber: 1, isComplete: false, createdAt: at, updatedAt: at }
      const home = path.join(folder, '.codingagent')
      await writeFile(path.join(home, 'outbox', `${id}_seq0001.txt`), outbox)
      await writeFile(path.join(home, 'sessions', `${id}.json`), formatSessionFile({ ...session, lastResults: [], readFileRequests: [] }))
    }
  },
}
let sessions = 0

/** An agent without MCP puts messages into another agent's inbox. */
const switchboard: ProtocolMedium = {
  async prepare(folder) {
    await mkdir(path.join(folder, '.switchboard', 'inbox', 'coder'), { recursive: true })
    return { folder: '.', personas: '.agent/personas', poll: false }
  },
  async write(folder, texts) {
    for (const payload of texts) {
      const id = `msg_${1_700_000_000_000 + (mails += 1)}_x`
      const createdAt = new Date(1_700_000_000_000 + mails).toISOString()
      const message = { id, action: 'status_update', sender: 'reviewer', recipient: 'coder', payload, createdAt }
      await writeFile(path.join(folder, '.switchboard', 'inbox', 'coder', `${id}.json`), JSON.stringify(message))
    }
  },
  keeps: (file) =>
    ['keeper.lock', 'keeper.lock-journal', 'keeper.json', 'server_info.json', 'auth_token', 'outbox', 'outbox/reviewer'].includes(
      file.replace('.switchboard/', ''),
    ) || /^\.switchboard\/(?:outbox\/reviewer\/)?(?:\.patchbay-[0-9a-f]{16}\.tmp|receipt_msg_\w+\.json)$/.test(file),
  refusesObservers: true,
  draft: { from: 'operator', to: ['coder'], observers: [], text: 'First\n[x-to-y]: second\n{"from":"z"}' },
}
let mails = 0
/** Another client sends it on a test network. */
const scuttlebot: ProtocolMedium = {
  draft: { from: 'operator', to: ['#general'], observers: [], text: '[x-to-y]: first {"from":"z"}' },
  async prepare() {
    network = { ircd: new Ircd(), coder: undefined }
    const port = await network.ircd.listen()
    network.coder = new Player(port, 'coder', ['#general'], { now: Date.now, newId: () => '' })
    await network.coder.ready()
    return scuttlebotConfig.parse({ server: '127.0.0.1', port, tls: false, nick: 'operator', channels: ['#general'], announce: false })
  },
  write(_folder, texts) {
    for (const text of texts) network?.coder?.say('#general', text)
    return Promise.resolve()
  },
  async end() {
    network?.coder?.drop()
    await network?.ircd.close()
  },
}
let network: { readonly ircd: Ircd; coder: Player | undefined } | undefined

/** An agent sends it in a project on a test server. */
const jaibber: ProtocolMedium = {
  draft: { from: 'operator', to: ['coder'], observers: [], where: 'harbour', text: '@coder First\n[x-to-y]: second\n{"from":"z"}' },
  async prepare() {
    const server = await openAblyServer()
    const coder = new TeamPlayer(server.board, 'harbour', 'coder', { instructions: '', machine: '' })
    coder.enter()
    team = { server, coder }
    const config = { ablyKey: server.key, endpoint: `127.0.0.1:${server.port}`, tls: false, projects: ['harbour'], username: 'operator' }
    return jaibberConfig.parse(config)
  },
  write(_folder, texts) {
    for (const text of texts) team?.coder.say(text)
    return Promise.resolve()
  },
  async end() {
    await team?.server.close()
  },
}
let team: { readonly server: AblyServer; readonly coder: TeamPlayer } | undefined

/** A registered protocol without a medium here fails below. */
const media = new Map([
  ['chat', chat],
  ['codingagent', codingAgent],
  ['switchboard', switchboard],
  ['scuttlebot', scuttlebot],
  ['jaibber', jaibber],
])

const protocols = await loadProtocols()

describe('the registry', () => {
  test('names each protocol once, and each has a medium for the suite', () => {
    const ids = protocols.map((protocol) => protocol.info.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...media.keys()].toSorted()).toEqual(ids.toSorted())
  })

  test('has the same protocols as the list of screens', async () => {
    // Read as text: loading the components of every screen would take seconds.
    const folder = path.join(import.meta.dirname, '..', 'src', 'protocols')
    const list = await readFile(path.join(folder, 'screens.ts'), 'utf8')
    const ids = Array.from(list.matchAll(/^ {2}(\w+),$/gm), async ([, name = '']) => {
      const [, file = ''] = new RegExp(String.raw`import \{ ${name} \} from '\./(.+)'`).exec(list) ?? []
      const text = await readFile(path.join(folder, file), 'utf8')
      return new RegExp(String.raw`export const ${name} = defineScreen(?:<\w+>)?\(\{\s*id: '(\w+)'`).exec(text)?.[1]
    })
    expect((await Promise.all(ids)).map(String).toSorted()).toEqual(protocols.map((protocol) => protocol.info.id).toSorted())
  })
})

for (const protocol of protocols) {
  const medium = media.get(protocol.info.id)
  if (medium !== undefined) protocolSuite(protocol, medium)
}
