import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Command } from '../../core/command.ts'
import { limits } from '../../core/limits.ts'
import type { LinkConfig } from '../../core/link.ts'
import type { Journal } from '../../core/journal.ts'
import { exportJournal } from './export.ts'
import type { ExportOptions } from './export.ts'
import { openImportPlaces } from './import-places.ts'
import { importJournal } from './import.ts'
import type { ImportOptions } from './import.ts'
import { append, comment, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const conversation = 'coder⇄reviewer'
const linkOf = (protocol: string, config: LinkConfig) => ({ place: `${protocol} ${String(config['at'])}`, config })
const reading: Pick<ImportOptions, 'linkOf' | 'recover' | 'caughtUpKey'> = {
  linkOf,
  recover: (_protocol, saved, from) => (saved === undefined ? undefined : { saved, from }),
  caughtUpKey: (link) => `link.caughtUp.${link}`,
}

async function exported(dataDir: string, more: Partial<ExportOptions> = {}): Promise<string> {
  const parts: string[] = []
  const write = (text: string): Promise<void> => Promise.resolve(void parts.push(text))
  valueOf(await exportJournal(dataDir, { patchbay: '1', now: 9_000, linkOf, recover: (_protocol, saved) => saved, write, ...more }))
  return parts.join('')
}

async function* chunksOf(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

async function imported(dataDir: string, text: string, more: Partial<ImportOptions> = {}) {
  const skipped: [number, string][] = []
  const skip = (line: number, why: string): void => void skipped.push([line, why])
  const result = await importJournal(dataDir, chunksOf(text), { ...reading, now: 10_000, skipped: skip, ...more })
  return { result, skipped }
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const eventsOf = (text: string): unknown[] => linesOf(text).flatMap((line) => (line['type'] === 'event' ? [line['wireId']] : []))
const command = (id: string, state: Command['state'], more: Partial<Command> = {}): Command => ({
  id,
  workspace: 'w',
  source: 'chat',
  draft: { from: 'operator', to: ['coder'], observers: [], text: id },
  wire: id,
  state,
  at: 1,
  ...more,
})
const atOf = (minute: number): number => Date.UTC(2026, 4, 1, 0, minute)

/** A data folder with a line that grew, history before it, marks, joined names and messages of the operator; closed. */
function folder(): string {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  journal.putWorkspace({ ...workspace('demo'), demo: true })
  journal.putLink({ id: 'chat', workspace: 'w', protocol: 'chat', name: 'chat.md', config: { at: 'chat.md' }, enabled: true })
  const history = journal.reserveOrder(10)
  append(journal, [message('a'), message('b'), comment('c'), message('d')], { at: atOf(1), state: { generation: 3 } })
  append(journal, [message('d grown', 'd, grown', { supersedes: 'd' })], { at: atOf(2) })
  append(journal, [message('early', 'early', { ord: history })], { at: atOf(3) })
  append(journal, [message('x', 'x', { conversation: 'other' })], { at: atOf(3) })
  append(journal, [message('gone')], { source: 'removed', at: atOf(4) })
  append(journal, [message('demo')], { workspace: 'demo', source: 'demo', at: atOf(4) })
  const b = journal.find('chat', 'b')
  journal.putReadMarks('w', new Map([[`chat|${conversation}`, b?.ord ?? 0]]))
  journal.putKept('w', 'alias', 'chat|coder2', 'coder')
  journal.putKept('w', 'mark', 'chat|d', { snoozedUntil: 5, by: ['chat|x'] })
  journal.putCommand(command('one', 'confirmed', { event: b?.id ?? '' }))
  journal.putCommand(command('two', 'sent'))
  journal.putGrant({
    id: 'g',
    actor: { kind: 'agent', name: 'coder' },
    kind: 'spawn',
    target: 'npm',
    exact: 'npm test',
    scope: 'always',
    at: 1,
  })
  journal.putSetting('settings', { editor: 'program {file}' })
  journal.close()
  return dataDir
}

/** Messages with numbers. */
const some = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => message(`m${from + at}`))

/** Wire ids of everything shown, in the order of the screen. */
const shown = (journal: Journal): string[] =>
  journal.page({ workspace: 'w', filter: { kinds: ['message', 'comment'] }, limit: 500 }).events.map((event) => event.wireId)

test('an export imported elsewhere is the same feed with the same marks; importing it again adds nothing (F26)', async () => {
  const text = await exported(folder())
  expect(linesOf(text)[0]).toMatchObject({ type: 'patchbay-export', version: 1 })
  expect(linesOf(text).at(-1)).toEqual({ type: 'end', events: 8 })
  const target = tempFolder()
  const first = await imported(target, text)
  expect(first).toMatchObject({ skipped: [], result: { value: { events: 8, known: 0, links: 1, unsent: 1, isComplete: true } } })
  const journal = openOrThrow(target)
  expect(shown(journal)).toEqual(['early', 'a', 'b', 'c', 'd grown', 'x', 'gone'])
  expect(journal.event(journal.find('chat', 'd grown')?.supersedes ?? '')?.wireId).toBe('d')
  expect(journal.find('chat', 'a')).toMatchObject({ at: atOf(1) })
  expect(journal.readMarks('w')).toEqual(new Map([[`chat|${conversation}`, journal.find('chat', 'b')?.ord]]))
  expect(journal.kept('w', 'alias')).toEqual(new Map([['chat|coder2', 'coder']]))
  expect(journal.kept('w', 'mark')).toEqual(new Map([['chat|d', { snoozedUntil: 5, by: ['chat|x'] }]]))
  expect(journal.workspaces().map(({ id }) => id)).toEqual(['w'])
  journal.close()
  expect(await imported(target, text)).toMatchObject({ result: { value: { events: 0, known: 8, different: 0, links: 0, unsent: 0 } } })
})

test('of a message with many versions, one at a time is read (F26)', async () => {
  const dataDir = folder()
  const journal = openOrThrow(dataDir)
  const raw = { text: 'x'.repeat(500_000) }
  for (let at = 0; at < 40; at++) append(journal, [{ ...message(`v${at}`, 'x', at === 0 ? {} : { supersedes: `v${at - 1}` }), raw }])
  journal.close()
  const before = process.memoryUsage().heapUsed
  let held: number | undefined
  let versions = 0
  await exported(dataDir, {
    write: (text) => {
      versions += text.split('"wireId":"v').length - 1
      if (versions > 0) held ??= process.memoryUsage().heapUsed - before
      return Promise.resolve()
    },
  })
  expect(versions).toBe(40)
  expect(held).toBeLessThan(10_000_000)
})

test('an import adds no more links to a workspace than a person can, and no workspaces without end (F18)', async () => {
  const header = { type: 'patchbay-export', version: 1, patchbay: '1', at: 1 }
  const places = Array.from({ length: limits.workspaces + 5 }, (_, at) => ({ type: 'workspace', workspace: workspace(`w${at}`) }))
  const sources = Array.from({ length: limits.links + 5 }, (_, at) => ({
    type: 'source',
    id: `s${at}`,
    workspace: 'w0',
    protocol: 'chat',
    link: { name: `s${at}`, config: { at: `${at}.md` }, place: `chat ${at}` },
  }))
  const said = { type: 'event', source: `s${limits.links}`, wireId: 'e', at: 1, raw: { text: 'x' }, body: { kind: 'comment', text: 'x' } }
  const lines = [header, ...places, ...sources, said, { type: 'end', events: 1 }].map((line) => `${JSON.stringify(line)}\n`)
  const target = tempFolder()
  const { result, skipped } = await imported(target, lines.join(''))
  expect(result).toMatchObject({ value: { events: 1, links: limits.links } })
  expect(skipped).toHaveLength(10)
  expect(skipped[0]).toEqual([limits.workspaces + 2, expect.stringContaining('1,000 workspaces')])
  expect(skipped.at(-1)?.[1]).toContain('64 links')
  const journal = openOrThrow(target)
  expect(journal.links('w0')).toHaveLength(limits.links)
  expect(journal.workspaces()).toHaveLength(limits.workspaces)
})

test('the workspaces of a journal are read once for all of an import (F18)', () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('here'))
  const db = new Database(path.join(dataDir, 'journal.db'))
  onTestFinished(() => void db.close())
  const workspaces = vi.fn(() => journal.workspaces())
  const places = openImportPlaces({ ...journal, workspaces }, db, { ...reading, now: 1 })
  for (const id of ['a', 'here', 'b']) places.workspace({ type: 'workspace', workspace: { ...workspace(id), path: `/new/${id}` } })
  places.workspace({ type: 'workspace', workspace: { ...workspace('c'), path: '/new/a' } })
  expect(workspaces).toHaveBeenCalledOnce()
  expect(journal.workspaces().map(({ path: folder }) => folder)).toEqual(['/projects/here', '/new/a', '/new/here', '/new/b'])
  expect(places.workspaceOf('c')).toBe('a')
  expect(places.workspaceOf('here')).not.toBe('here')
})

