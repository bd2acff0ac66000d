import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Confirmation, Gate, GateRequest, Permit } from '../../../core/protocol.ts'
import { memoryFolder } from '../../../../test/memory-folder.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { hashOf } from './read-file.ts'
import type { RestoreContext } from './restore.ts'
import { openSnapshots } from './snapshots.ts'
import type { Snapshots } from './snapshots.ts'

const permit = { act: 'test' } as Permit
const isPosix = process.platform !== 'win32'

let base: string
let root: string
let snapshots: Snapshots
beforeEach(() => {
  base = mkdtempSync(join(memoryFolder, 'patchbay-snapshots-'))
  root = join(base, 'ws')
  mkdirSync(join(base, 'home'))
  mkdirSync(root)
  snapshots = openSnapshots({ root: base, prefix: 'home' })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, content: string | Buffer): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const world = (more: Partial<RestoreContext> = {}): RestoreContext => ({
  root,
  gate: openGate,
  actor: { kind: 'operator', name: 'operator' },
  ...more,
})

async function take(...paths: string[]): Promise<string> {
  const taken = await snapshots.take(permit, root, paths)
  if (!taken.ok) throw new Error(taken.fault.message)
  return taken.value
}

/** Files of the store, as `aa/rest`. */
function stored(): string[] {
  const folder = join(base, 'home/sessions/objects')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
}

/** Changes files as a round does; returns what it left. */
function round(changes: Readonly<Record<string, string | null>>): Map<string, string | null> {
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) rmSync(join(root, path))
    else put(path, content)
  }
  return new Map(Object.entries(changes).map(([path, content]) => [path, content === null ? null : hashOf(content)]))
}

describe('a snapshot', () => {
  it('restores what was changed and deleted, and removes what was created, including folders', async () => {
    put('changed', 'old\r\n')
    put('sub/deleted', 'old')
    put('same', 'as it is')
    const name = await take('changed', 'sub/deleted', 'new/deep/made', 'same')
    const left = round({ changed: 'new', 'sub/deleted': null, 'new/deep/made': 'x' })
    rmSync(join(root, 'sub'), { recursive: true })
    const expected = { restores: ['changed', 'sub/deleted'], removes: ['new/deep/made'], cannot: [] }
    expect(await snapshots.preview(root, name, left)).toEqual({ ok: true, value: expected })
    expect(text('changed')).toBe('new')
    expect(await snapshots.restore(world(), name, left)).toEqual({
      ok: true,
      value: { restored: expected.restores, removed: expected.removes, cannot: [] },
    })
    expect(readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(['changed', 'same', 'sub', join('sub', 'deleted')])
    expect([text('changed'), text('sub/deleted')]).toEqual(['old\r\n', 'old'])
  })

  it('leaves alone what was changed after the round, names it, and restores the rest', async () => {
    put('a', 'old')
    put('b', 'old')
    put('c', 'old')
    const name = await take('a', 'b', 'c', 'made', 'untouched')
    const left = round({ a: 'new', b: 'new', c: null, made: 'x' })
    put('a', 'mine')
    put('c', 'mine')
    put('made', 'mine')
    put('untouched', 'mine')
    const restored = await snapshots.restore(world(), name, left)
    expect(restored).toMatchObject({
      value: { restored: ['b'], removed: [], cannot: ['a', 'c', 'made'].map((path) => `${path}: it was changed after the round`) },
    })
    expect(['a', 'b', 'c', 'made', 'untouched'].map(text)).toEqual(['mine', 'old', 'mine', 'mine', 'mine'])
  })

  it('a folder created by the round stays if it is not empty', async () => {
    const name = await take('new/made')
    const left = round({ 'new/made': 'x' })
    put('new/mine', 'x')
    expect(await snapshots.restore(world(), name, left)).toMatchObject({ value: { removed: ['new/made'] } })
    expect(readdirSync(join(root, 'new'))).toEqual(['mine'])
  })

  it('a file changed between approval and write is left alone', async () => {
    put('a', 'old')
    const name = await take('a')
    const left = round({ a: 'new' })
    const slow: Gate = { ...openGate, perform: (request, run) => (put('a', 'mine'), openGate.perform(request, run)) }
    expect(await snapshots.restore(world({ gate: slow }), name, left)).toMatchObject({
      value: { restored: [], cannot: ['a: it has been changed since'] },
    })
    expect(text('a')).toBe('mine')
  })

  it('asks the gate for each file with the restored text, and names what it refused', async () => {
    put('a', 'old')
    const name = await take('a', 'made')
    const left = round({ a: 'new', made: 'x' })
    const asked: GateRequest[] = []
    const no: Gate = { ...openGate, perform: async (request) => (asked.push(request), fail('refused', 'The operator said no.')) }
    const confirmed = {} as Confirmation
    const restored = await snapshots.restore(world({ gate: no, confirmed }), name, left)
    expect(restored).toMatchObject({
      value: { restored: [], removed: [], cannot: ['made: The operator said no.', 'a: The operator said no.'] },
    })
    expect(asked.map(({ effect, confirmed: given }) => [effect.kind, effect.target, effect.exact, given === confirmed])).toEqual([
      ['delete', join(root, 'made'), '', true],
      ['write', join(root, 'a'), 'old', true],
    ])
  })

  it.skipIf(!isPosix)('restores permissions, and is readable only by its owner', async () => {
    put('run.sh', 'old')
    chmodSync(join(root, 'run.sh'), 0o755)
    const name = await take('run.sh')
    const left = round({ 'run.sh': null })
    await snapshots.restore(world(), name, left)
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755)
    for (const file of stored()) expect(statSync(join(base, 'home/sessions/objects', file)).mode & 0o777).toBe(0o600)
  })

  it('tells the plan the earlier state of files', async () => {
    put('a', '\ufeffold\n')
    const name = await take('a', 'missing')
    round({ a: 'new' })
    expect(await snapshots.looks(name)).toEqual({
      ok: true,
      value: new Map<string, unknown>([
        ['a', { kind: 'file', text: '\ufeffold\n', hash: hashOf('\ufeffold\n') }],
        ['missing', { kind: 'missing' }],
      ]),
    })
  })

  it('is refused if a file cannot be stored', async () => {
    mkdirSync(join(root, 'folder'))
    expect(await snapshots.take(permit, root, ['folder'])).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    writeFileSync(join(base, 'home/sessions'), 'in the way')
    put('a', 'x')
    expect(await snapshots.take(permit, root, ['a'])).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })
})

