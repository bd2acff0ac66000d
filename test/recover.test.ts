import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Recovery } from '../src/core/protocol.ts'
import { keepBackup } from '../src/io/journal/backups.ts'
import type { RecoverState } from '../src/io/journal/recover-state.ts'
import { repairJournal } from '../src/io/journal/repair.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { follow, testEngine, texts } from './fakes/engine.ts'
import { valueOf } from './fakes/value-of.ts'

const protocols = new Map((await loadProtocols()).map((protocol) => [protocol.info.id, protocol]))
const recover: RecoverState = (protocol, saved, from) => protocols.get(protocol)?.recover?.(saved, from)
const [whole, holes]: readonly Recovery[] = [{ isWhole: true }, { isWhole: false }]
const asked = [whole, holes].filter((each) => each !== undefined)

test('every protocol decides what remains of a link’s state, and handles invalid state', () => {
  for (const [id, { recover: own }] of protocols) {
    expect([id, typeof own]).toEqual([id, 'function'])
    for (const from of asked) expect(() => own?.({ v: 'other' }, from)).not.toThrow()
  }
})

test('a mailbox link restores no names, shells or executes, and turns no server on (F24)', () => {
  const message = { id: 'm', action: 'execute', sender: 'coder', recipient: 'sh', payload: 'ls' }
  const held = { message, isStarted: false }
  const mail = [['coder m', 'hash', 'd', true]]
  const saved = {
    v: 1,
    server: 'on',
    shells: ['sh'],
    registered: ['coder'],
    held: [held],
    registrations: [{ id: 'r', name: 'coder', kind: 'chat' }],
    mail,
  }
  for (const from of asked) {
    const left = recover('switchboard', saved, from)
    expect(left).toMatchObject({ shells: [], registered: [], registrations: [], held: [], mail: from.isWhole ? mail : [] })
    expect(JSON.stringify(left)).not.toContain('"server"')
  }
  expect(recover('switchboard', { ...saved, server: 'off' }, { isWhole: true })).toMatchObject({ server: 'off' })
})

test('a team’s agents are kept but do not run, nothing is sent automatically, and what ran since the backup is known (F24)', () => {
  const agent = {
    id: 'a',
    settings: { name: 'Coder', projects: ['p'], instructions: '', provider: { kind: 'paste' }, timeLimit: 60 },
    isRunning: true,
    answered: 1,
    since: 1,
  }
  const open = [{ agentName: 'Coder', project: 'p', messageId: 'm', responseId: 'x', at: 1 }]
  const crew = (ran: readonly (readonly [string, number])[]) => ({ v: 1, agents: [agent], ledger: { ran, open, answers: [] }, prompts: [] })
  const state = (ran: readonly (readonly [string, number])[]) => ({
    v: 1,
    mark: 7,
    projects: { added: [], left: [], listed: [], configured: [], settings: [] },
    queue: [{ id: 'm', project: 'p' }],
    crew: crew(ran),
  })
  const left = recover('jaibber', state([['Coder 1', 1]]), { isWhole: true, replaced: state([['Coder 2', 2]]) })
  const ran = [
    ['Coder 1', 1],
    ['Coder 2', 2],
  ]
  expect(left).toMatchObject({
    mark: 7,
    queue: [],
    crew: { agents: [{ id: 'a', isRunning: false }], ledger: { ran, open: [] }, prompts: [] },
  })
  expect(recover('jaibber', state([]), { isWhole: false })).toMatchObject({ mark: 0 })
  const identity = { userId: 'u', username: 'mira' }
  const elsewhere = recover('jaibber', { ...state([]), identity }, { isWhole: false, isElsewhere: true })
  expect(elsewhere).toMatchObject({ mark: 0, queue: [] })
  expect(elsewhere).toMatchObject({ crew: undefined })
  expect(elsewhere).not.toHaveProperty('identity')
})

test('after a repair a link reads again what its source still has, each line once (F26)', async () => {
  const running = await testEngine({ protocols: [...protocols.values()] })
  const chat = path.join(running.folder, '.workplace', 'chat.md')
  mkdirSync(path.dirname(chat))
  writeFileSync(chat, '[coder-to-reviewer]: one\n[reviewer-to-coder]: two\n')
  const first = follow(running.client, valueOf(await running.client.call('workspaces.open', { path: running.folder })).id, 0)
  await first.until((pushes) => texts(pushes).length === 2)
  valueOf(await keepBackup(running.dataDir, 1))
  appendFileSync(chat, '[coder-to-reviewer]: three\n')
  await first.until((pushes) => texts(pushes).length === 3)
  await running.engine.close()

  const file = path.join(running.dataDir, 'journal.db')
  const damaged = Buffer.from('no database '.repeat(2_000))
  writeFileSync(file, damaged)
  const done = valueOf(await repairJournal(running.dataDir, { recover, now: 2 }))
  expect(done).toMatchObject({ read: 0, kept: expect.stringContaining('journal.db.before-') as string })
  expect(readFileSync(done?.kept ?? '').equals(damaged)).toBe(true)

  const again = await running.restart()
  const followed = follow(again.client, valueOf(await again.client.call('workspaces.open', { path: running.folder })).id, 0)
  await followed.until((pushes) => texts(pushes).length >= 3)
  await followed.state(({ links }) => links.some(({ protocol, status }) => protocol === 'chat' && status.lamp === 'up'))
  expect(texts(followed.pushes)).toEqual(['one', 'two', 'three'])
  await again.stop()
})