test('a setting that does not read holds up no export, and a halt is still told (F26)', async () => {
  const dataDir = folder()
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.prepare("INSERT INTO settings (key, value) VALUES ('halts', '[{')").run()
  db.close()
  expect(linesOf(await exported(dataDir))[0]).toMatchObject({ halted: true })
})

test('what the lamps of links were goes along with the messages (F26)', async () => {
  const dataDir = folder()
  const journal = openOrThrow(dataDir)
  const body = { kind: 'lamp', lamp: 'down', text: 'no answer', reason: 'refused', since: atOf(4) } as const
  append(journal, [{ wireId: 'lamp:1', raw: { text: 'down: no answer' }, body }], { at: atOf(5) })
  journal.close()
  const target = tempFolder()
  await imported(target, await exported(dataDir))
  const copy = openOrThrow(target)
  expect(copy.find('chat', 'lamp:1')).toMatchObject({ at: atOf(5), body })
  copy.close()
})

test('an import brings no authority: links are off, nothing is approved, unconfirmed messages wait for the operator (F24)', async () => {
  const target = tempFolder()
  await imported(target, await exported(folder()))
  const journal = openOrThrow(target)
  expect(journal.grants()).toEqual([])
  expect(journal.setting('settings')).toBeUndefined()
  expect(journal.links('w')).toEqual([expect.objectContaining({ id: 'chat', enabled: false })])
  expect(journal.commands('w').map(({ id, state, event }) => [id, state, event])).toEqual([
    ['one', 'confirmed', journal.find('chat', 'b')?.id],
    ['two', 'unsent', undefined],
  ])
  // The part of the state that the protocol keeps preserves the identities of what the link reads again.
  expect(journal.linkState('chat')).toEqual({ saved: { generation: 3 }, from: { isWhole: false, isElsewhere: true } })
  expect(journal.setting('link.caughtUp.chat')).toBe(true)
})

