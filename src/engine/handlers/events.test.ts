import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { answerIn } from '../../../test/fakes/answer.ts'
import { follow } from '../../../test/fakes/engine.ts'
import { bodiesOf, useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import type { Event, NewEvent } from '../../core/event.ts'
import { ok } from '../../core/fault.ts'

const engine = useOpenedEngine()
const { value, faultOf, eventAt } = engine

test('lint findings have physical line numbers', async () => {
  expect(await value('events.lint', { id: (await eventAt(0)).id })).toEqual({
    rules: 1,
    findings: [{ rule: 'FA001', line: 1, severity: 'error', message: 'bad' }],
  })
  engine.fake.medium.push('coder>reviewer: bad again')
  engine.fake.drivers[0]?.read()
  expect((await value('events.lint', { id: (await eventAt(4)).id })).findings).toMatchObject([{ line: 5 }])
  expect((await value('events.lint', { id: (await eventAt(1)).id })).findings).toEqual([])
})

test('the source is shown as it is now, and whether it has changed', async () => {
  const { id } = await eventAt(2)
  expect(await value('events.source', { id, context: 1 })).toEqual({
    path: 'fake.txt',
    firstLine: 2,
    lines: ['reviewer>coder: why?', 'coder>tester: see', 'below', 'no message'],
    changed: false,
  })
  await writeFile(path.join(engine.running.folder, 'fake.txt'), '1\n2\ncoder>tester: see\nabove\n')
  expect(await value('events.source', { id, context: 0 })).toMatchObject({ lines: ['coder>tester: see', 'above'], changed: true })
  await writeFile(path.join(engine.running.folder, 'fake.txt'), '1\n')
  expect(await value('events.source', { id, context: 0 })).toMatchObject({ lines: [], changed: true })
})

test('a message without answers is a thread of its own', async () => {
  const thread = await value('events.thread', { id: (await eventAt(1)).id, limit: 10 })
  expect(bodiesOf(thread.events)).toEqual(['why?'])
  expect(thread.total).toBe(1)
})

/** The message that a link of the fixture brings, as it is stored. */
async function brought(event: NewEvent): Promise<Event> {
  engine.fake.drivers.at(-1)?.context.emit([event], engine.fake.medium.length)
  return value('events.find', { source: (await eventAt(0)).source, wireId: event.wireId })
}

test('of a message whose bytes were cut off, only what is known is compared with the source', async () => {
  await writeFile(path.join(engine.running.folder, 'fake.txt'), 'coder>reviewer: a long beginning and the rest\n')
  const event = fakeEvent('coder>reviewer: a long beg', 1)
  const cut = await brought({ ...event, wireId: 'cut', raw: { ...event.raw, truncated: true } })
  expect(await value('events.source', { id: cut.id, context: 0 })).toMatchObject({ changed: false })
  const whole = await brought({ ...event, wireId: 'whole' })
  expect(await value('events.source', { id: whole.id, context: 0 })).toMatchObject({ changed: true })
})

test('of a long thread, the part around the message is shown', async () => {
  const shown: unknown[] = []
  const ids: string[] = []
  for (const part of [0, 1, 2, 3, 4, 5]) {
    const { body, ...event } = fakeEvent(`coder>reviewer: ${part}`, 1)
    const answer = body.kind === 'message' && part > 0 ? { ...body, replyTo: 'part 0' } : body
    ids.push((await brought({ ...event, wireId: `part ${part}`, body: answer })).id)
  }
  for (const [part, limit] of [
    [0, 3],
    [3, 3],
    [5, 3],
    [2, 9],
  ] as const) {
    const { events, total } = await value('events.thread', { id: ids[part] ?? '', limit })
    shown.push([bodiesOf(events).join(''), total])
  }
  expect(shown).toEqual([
    ['012', 6],
    ['234', 6],
    ['345', 6],
    ['012345', 6],
  ])
})

/** Sets an editor, and approves it. */
async function setEditor(editor: string): Promise<void> {
  const set = engine.running.client.call('settings.set', { editor })
  const { approvals } = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
  await answerIn(engine.running, approvals[0], { allow: true, scope: 'once' })
  expect(await set).toMatchObject({ ok: true, value: { editor } })
}

test('without an editor and a system program, opening says where to set one', async () => {
  const { id } = await eventAt(0)
  expect(await faultOf('events.open', { id })).toMatchObject({ code: 'unsupported', message: expect.stringContaining('Settings') })
})

test('another editor command needs approval, and nothing is changed without it (F24)', async () => {
  const set = engine.running.client.call('settings.set', { theme: 'dark', editor: 'evil {file}' })
  const { approvals } = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
  expect(approvals[0]).toMatchObject({ actor: { kind: 'operator' }, effect: { kind: 'spawn', exact: 'evil {file}' } })
  expect(await value('settings.get', {})).toMatchObject({ theme: 'system', editor: '' })
  const next = engine.running.client.call('settings.set', { editor: 'code {file}' })
  expect(await set).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  const later = await follow(engine.running.client, engine.workspace).state((each) => each.approvals[0]?.effect.exact === 'code {file}')
  await answerIn(engine.running, later.approvals[0], { allow: false })
  expect(await next).toMatchObject({ ok: false, fault: { code: 'refused' } })
  expect(await value('settings.set', { editor: '', theme: 'light' })).toMatchObject({ theme: 'light', editor: '' })
})

test('the editor is started without a shell, after the operator allowed it; “always” covers every line of the file', async () => {
  const script = path.join(engine.running.folder, 'an editor.sh')
  await writeFile(script, '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word" >> "$0.log"; done\n')
  await chmod(script, 0o755)
  await setEditor(`"${script}" --at={line} '{file}' ;touch`)
  const first = engine.running.client.call('events.open', { id: (await eventAt(0)).id })
  const state = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
  const [approval] = state.approvals
  expect(approval).toMatchObject({
    actor: { kind: 'operator' },
    effect: { kind: 'spawn', target: path.join(engine.running.folder, 'fake.txt') },
  })
  await answerIn(engine.running, approval, { allow: true, scope: 'always' })
  expect(await first).toMatchObject({ ok: true })
  await value('events.open', { id: (await eventAt(1)).id })
  await vi.waitFor(async () => {
    const words = (await readFile(`${script}.log`, 'utf8')).trim().split('\n')
    const file = path.join(engine.running.folder, 'fake.txt')
    expect(words.toSorted()).toEqual(['--at=1', '--at=2', file, file, ';touch', ';touch'].toSorted())
  })
  const [grant] = await value('gate.grants', {})
  await value('gate.revoke', { id: grant?.id ?? '' })
  expect(await value('gate.grants', {})).toEqual([])
})

test('the system’s program opens the file if the shell can, after approval', async () => {
  const opened: string[] = []
  await engine.start({ openPath: (_permit, file) => Promise.resolve((opened.push(file), ok(undefined))) })
  const call = engine.running.client.call('events.open', { id: (await eventAt(0)).id })
  const { approvals } = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
  expect(opened).toEqual([])
  await answerIn(engine.running, approvals[0], { allow: true, scope: 'once' })
  expect(await call).toMatchObject({ ok: true })
  expect(opened).toEqual([path.join(engine.running.folder, 'fake.txt')])
})

test('an event is found by the identity given by its link', async () => {
  const event = await eventAt(0)
  expect(await value('events.find', { source: event.source, wireId: event.wireId })).toEqual(event)
  expect(await faultOf('events.find', { source: event.source, wireId: 'nothing' })).toMatchObject({ code: 'not-found' })
  expect(await faultOf('events.find', { source: 'nothing', wireId: event.wireId })).toMatchObject({ code: 'not-found' })
})

test('a missing event is a fault', async () => {
  for (const method of ['events.get', 'events.lint', 'events.open'] as const)
    expect(await faultOf(method, { id: 'nothing' })).toMatchObject({ code: 'not-found' })
})
