import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ulid } from 'ulid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callValue } from '../../../test/fakes/calls.ts'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { DeskIntent } from '../../core/desk-draft.ts'
import { loadProtocols } from '../../protocols/registry.ts'

const protocols = await loadProtocols()
let running: TestEngine
let chatFile: string
let workspace: string
let followed: Followed

beforeEach(async () => {
  // Time passes by `pass` alone, at noon: how long the machine takes changes nothing, and no day ends in between.
  const began = new Date().setHours(12, 0, 0, 0)
  running = await testEngine({ protocols, now: () => began })
  chatFile = path.join(running.folder, '.workplace', 'chat.md')
  await mkdir(path.dirname(chatFile))
  await writeFile(chatFile, '[coder-to-reviewer]: hello\n')
  workspace = (await callValue(running.client, 'workspaces.open', { path: running.folder })).id
  followed = follow(running.client, workspace)
  await followed.state((state) => state.links[0]?.status.lamp === 'up')
})
afterEach(() => running.stop())

async function owed(): Promise<DebtRow[]> {
  return (await callValue(running.client, 'desk.page', { workspace, list: 'owed', limit: 10 })).rows
}

async function sayAbout(key: string, intent: DeskIntent, text?: string, to?: string): Promise<void> {
  const { source, draft } = await callValue(running.client, 'desk.draft', { workspace, key, intent, ...(to !== undefined && { to }) })
  await callValue(running.client, 'messages.send', { id: ulid(), source, draft: { ...draft, ...(text !== undefined && { text }) } })
}

test('a question in chat.md needs the operator, the reply closes it, and nothing of it is on the wire', async () => {
  await appendFile(chatFile, '[reviewer-to-operator]: Should the limit stay at 15?\n')
  await followed.state((state) => state.messages === 2)
  running.pass(4_000)
  await appendFile(chatFile, '[coder-to-reviewer]: tick\n')
  const { desk } = await followed.state((state) => state.desk.counts.needs === 1)
  const key = desk.needs[0]?.id ?? ''
  expect(desk.needs[0]).toMatchObject({ source: 'answer', who: 'reviewer', text: 'Should the limit stay at 15?' })
  await sayAbout(key, 'answer', 'Yes.')
  const done = await followed.state((state) => state.desk.counts.needs === 0 && state.commands[0]?.state === 'confirmed')
  expect(await readFile(chatFile, 'utf8')).toMatch(/\n\[operator-to-reviewer\]: Yes\.\n$/)
  const { rows, ledger } = await callValue(running.client, 'desk.ofEvent', { event: done.commands[0]?.event ?? '' })
  expect(rows).toMatchObject([{ debt: { key, state: 'settled', end: { by: 'operator', event: done.commands[0]?.event } } }])
  expect(ledger.find(({ step }) => step === 'written')).toMatchObject({ state: 'yes', evidence: 'receipt' })
})

/** The question that was asked before. @param messages how many there are then. @returns how many need the operator. */
async function askAgain(messages: number): Promise<number> {
  await appendFile(chatFile, '[reviewer-to-operator]: Should the limit stay at 15?\n')
  return (await followed.state((state) => state.messages === messages)).desk.counts.needs
}

test('whoever asks again and again hides nothing that is already shown, and is shown 3 s after the first time (F27)', async () => {
  const seen = [await askAgain(2)]
  for (const messages of [3, 4, 5, 6, 7]) {
    running.pass(1_100)
    seen.push(await askAgain(messages))
  }
  expect(seen).toEqual([0, 0, 0, 1, 1, 1])
})

test('many names that are made up hide no question of an agent of whom more was heard (F27)', async () => {
  const letters = Array.from('abcdefghijklmnopqrst')
  const forged = letters.flatMap((one) => letters.map((other) => `[ghost-${one}${other}-to-operator]: Which of these, ${one}${other}?\n`))
  await appendFile(chatFile, `${forged.slice(0, 200).join('')}[coder-to-reviewer]: one more thing\n`)
  await followed.state((state) => state.messages === 202)
  running.pass(60_000)
  await appendFile(chatFile, '[coder-to-operator]: May I merge?\n')
  await followed.state((state) => state.messages === 203)
  running.pass(60_000)
  await appendFile(chatFile, forged.slice(200).join(''))
  await followed.state((state) => state.messages === 403)
  running.pass(4_000)
  await appendFile(chatFile, '[coder-to-reviewer]: tick\n')
  const { desk } = await followed.state((state) => state.desk.counts.needs === 401)
  expect(desk.needs).toHaveLength(200)
  expect(desk.needs.filter(({ who }) => who === 'coder')).toMatchObject([{ text: 'May I merge?' }])
})