describe('the store', () => {
  it('stores equal contents once', async () => {
    put('a', 'same')
    put('b', 'same')
    await take('a', 'b')
    await take('a', 'b')
    expect(stored()).toHaveLength(2)
  })

  it('returns only contents that match their hash', async () => {
    put('a', 'old')
    const name = await take('a')
    const left = round({ a: 'new' })
    const hash = hashOf('old')
    const object = join(base, 'home/sessions/objects', hash.slice(0, 2), hash.slice(2))
    writeFileSync(object, 'odd')
    expect(await snapshots.restore(world(), name, left)).toMatchObject({
      value: { restored: [], cannot: ['a: its snapshot is missing or damaged'] },
    })
    expect(text('a')).toBe('new')
    rmSync(object)
    expect(await snapshots.preview(root, name, left)).toMatchObject({
      value: { restores: [], cannot: ['a: its snapshot is missing or damaged'] },
    })
    expect(await snapshots.looks(name)).toMatchObject({
      ok: true,
      value: new Map([['a', { kind: 'refused', why: "The snapshot of 'a' is gone" }]]),
    })
    for (const bad of ['', '../../../etc/passwd', 'f'.repeat(64), hash]) {
      expect(await snapshots.preview(root, bad, left)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    }
  })

  it('removes contents that nothing refers to, and unfinished files of a crash', async () => {
    put('a', 'one')
    const first = await take('a')
    put('a', 'two')
    const second = await take('a')
    const folder = join(base, 'home/sessions/objects', second.slice(0, 2))
    writeFileSync(join(folder, '.patchbay-0123456789abcdef.tmp'), 'x')
    writeFileSync(join(folder, 'mine.txt'), 'x')
    expect(await snapshots.sweep(permit, [second, first], Date.now())).toEqual({ ok: true, value: { removed: 0 } })
    expect(await snapshots.sweep(permit, [second], Date.now() + 25 * 60 * 60 * 1_000)).toEqual({ ok: true, value: { removed: 2 } })
    expect(readdirSync(folder).toSorted()).toEqual([second.slice(2), 'mine.txt'].toSorted())
    expect(await snapshots.looks(second)).toMatchObject({ ok: true })
    expect(await snapshots.looks(first)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await openSnapshots({ root: base, prefix: 'none' }).sweep(permit, [], 0)).toEqual({ ok: true, value: { removed: 0 } })
    expect(existsSync(join(base, 'none'))).toBe(false)
  })
})

describe('limits (F18)', () => {
  const most = { each: 1_000, all: 3_000 }

  it('a snapshot: at the limit it is taken, one byte more is a fault, a hundred times as much does no harm', async () => {
    const bounded = openSnapshots({ root: base, prefix: 'home' }, most)
    put('a', 'x'.repeat(600))
    put('b', 'y'.repeat(400))
    expect(await bounded.take(permit, root, ['a', 'b'])).toMatchObject({ ok: true })
    for (const size of [401, 40_000]) {
      put('b', 'y'.repeat(size))
      expect(await bounded.take(permit, root, ['a', 'b'])).toMatchObject({
        ok: false,
        fault: { code: 'too-large', message: expect.stringContaining('more than 1,000 bytes') as string },
      })
    }
  })

  it('one file: as large as a reply may change', async () => {
    put('a', '')
    truncateSync(join(root, 'a'), limits.snapshot)
    expect(await snapshots.take(permit, root, ['a'])).toMatchObject({ ok: true })
    for (const size of [limits.snapshot + 1, limits.snapshot * 100]) {
      truncateSync(join(root, 'a'), size)
      expect(await snapshots.take(permit, root, ['a'])).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    }
  })

  it('a home: contents count once, and the oldest rounds are dropped first', async () => {
    const bounded = openSnapshots({ root: base, prefix: 'home' }, most)
    put('same', 's'.repeat(500))
    const names: string[] = []
    for (const letter of 'abcdef') {
      put('own', letter.repeat(500))
      names.unshift(await take('same', 'own'))
    }
    expect(await bounded.sweep(permit, names, Date.now())).toEqual({ ok: true, value: { removed: 2 } })
    const kept = await Promise.all(names.map(async (name) => (await bounded.looks(name)).ok))
    expect(kept).toEqual([true, true, true, true, true, false])
  })
})