test('sources are the same if protocol and place are, and unread messages there stay unread', async () => {
  const text = await exported(folder())
  const target = tempFolder()
  const before = openOrThrow(target)
  before.putWorkspace({ ...workspace('mine'), path: '/projects/w' })
  before.putLink({ id: 'other', workspace: 'mine', protocol: 'chat', name: 'other', config: { at: 'elsewhere' }, enabled: true })
  before.putLink({ id: 'ours', workspace: 'mine', protocol: 'chat', name: 'chat', config: { at: 'chat.md' }, enabled: true })
  append(before, [message('a', 'another text'), message('new')], { workspace: 'mine', source: 'ours' })
  before.putKept('mine', 'alias', 'ours|coder2', 'decided here')
  before.close()
  expect(await imported(target, text)).toMatchObject({ skipped: [], result: { value: { events: 7, known: 1, different: 1, links: 0 } } })
  const journal = openOrThrow(target)
  expect(journal.workspaces().map(({ id }) => id)).toEqual(['mine'])
  expect(journal.find('ours', 'b')).toMatchObject({ workspace: 'mine', source: 'ours' })
  expect(journal.readMarks('mine')).toEqual(new Map())
  expect(journal.kept('mine', 'alias')).toEqual(new Map([['ours|coder2', 'decided here']]))
  expect(journal.kept('mine', 'mark')).toEqual(new Map([['ours|d', { snoozedUntil: 5, by: ['ours|x'] }]]))
  expect(journal.links('mine').map(({ id, enabled }) => [id, enabled])).toEqual([
    ['other', true],
    ['ours', true],
  ])
})

