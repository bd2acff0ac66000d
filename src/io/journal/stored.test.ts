import { expect, onTestFinished, test, vi } from 'vitest'
import type { Approval, Grant } from '../../core/approval.ts'
import type { Command } from '../../core/command.ts'
import { limits } from '../../core/limits.ts'
import { JournalError, JournalWriteError } from '../../core/journal.ts'
import type { ActRecord, StoredLink } from '../../core/journal.ts'
import { openConnection } from './connection.ts'
import { journalOn } from './open.ts'
import { append, message, openOrThrow, tempFolder, tempJournal, wires, workspace } from '../../../test/fakes/journal.ts'

const draft = { from: 'operator', to: ['coder'], observers: [], text: 'hi' }
const command: Command = { id: 'c1', workspace: 'w', source: 'chat', draft, wire: 'x', state: 'accepted', at: 1 }
const effect = { kind: 'spawn', target: 'code', exact: 'code -g a:1' } as const
const approval: Approval = {
  id: 'a1',
  workspace: 'w',
  actor: { kind: 'operator', name: 'o' },
  effect,
  question: '?',
  at: 1,
  hidden: [],
  digest: 'd',
}
const grant: Grant = { id: 'g1', actor: { kind: 'operator', name: 'o' }, ...effect, scope: 'always', at: 1 }
const act: ActRecord = { id: 'x1', at: 1, workspace: 'w', actor: 'o', kind: 'spawn', target: 'code', phase: 'asked' }
const link: StoredLink = {
  id: 'chat',
  workspace: 'w',
  protocol: 'chat',
  name: 'chat.md',
  config: { folder: '.', poll: false },
  enabled: true,
}

test('workspaces: put, changed, listed in the order they were opened', () => {
  const journal = tempJournal()
  journal.putWorkspace({ ...workspace('w'), operator: 'ann' })
  expect(journal.workspaces()).toEqual([{ ...workspace('w'), operator: 'ann' }, workspace('v')])
})

test('links: put, changed, removed; their events stay', () => {
  const journal = tempJournal()
  journal.putLink(link)
  journal.putLink({ ...link, id: 'z', workspace: 'v' })
  journal.putLink({ ...link, name: 'renamed', enabled: false })
  expect(journal.links('w')).toEqual([{ ...link, name: 'renamed', enabled: false }])
  append(journal, [message('1')])
  journal.removeLink('chat')
  expect(journal.links('w')).toEqual([])
  expect(wires(journal)).toEqual(['1'])
  expect(() => journal.putLink({ ...link, workspace: 'none' })).toThrow(JournalWriteError)
})

test('commands: put under their id, found by state', () => {
  const journal = tempJournal()
  journal.putCommand(command)
  journal.putCommand({ ...command, id: 'c2' })
  journal.putCommand({ ...command, state: 'sent' })
  expect(journal.command('c1')).toEqual({ ...command, state: 'sent' })
  expect(journal.command('none')).toBeUndefined()
  expect(journal.commands('w').map(({ id, state }) => [id, state])).toEqual([
    ['c1', 'sent'],
    ['c2', 'accepted'],
  ])
  expect(journal.commands('w', ['accepted', 'failed']).map(({ id }) => id)).toEqual(['c2'])
  expect(journal.commands('w', [])).toEqual([])
  expect(journal.commands('v')).toEqual([])
})

test('read marks and kept values belong to their workspace; names that are property names are just names', () => {
  const journal = tempJournal()
  journal.putReadMarks('w', new Map([['chat|a', 3], ['chat|__proto__', 1]])) // prettier-ignore
  journal.putReadMarks('w', new Map([['chat|a', 5]]))
  expect(journal.readMarks('w')).toEqual(new Map([['chat|a', 5], ['chat|__proto__', 1]])) // prettier-ignore
  expect(journal.readMarks('v')).toEqual(new Map())
  journal.putKept('w', 'alias', 'chat|__proto__', 'coder')
  journal.putKept('w', 'other', 'chat|__proto__', { is: [1] })
  journal.putKept('w', 'alias', 'chat|b', 'coder')
  journal.putKept('w', 'alias', 'chat|b', undefined)
  expect(journal.kept('w', 'alias')).toEqual(new Map([['chat|__proto__', 'coder']]))
  expect(journal.kept('w', 'other')).toEqual(new Map([['chat|__proto__', { is: [1] }]]))
  expect(journal.kept('v', 'alias')).toEqual(new Map())
})