test('an answer of the operator for somebody else ends all debts of the row when it is confirmed, also after a restart', async () => {
  await appendFile(chatFile, '[coder-to-reviewer]: Should the limit stay at 15?\n[coder-to-reviewer]: And should it be a setting?\n')
  await followed.state((state) => state.desk.counts.owed === 1)
  const row = (await owed())[0]
  expect(row?.keys).toHaveLength(2)
  await sayAbout(row?.debt.key ?? '', 'answer', 'Keep it, without a setting.')
  await followed.state((state) => state.commands[0]?.state === 'confirmed')
  await vi.waitFor(async () => expect(await owed()).toEqual([]))
  running = await running.restart()
  expect(await owed()).toEqual([])
})

test('a reminder counts on the debt and opens none of its own, also after a restart; one is enough for half the limit, and a hand-over moves it', async () => {
  await appendFile(chatFile, '[coder-to-reviewer]: Please review the retry helper\n')
  await followed.state((state) => state.desk.counts.owed === 1)
  const key = (await owed())[0]?.debt.key ?? ''
  await sayAbout(key, 'nudge')
  await followed.state((state) => state.commands[0]?.state === 'confirmed')
  expect(await owed()).toMatchObject([{ debt: { key, debtor: 'reviewer', creditor: 'coder' }, asked: 2 }])
  expect((await callValue(running.client, 'desk.get', { workspace, key })).events).toHaveLength(2)
  const again = { workspace, key, intent: 'nudge' } as const
  expect(await running.client.call('desk.draft', again)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  running.pass(-86_400_000) // a clock that was set back has no say
  expect(await running.client.call('desk.draft', again)).toMatchObject({ ok: true })
  running.pass(86_400_000 + 15 * 60_000)
  expect(await running.client.call('desk.draft', again)).toMatchObject({ ok: true })
  expect(await callValue(running.client, 'desk.mark', { workspace, keys: [key], verb: 'pin' })).toMatchObject({ sent: 1 })
  await sayAbout(key, 'handover', undefined, 'tester')
  await followed.state((state) => state.messages === 4)
  running = await running.restart()
  await follow(running.client, workspace).state((state) => state.desk.counts.owed === 1)
  expect(await owed()).toMatchObject([{ debt: { key, debtor: 'tester', creditor: 'coder' }, asked: 2 }])
})

test('what is owed by way of a link is void once it is removed, also after a restart', async () => {
  await appendFile(chatFile, '[coder-to-reviewer]: Please review the retry helper\n')
  const { links } = await followed.state((state) => state.desk.counts.owed === 1)
  const key = (await owed())[0]?.debt.key
  await callValue(running.client, 'links.remove', { link: links.find(({ protocol }) => protocol === 'chat')?.id ?? '' })
  await followed.state((state) => state.desk.counts.owed === 0)
  const closed = async (): Promise<DebtRow[]> =>
    (await callValue(running.client, 'desk.page', { workspace, list: 'closed', limit: 10 })).rows
  const before = await closed()
  expect(before).toMatchObject([{ debt: { key, state: 'void', end: { how: 'link', by: 'operator' } } }])
  running.pass(60_000)
  running = await running.restart()
  expect(await closed()).toEqual(before)
})

test('what needs the operator in other workspaces is counted for each of them', async () => {
  const other = path.join(running.folder, 'other project')
  await mkdir(path.join(other, '.workplace'), { recursive: true })
  await writeFile(path.join(other, '.workplace', 'chat.md'), '[coder-to-operator]: Which port?\n')
  const { id, name } = await callValue(running.client, 'workspaces.open', { path: other })
  const { desk } = await followed.state((state) => state.desk.elsewhere === 1)
  expect(desk.others).toEqual([{ workspace: id, name, needs: 1 }])
  expect(desk.counts.needs).toBe(0)
  await callValue(running.client, 'workspaces.forget', { workspace: id })
  expect((await followed.state((state) => state.desk.elsewhere === 0)).desk.others).toEqual([])
})
