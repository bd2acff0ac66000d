import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LinkConfig } from '../src/core/link.ts'
import type { Need } from '../src/core/need.ts'
import { Player as TeamPlayer } from '../src/protocols/jaibber/demo/player.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { Player } from '../src/protocols/scuttlebot/demo/player.ts'
import { faultyAbly } from './fakes/ably.ts'
import { callValue } from './fakes/calls.ts'
import { follow, testEngine, texts, type Followed, type TestEngine } from './fakes/engine.ts'
import { faultyIrcd } from './fakes/ircd.ts'

/** What is stuck across links, with the real protocols: from the bytes of each medium to the row of *Needs me*, until it ends. */
const second = 1_000
const minute = 60 * second
const protocols = await loadProtocols()
let core: TestEngine
let workspace: string
let followed: Followed
let messages: number
let mails: number

beforeEach(async () => {
  core = await testEngine({ protocols, isQuick: true })
  await mkdir(path.join(core.folder, '.workplace'))
  await writeFile(chatFile(), '[lead-to-all]: hello\n')
  await Promise.all(['coder', 'reviewer'].map((name) => mkdir(path.join(core.folder, '.switchboard', 'inbox', name), { recursive: true })))
  workspace = (await callValue(core.client, 'workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
  await followed.state((state) => state.messages === 1 && state.links.every(({ status }) => status.lamp === 'up'))
  messages = texts(followed.pushes).length
  mails = 0
})
afterEach(() => core.stop())

const chatFile = (): string => path.join(core.folder, '.workplace', 'chat.md')

/** Resolves when one more message is stored. */
async function heard(): Promise<void> {
  messages++
  await followed.until((pushes) => texts(pushes).length >= messages)
}

async function chat(line: string): Promise<void> {
  await appendFile(chatFile(), `${line}\n`)
  await heard()
}

async function mail(sender: string, recipient: string, action: string, payload: string, more: object = {}): Promise<string> {
  const id = `msg_${1_700_000_000_000 + ++mails}_x`
  const message = { id, action, sender, recipient, payload, createdAt: new Date().toISOString(), ...more }
  await writeFile(path.join(core.folder, '.switchboard', 'inbox', recipient, `${id}.json`), JSON.stringify(message))
  await heard()
  return id
}

/** What is stuck, as a page that opens now shows it. */
async function stuck(): Promise<Need[]> {
  const page = follow(core.client, workspace)
  const { desk } = await page.state()
  page.end()
  return desk.needs.filter((need) => need.stuck !== undefined)
}

const untilStuck = (sources: readonly string[]): Promise<void> =>
  vi.waitFor(async () => expect((await stuck()).map(({ source }) => source)).toEqual(sources))

/** The operator writes something. */
async function say(source: string, to: readonly string[], text: string, where?: string): Promise<void> {
  const draft = { from: 'operator', to: [...to], observers: [], text, ...(where !== undefined && { where }) }
  await callValue(core.client, 'messages.send', { id: ulid(), source, draft })
  await heard()
}

async function ring(): Promise<string> {
  await chat('[coder-to-reviewer]: Which claim carries the scope?')
  const review = await mail('reviewer', 'coder', 'request_review', 'The rate table for /token')
  expect(await stuck()).toEqual([])
  core.pass(119 * second)
  expect(await stuck()).toEqual([])
  core.pass(2 * second)
  return review
}

const addLink = async (protocol: string, config: LinkConfig): Promise<string> =>
  (await callValue(core.client, 'links.add', { workspace, protocol, name: protocol, config })).id

describe('a ring over chat.md and mailboxes (F28)', () => {
  test('counts after two minutes, shows both debts with their places, and ends when one of them is answered', async () => {
    await ring()
    expect(await stuck()).toMatchObject([
      { source: 'deadlock', stuck: { agents: ['coder', 'reviewer'], debts: { length: 2 }, evidence: 'inferred' } },
    ])
    const { arrows } = await callValue(core.client, 'desk.waits', { workspace })
    expect(arrows.map(({ from, to, row, anchor }) => [from, to, row?.debt.kind, anchor?.path])).toEqual([
      ['coder', 'reviewer', 'answer', '.workplace/chat.md'],
      ['reviewer', 'coder', 'review', expect.stringMatching(/^\.switchboard\/inbox\/coder\//)],
    ])
    await chat('[reviewer-to-coder]: The claim scp does.')
    await untilStuck([])
  })

  test('ends when the review is delivered in the mailbox', async () => {
    const review = await ring()
    await untilStuck(['deadlock'])
    await mail('coder', 'reviewer', 'submit_result', 'The table is right.', { replyTo: review })
    await untilStuck([])
  })

  test('ends when the operator answers for one of them, and is back for nobody after a restart', async () => {
    await ring()
    await untilStuck(['deadlock'])
    const [key = ''] = (await stuck())[0]?.stuck?.debts ?? []
    const { source, draft, closes, frees } = await callValue(core.client, 'desk.draft', { workspace, key, intent: 'answer' })
    expect([closes, frees]).toEqual([1, ['coder']])
    await callValue(core.client, 'messages.send', { id: ulid(), source, draft: { ...draft, text: 'It is in scp.' } })
    await untilStuck([])
    core.pass(10 * minute)
    core = await core.restart()
    expect((await stuck()).map(({ source: each }) => each)).not.toContain('deadlock')
  })

  test('is none while one of them still says something to the other', async () => {
    await chat('[coder-to-reviewer]: Which claim carries the scope?')
    await mail('reviewer', 'coder', 'request_review', 'The rate table for /token')
    core.pass(90 * second)
    await mail('coder', 'reviewer', 'status_update', 'Half of the table is read.')
    core.pass(90 * second)
    expect(await stuck()).toEqual([])
    await untilStuck([])
  })
})

describe('a loop over IRC and Ably (F28)', () => {
  let irc: { readonly id: string; readonly coder: Player }
  let team: { readonly id: string; readonly reviewer: TeamPlayer }

  beforeEach(async () => {
    const ircd = await faultyIrcd()
    const ably = await faultyAbly()
    const coder = new Player(ircd.port, 'coder', ['#general'], { now: Date.now, newId: ulid })
    const there = new Player(ircd.port, 'reviewer', ['#general'], { now: Date.now, newId: ulid })
    onTestFinished(async () => {
      coder.drop()
      there.drop()
      await ircd.close()
      await ably.close()
    })
    await Promise.all([coder.ready(), there.ready()])
    const reviewer = new TeamPlayer(ably.server.board, 'dock', 'reviewer', { instructions: 'Review.', machine: 'pier' })
    const also = new TeamPlayer(ably.server.board, 'dock', 'coder', { instructions: 'Code.', machine: 'pier' })
    reviewer.enter()
    also.enter()
    irc = {
      coder,
      id: await addLink('scuttlebot', {
        server: '127.0.0.1',
        port: ircd.port,
        tls: false,
        nick: 'mira',
        channels: ['#general'],
        announce: false,
      }),
    }
    team = {
      reviewer,
      id: await addLink('jaibber', {
        ablyKey: ably.key,
        endpoint: `127.0.0.1:${ably.port}`,
        tls: false,
        projects: ['dock'],
        username: 'operator',
      }),
    }
    // Both links know their members: who is not a member is not addressed by a name in the text.
    await followed.state(({ links, views }) => {
      const known = views.filter(({ link }) => link === irc.id || link === team.id).map(({ view }) => JSON.stringify(view))
      return (
        links.every(({ status }) => status.lamp === 'up') &&
        known.length === 2 &&
        known.every((view) => /"coder".*"reviewer"/s.test(view) || /"reviewer".*"coder"/s.test(view))
      )
    })
    messages = texts(followed.pushes).length
  })

  /** coder speaks on IRC, reviewer answers on Ably, 20 s apart. */
  async function thank(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      irc.coder.say('#general', 'reviewer: Thanks! Say so if you need anything else.')
      await heard()
      core.pass(20 * second)
      team.reviewer.say('@coder You are welcome, say so if you need anything.')
      await heard()
      core.pass(20 * second)
    }
  }

  test('counts after three rounds, shows the texts side by side, ends a minute after the operator spoke to one of them, and comes back as the same', async () => {
    await thank(2)
    expect(await stuck()).toEqual([])
    await thank(1)
    expect(await stuck()).toMatchObject([
      {
        source: 'loop',
        stuck: { agents: ['coder', 'reviewer'], events: { length: 6 }, texts: [{ by: 'coder' }, { by: 'reviewer' }] },
      },
    ])
    const [first] = await stuck()
    await say(irc.id, ['coder'], 'coder: Enough now.', '#general')
    core.pass(61 * second)
    await untilStuck([])
    await thank(3)
    expect((await stuck()).map(({ id }) => id)).toEqual([first?.id])
  })

  test('is none if one of them delivers something meanwhile, on a third link', async () => {
    const review = await mail('coder', 'reviewer', 'request_review', 'The retry helper')
    await thank(2)
    await mail('reviewer', 'coder', 'submit_result', 'Looks right.', { replyTo: review })
    await thank(1)
    expect(await stuck()).toEqual([])
  })

  test('a task that nobody takes needs the operator after ten minutes, and nobody once it is assigned', async () => {
    const unowned = async (): Promise<Need[]> => {
      const page = follow(core.client, workspace)
      const { desk } = await page.state()
      page.end()
      return desk.needs.filter(({ source }) => source === 'unowned')
    }
    irc.coder.envelope('#general', 'task.create', { title: 'Port the rate limiter' }, ['@workers'])
    await heard()
    core.pass(9 * minute)
    expect(await unowned()).toEqual([])
    core.pass(2 * minute)
    const [need] = await unowned()
    expect(need?.text).toContain('Port the rate limiter')
    const handover = { workspace, key: need?.id ?? '', intent: 'handover', to: 'reviewer' } as const
    const { source, draft } = await callValue(core.client, 'desk.draft', handover)
    await callValue(core.client, 'messages.send', { id: ulid(), source, draft })
    await vi.waitFor(async () => expect(await unowned()).toEqual([]))
    const { rows } = await callValue(core.client, 'desk.page', { workspace, list: 'owed', limit: 10 })
    expect(rows).toMatchObject([{ debt: { kind: 'task', debtor: 'reviewer', creditor: 'coder', state: 'open' } }])
  })
})