test('one workspace and one period are exported', async () => {
  const dataDir = folder()
  expect(eventsOf(await exported(dataDir, { from: atOf(2), to: atOf(4) }))).toEqual(['early', 'd grown', 'x'])
  expect(eventsOf(await exported(dataDir, { workspace: '/projects/w' }))).toHaveLength(8)
  const none = { patchbay: '1', now: 1, linkOf, recover: () => undefined, write: () => Promise.resolve() }
  expect(await exportJournal(dataDir, { ...none, workspace: '/other' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(await exportJournal(tempFolder(), none)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

test('the import of one workspace can choose its folder', async () => {
  const target = tempFolder()
  await imported(target, await exported(folder()), { workspace: '/here/w' })
  expect(openOrThrow(target).workspaces()).toEqual([expect.objectContaining({ path: '/here/w' })])
})

test('another spelling of a folder is no second workspace of it', async () => {
  const target = folder()
  const text = (await exported(target)).replaceAll('"/projects/w"', '"/projects/more/.././w/"')
  expect(await imported(target, text)).toMatchObject({ skipped: [], result: { ok: true, value: { events: 0, links: 0 } } })
  expect(openOrThrow(target).workspaces()).toHaveLength(2)
})

test('a folder behind a symbolic link is known by its real path, as everywhere', async () => {
  const [target, place] = [tempFolder(), tempFolder()]
  const [real, link] = [path.join(place, 'real'), path.join(place, 'link')]
  mkdirSync(real)
  symlinkSync(real, link)
  const text = await exported(folder())
  for (const named of [real, link]) await imported(target, text, { workspace: named })
  await imported(target, text.replaceAll('"/projects/w"', JSON.stringify(link)))
  expect(openOrThrow(target).workspaces()).toEqual([expect.objectContaining({ path: real })])
})

test('unusable lines are named by number and skipped, and the rest is stored (F18)', async () => {
  const lines = (await exported(folder())).trimEnd().split('\n')
  const at = lines.findIndex((line) => line.includes('"wireId":"b"'))
  const event = JSON.parse(lines[at] ?? '') as object
  const bad = [
    '{"type":"event"',
    '[]',
    JSON.stringify({ ...event, source: 'unknown' }),
    JSON.stringify({ ...event, body: { kind: 'message' } }),
    JSON.stringify({ ...event, at: -1 }),
    JSON.stringify({ ...event, body: { ...message('long').body, to: ['coder', 'x'.repeat(limits.nameChars * 9)] } }),
    `{"type":"event","raw":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    'x'.repeat(limits.exportLine + 1),
  ]
  const target = tempFolder()
  const { result, skipped } = await imported(target, [...lines.slice(0, at), ...bad, ...lines.slice(at, -1)].join('\n'))
  expect(skipped.map(([line]) => line)).toEqual(bad.map((_, index) => at + 1 + index))
  expect(result).toMatchObject({ value: { events: 8, skipped: bad.length, isComplete: false } })
})

test.each([
  ['nothing', '', 'invalid'],
  ['another file', '{"a":1}\n{"b":2}\n', 'invalid'],
  ['a header alone of a newer release', '{"type":"patchbay-export","version":2,"patchbay":"9","at":1}\n{"type":"new"}\n', 'conflict'],
])('%s is refused and stores nothing', async (_name, text, code) => {
  const target = tempFolder()
  expect((await imported(target, text)).result).toMatchObject({ ok: false, fault: { code } })
  expect(openOrThrow(target).workspaces()).toEqual([])
})

test('a cancelled import is consistent, and the next one completes it with its marks', async () => {
  const text = await exported(folder())
  const target = tempFolder()
  const stop = new AbortController()
  const cancel = (bytes: number): void => {
    if (bytes > text.indexOf('"wireId":"b"')) stop.abort()
  }
  const first = await imported(target, text, { signal: stop.signal, progress: cancel })
  expect(first.result).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  const part = openOrThrow(target)
  expect(part.health()).toMatchObject({ integrity: 'ok' })
  expect(shown(part).length).toBeGreaterThan(0)
  expect(shown(part).length).toBeLessThan(7)
  part.close()
  await imported(target, text)
  const journal = openOrThrow(target)
  expect(shown(journal)).toHaveLength(7)
  expect(journal.readMarks('w')).toEqual(new Map([[`chat|${conversation}`, journal.find('chat', 'b')?.ord]]))
})

test('progress counts what the time holds, and ends with all of it', async () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, some(0, 4_200), { at: atOf(1) })
  journal.reserveOrder(1_000) // positions without events
  append(journal, some(4_200, 9_000), { at: atOf(2) })
  journal.close()
  const said: (readonly [number, number])[] = []
  await exported(dataDir, { from: atOf(2), progress: (...one) => void said.push(one) })
  const [total] = new Set(said.map(([, all]) => all))
  expect(said.length).toBeGreaterThan(2)
  expect(said.map(([done]) => done)).toEqual(said.map(([done]) => done).toSorted((a, b) => a - b))
  expect(said[0]?.[0]).toBe(500)
  expect(said.at(-1)).toEqual([total, total])
  expect(total).toBe(4_905) // and those that share a block of positions with them
})

test('an export can read while the journal is written to', async () => {
  const dataDir = folder()
  const live = openOrThrow(dataDir)
  let writes = 0
  const write = (): Promise<void> => {
    append(live, [message(`during ${writes++}`)])
    return Promise.resolve()
  }
  append(
    live,
    Array.from({ length: 3_000 }, (_, index) => message(`more ${index}`, 'text '.repeat(100))),
  )
  const done = await exportJournal(dataDir, { patchbay: '1', now: 1, linkOf, recover: () => undefined, write })
  expect(done).toMatchObject({ ok: true, value: { events: 3_008 } })
  expect(writes).toBeGreaterThan(3)
})

async function missing(lines: readonly string[]): Promise<number | undefined> {
  const { result } = await imported(tempFolder(), `${lines.join('\n')}\n`)
  return result.ok ? result.value.missing : undefined
}

test('events that were taken out of an export are missed, and those that cannot be read are not (F26)', async () => {
  const lines = (await exported(folder())).trimEnd().split('\n')
  const first = lines.findIndex((line) => line.startsWith('{"type":"event"'))
  expect(await missing(lines)).toBe(0)
  expect(await missing(lines.toSpliced(first, 2))).toBe(2)
  expect(await missing(lines.with(first, 'not JSON'))).toBe(0)
  expect(await missing([...lines, ...lines])).toBe(0)
})