test('a kept entry is bounded, and so is their number (F18)', () => {
  const opened = openConnection(tempFolder())
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const journal = journalOn(opened.value, {})
  onTestFinished(() => journal.close())
  journal.putWorkspace(workspace('w'))
  const tooLarge = expect.objectContaining({ fault: expect.objectContaining({ code: 'too-large' }) as unknown }) as unknown
  const put =
    (key: string, value: unknown, kind = 'note') =>
    () =>
      journal.putKept('w', kind, key, value)
  const longest = 'x'.repeat(limits.keptChars - 'k""'.length)
  put('k', longest)()
  expect(put('k', `${longest}x`)).toThrow(tooLarge)
  expect(journal.kept('w', 'note')).toEqual(new Map([['k', longest]]))
  db.prepare(
    `WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
     INSERT INTO kept SELECT pk, 'note', n, n FROM workspaces, count`,
  ).run(limits.keptEntries - 1)
  expect(put('one more', 1)).toThrow(tooLarge)
  put('k', 'changed')()
  put('one more', 1, 'other kind')()
  put('1', undefined)()
  put('one more', 1)()
  expect(journal.kept('w', 'note').size).toBe(limits.keptEntries)
})

test('approvals, grants and acts survive a restart', () => {
  const folder = tempFolder()
  const before = openOrThrow(folder)
  before.putApproval({ ...approval, id: 'a2' })
  before.putApproval(approval)
  before.putApproval({ ...approval, id: 'a2', question: 'again?' })
  before.putGrant(grant)
  before.recordAct(act, true)
  before.recordAct({ ...act, phase: 'refused' }, false)
  before.close()
  const after = openOrThrow(folder)
  expect(after.approvals()).toEqual([{ ...approval, id: 'a2', question: 'again?' }, approval])
  expect(after.grants()).toEqual([grant])
  expect(after.acts(9).map(({ phase }) => phase)).toEqual(['refused', 'asked'])
  expect(after.acts(1)).toHaveLength(1)
  after.removeApproval('a2')
  after.removeGrant('g1')
  expect([after.approvals(), after.grants()]).toEqual([[approval], []])
})

test('settings and snapshots', () => {
  const journal = tempJournal()
  expect([journal.setting('x'), journal.snapshot('w', 'agents')]).toEqual([undefined, undefined])
  journal.putSetting('x', { a: [1] })
  journal.putSetting('x', null)
  expect(journal.setting('x')).toBeNull()
  journal.putSetting('x', undefined)
  expect(journal.setting('x')).toBeUndefined()
  journal.putSnapshot('w', 'agents', { cursor: 4, version: 2, value: { a: 1 } })
  journal.putSnapshot('w', 'agents', { cursor: 9, version: 2, value: [] })
  expect(journal.snapshot('w', 'agents')).toEqual({ cursor: 9, version: 2, value: [] })
  expect(journal.snapshot('v', 'agents')).toBeUndefined()
})

test('a removed workspace is gone immediately, its rows soon after, and its id can be used again', async () => {
  const journal = tempJournal()
  const fill = () => {
    journal.putLink(link)
    append(journal, Array.from({ length: 1_200 }, (_, index) => message(String(index), 'forget me'))) // prettier-ignore
    append(journal, [message('grown', 'forget me', { supersedes: '0' })])
  }
  fill()
  append(journal, [message('kept', 'forget me not')], { workspace: 'v', source: 'of v' })
  for (const put of [() => journal.putCommand(command), () => journal.putApproval(approval), () => journal.recordAct(act, true)]) put()
  journal.putReadMarks('w', new Map([['chat|a', 1]]))
  journal.putKept('w', 'alias', 'chat|a', 'b')
  journal.putSnapshot('w', 'agents', { cursor: 1, version: 1, value: 1 })
  const [event] = journal.since('w', 0, 1)

  journal.removeWorkspace('w')
  journal.removeWorkspace('w')
  expect(journal.workspaces()).toEqual([workspace('v')])
  expect([wires(journal), journal.links('w'), journal.commands('w'), journal.approvals(), journal.acts(9)]).toEqual([[], [], [], [], []])
  expect([journal.event(event?.id ?? ''), journal.linkState('chat'), journal.head('w')]).toEqual([undefined, undefined, 0])
  journal.putWorkspace(workspace('w'))
  fill()
  expect([journal.readMarks('w').size, journal.kept('w', 'alias').size, journal.snapshot('w', 'agents')]).toEqual([0, 0, undefined])
  expect(wires(journal)).toHaveLength(500)
  expect(wires(journal, { names: ['chat|coder'] })).toHaveLength(500)

  await vi.waitFor(() => expect(journal.health().events).toBe(1_202))
  expect(await journal.search({ workspace: 'w', query: 'forget', limit: 1, now: 0 })).toMatchObject({
    value: { total: 1_000, totalIsExact: false },
  })
  expect(await journal.search({ workspace: 'v', query: 'forget', limit: 1, now: 0 })).toMatchObject({ value: { total: 1 } })
  expect(journal.health().integrity).toBe('ok')
})

test('the remains of a removed workspace are deleted after a restart', async () => {
  const folder = tempFolder()
  const before = openOrThrow(folder)
  before.putWorkspace(workspace('w'))
  append(before, Array.from({ length: 600 }, (_, index) => message(String(index)))) // prettier-ignore
  before.removeWorkspace('w')
  before.close()
  const after = openOrThrow(folder)
  expect(after.health().events).toBe(600)
  await vi.waitFor(() => expect(after.health().events).toBe(0))
})

test('a closed journal reports that', async () => {
  const journal = tempJournal()
  journal.close()
  journal.close()
  expect(() => journal.head('w')).toThrow(JournalError)
  expect(() => append(journal, [message('1')])).toThrow(JournalWriteError)
  expect(() => [...journal.replay('w', 0)]).toThrow(/closed/)
  expect(await journal.search({ workspace: 'w', query: 'x', limit: 1, now: 0 })).toMatchObject({
    ok: false,
    fault: { code: 'unavailable' },
  })
})

test('parts of a snapshot stay until they are replaced, removed, or the whole is replaced', () => {
  const journal = tempJournal()
  const put = (parts: [string, string | undefined][], isWhole?: boolean): number =>
    journal.putSnapshot('w', 'unread', {
      cursor: 1,
      version: 1,
      value: 0,
      parts: new Map(parts),
      ...(isWhole !== undefined && { isWhole }),
    })
  const partsOf = (workspace: string): unknown[] =>
    journal.snapshotParts(workspace, 'unread').map((name) => [name, journal.snapshotPart(workspace, 'unread', name)])
  expect(
    put([
      ['0', '[1]'],
      ['7', '[2]'],
    ]),
  ).toBe('0[1][2]'.length)
  put([
    ['7', undefined],
    ['8', '[3]'],
  ])
  expect(partsOf('w')).toEqual([
    ['0', [1]],
    ['8', [3]],
  ])
  expect(journal.snapshotPart('w', 'unread', '7')).toBeUndefined()
  put([['9', '4']], true)
  expect(partsOf('w')).toEqual([['9', 4]])
  expect(journal.snapshot('w', 'unread')).toEqual({ cursor: 1, version: 1, value: 0 })
  expect(partsOf('v')).toEqual([])
})
