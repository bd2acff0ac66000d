import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answer } from '../../../test/fakes/answer.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { effectKinds, type Actor } from '../../core/approval.ts'
import { ok } from '../../core/fault.ts'
import { duringHalt, type Halt } from '../../core/halt.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import { haltIn, readHalts, writeHalts } from '../../io/halt-file.ts'
import { askResume } from '../../io/resume-file.ts'
import { openApprovals, type Approvals } from '../gate/approvals.ts'
import { directGate } from '../gate/direct-gate.ts'
import { openGate, type EngineGate } from '../gate/gate.ts'
import { openGrants, type Grants } from '../gate/grants.ts'
import { openHalts, type Halts } from './halts.ts'
import { JournalError } from '../../core/journal.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const agent: Actor = { kind: 'agent', name: 'coder', registration: 'r1' }
const system: Actor = { kind: 'system', name: 'Patchbay' }
const operator: Actor = { kind: 'operator', name: 'operator' }
const halt: Halt = {
  id: '7F3K',
  at: 1_700_000_000_000,
  scope: { kind: 'workspace', workspace: 'w' },
  level: 'stop',
  by: 'operator',
  rows: [],
}

const run = () => Promise.resolve(ok('done'))

const perform = (more: object = {}) => directGate.perform({ ...request(operator, 'append'), ...more }, run)

let services: TestServices
let grants: Grants
let approvals: Approvals
let gate: EngineGate
let again: Halts | undefined

beforeEach(async () => {
  services = await testServices()
  services.journal.putWorkspace(testWorkspace)
  grants = openGrants(services)
  approvals = openApprovals(services, grants, () => undefined)
  gate = openGate(services, grants, approvals)
})
afterEach(() => {
  again?.close()
  approvals.close()
  services.close()
  vi.unstubAllEnvs()
})

function restarted(): Halts {
  again?.close()
  again = openHalts(services)
  return again
}

const request = (actor: Actor, kind: (typeof effectKinds)[number], more: object = {}) => ({
  actor,
  effect: { kind, target: 't', exact: 'x' },
  workspace: 'w',
  source: 's',
  question: '?',
  ...more,
})
const file = (): string => path.join(services.dataDir, 'halt.json')

test('a question to resume of an earlier run is not shown, one of this run is, whatever the clock says (F28)', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked = (id: string, at: number) => valueOf(askResume(services.dataDir, { id, halt: halt.id, at, processes: [] }))
  valueOf(services.halts.put(halt))
  asked('earlier', services.now() + 3_600_000)
  const halts = restarted()
  vi.advanceTimersByTime(5_000)
  expect(halts.ask()).toBeUndefined()
  asked('now', services.now() - 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(halts.ask()?.id).toBe('now')
})

const haltOf = (workspace: string, id: string): Halt => ({ ...halt, id, scope: { kind: 'workspace', workspace } })

test('what was refused stays counted where another halt still refuses it (F28)', () => {
  for (const each of [haltOf('w', 'AAAA'), haltOf('v', 'BBBB'), { ...halt, id: 'CCCC', scope: { kind: 'all' } } satisfies Halt])
    valueOf(services.halts.put(each))
  for (const workspace of ['w', 'v', 'u']) services.halts.refusal(request(agent, 'spawn', { workspace }))
  const counts = (): number[] => ['w', 'v', 'u'].map((workspace) => services.halts.refused(workspace).count)
  valueOf(services.halts.end('CCCC'))
  expect(counts()).toEqual([1, 1, 0])
  valueOf(services.halts.end('AAAA'))
  expect(counts()).toEqual([0, 1, 0])
})

describe('while halted', () => {
  test.each([agent, system].flatMap((actor) => effectKinds.map((kind) => [actor.kind, kind, actor] as const)))(
    '%s gets no permit for %s, whatever was approved; only the closed list passes (F28)',
    async (_kind, kind, actor) => {
      grants.give(
        {
          id: 'a',
          workspace: 'w',
          source: 's',
          actor,
          effect: { kind, target: 't', exact: 'x' },
          question: '?',
          at: 0,
          hidden: [],
          digest: '',
        },
        'session',
      )
      let ran = 0
      const count = () => Promise.resolve(ok(ran++))
      valueOf(services.halts.put(halt))
      expect(await gate.perform(request(actor, kind), count)).toMatchObject({ ok: false, fault: { code: 'refused' } })
      expect(ran).toBe(0)
      expect(services.halts.refused('w')).toMatchObject({ count: 1, last: [{ who: actor.name, what: `${kind} t`, link: 's' }] })
      if (kind === 'copy' || kind === 'assign' || kind === 'configure') return // asked about every time, so nothing more to see
      for (const why of duringHalt) valueOf(await gate.perform(request(actor, kind, { duringHalt: why }), count))
      expect(ran).toBe(duringHalt.length)
      valueOf(services.halts.end('7F3K'))
      valueOf(await gate.perform(request(actor, kind), count))
    },
  )

  test('who was refused is no sentence of ours (F28)', async () => {
    valueOf(services.halts.put(halt))
    await gate.perform(request({ kind: 'agent', name: 'Patchbay allowed it. Coder (Jaibber)' }, 'append'), run)
    expect(services.halts.refused('w').last).toMatchObject([{ who: '“Patchbay allowed it. Coder” (Jaibber)' }])
  })

  test('the operator goes on, another workspace too, and Ask refuses nothing', async () => {
    valueOf(services.halts.put(halt))
    expect(await gate.perform(request(operator, 'append'), run)).toEqual(ok('done'))
    expect(await gate.perform(request(system, 'append', { workspace: 'other' }), run)).toEqual(ok('done'))
    valueOf(services.halts.put({ ...halt, level: 'ask' }))
    expect(await gate.perform(request(system, 'append'), run)).toEqual(ok('done'))
  })

  test('a halt of some agents refuses only them, under their names at the gate', async () => {
    valueOf(services.halts.put({ ...halt, scope: { kind: 'agents', workspace: 'w', agents: ['Coder'] } }))
    expect((await gate.perform(request({ ...agent, name: 'Coder (Jaibber)' }, 'spawn'), run)).ok).toBe(false)
    expect((await gate.perform(request(agent, 'append'), run)).ok).toBe(false)
    expect(await gate.perform(request(system, 'append'), run)).toEqual(ok('done'))
  })

  test('what was asked before waits, and is answered after Resume', async () => {
    const waiting = gate.perform(request(agent, 'spawn'), () => Promise.resolve(ok('ran')))
    await vi.waitFor(() => expect(approvals.list()).toHaveLength(1))
    valueOf(services.halts.put(halt))
    expect(await answer(services, approvals, { allow: true, scope: 'once' })).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(approvals.list()).toHaveLength(1)
    valueOf(services.halts.end('7F3K'))
    valueOf(await answer(services, approvals, { allow: true, scope: 'once' }))
    expect(await waiting).toEqual(ok('ran'))
  })

  test.each<[string, Partial<Halt>]>([
    ['only asks', { level: 'ask' }],
    ['is for others', { scope: { kind: 'agents', workspace: 'w', agents: ['reviewer'] } }],
  ])('the halt of everything counts in a workspace whose own %s', async (_what, own) => {
    const waiting = gate.perform(request(agent, 'spawn'), () => Promise.resolve(ok('ran')))
    await vi.waitFor(() => expect(approvals.list()).toHaveLength(1))
    valueOf(services.halts.put({ ...halt, ...own }))
    valueOf(services.halts.put({ ...halt, id: 'AAAA', scope: { kind: 'all' } }))
    expect(services.halts.of('w')).toMatchObject({ id: 'AAAA' })
    expect(await answer(services, approvals, { allow: true, scope: 'always' })).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(approvals.list()).toHaveLength(1)
    valueOf(services.halts.end('AAAA'))
    expect(services.halts.of('w')).toMatchObject({ id: '7F3K' })
    valueOf(await answer(services, approvals, { allow: true, scope: 'once' }))
    expect(await waiting).toEqual(ok('ran'))
  })

  test('an approval given just before does not run after it', async () => {
    const waiting = gate.perform(request(agent, 'append'), () => Promise.resolve(ok('ran')))
    await vi.waitFor(() => expect(approvals.list()).toHaveLength(1))
    const decided = answer(services, approvals, { allow: true, scope: 'once' })
    services.halts.put(halt)
    await decided
    expect(await waiting).toMatchObject({ ok: false, fault: { code: 'refused' } })
  })
})

describe('the file', () => {
  test('is private, and closes the gate of the next start and of programs without a core', async () => {
    valueOf(services.halts.put(halt))
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(restarted().refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(haltIn(services.dataDir, testWorkspace.path, 'x')?.id).toBe('7F3K')
    expect(haltIn(services.dataDir, '/elsewhere', 'x')).toBeUndefined()
    expect(haltIn(services.dataDir, undefined, 'x')?.id).toBe('7F3K')
  })

  test.runIf(process.platform !== 'win32')('counts for its folder by whatever path a program names it (F28)', () => {
    const folder = path.join(services.dataDir, 'project')
    mkdirSync(folder)
    services.journal.putWorkspace({ ...testWorkspace, path: realpathSync(folder) })
    valueOf(services.halts.put(halt))
    const linked = path.join(services.dataDir, 'linked')
    symlinkSync(folder, linked)
    for (const given of [folder, linked, `${linked}/`, path.join(linked, '..', 'linked')])
      expect(haltIn(services.dataDir, given, 'x')?.id, given).toBe('7F3K')
    expect(haltIn(services.dataDir, services.dataDir, 'x')).toBeUndefined()
  })

  test('that is deleted is written again, and one that cannot be read halts everything', () => {
    valueOf(services.halts.put(halt))
    rmSync(file())
    expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(readHalts(services.dataDir).halts).toHaveLength(1)
    writeFileSync(file(), '{"v":1,')
    expect(haltIn(services.dataDir, '/any', 'x')?.id).toBe('0000')
    expect(restarted().refusal(request(system, 'append', { workspace: 'other' }))).toMatchObject({ ok: false })
  })

  test('that cannot be written, as on a full disk, is said, and written as soon as it can be (F28)', async () => {
    const obstacle = `${file()}.${process.pid}.new`
    mkdirSync(obstacle)
    expect(services.halts.put(halt)).toMatchObject({ ok: false })
    expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(services.halts.unwritten()).toMatchObject({ fault: { code: expect.any(String) as string }, isInJournal: true })
    let changes = 0
    const end = services.halts.onChange(() => changes++)
    rmSync(obstacle, { recursive: true })
    await vi.waitFor(() => expect(services.halts.unwritten()).toBeUndefined())
    end()
    expect(readHalts(services.dataDir).halts).toHaveLength(1)
    expect(changes).toBe(1)
  })

  test('that is older than the journal, since it could not be written, takes nothing back at the next start (F28)', () => {
    valueOf(services.halts.put({ ...halt, level: 'ask', reason: 'one' }))
    mkdirSync(`${file()}.${process.pid}.new`)
    expect(services.halts.put({ ...halt, reason: 'two' })).toMatchObject({ ok: false })
    expect(services.halts.change('7F3K', (now) => ({ ...now, reason: 'three' }))).toMatchObject({ ok: false })
    expect(restarted().of('w')).toMatchObject({ level: 'stop', reason: 'three' })
    // The command line raised its level while Patchbay did not run: both count.
    const [older] = readHalts(services.dataDir).halts
    writeFileSync(file(), JSON.stringify({ v: 1, halts: [{ ...older, halt: { ...older?.halt, level: 'cut' } }], ended: [] }))
    expect(restarted().of('w')).toMatchObject({ level: 'cut', reason: 'three' })
  })

  test('that is newer than the journal counts at the next start (F28)', () => {
    valueOf(services.halts.put({ ...halt, level: 'ask', reason: 'one' }))
    const full = vi.spyOn(services.journal, 'putSetting').mockImplementation(() => {
      throw new JournalError({ code: 'unavailable', message: 'The disk is full.' })
    })
    valueOf(services.halts.put({ ...halt, reason: 'two' }))
    expect(restarted().of('w')).toMatchObject({ level: 'stop', reason: 'two' })
    full.mockRestore()
  })

  test('that cannot be written keeps the halt that Resume could not end, also at the next start (F28)', () => {
    mkdirSync(`${file()}.${process.pid}.new`)
    expect(services.halts.put(halt)).toMatchObject({ ok: false })
    expect(services.halts.end('7F3K')).toMatchObject({ ok: false })
    expect(services.halts.of('w')?.id).toBe('7F3K')
    expect(restarted().of('w')?.id).toBe('7F3K')
  })

  test('that cannot be written loses no Halt of the command line that came while RESUME was being said (F28)', () => {
    valueOf(services.halts.put(halt))
    writeFileSync(file(), JSON.stringify({ v: 1, halts: [{ halt: { ...halt, level: 'cut' }, isAsked: true }], ended: [] }))
    mkdirSync(`${file()}.${process.pid}.new`)
    expect(services.halts.end('7F3K')).toMatchObject({ ok: false })
    expect(services.halts.of('w')).toMatchObject({ id: '7F3K', level: 'cut' })
    expect(services.halts.asked()).toMatchObject([{ id: '7F3K' }])
  })

  test.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)('that cannot be opened halts everything', () => {
    valueOf(services.halts.put(halt))
    chmodSync(file(), 0)
    expect(haltIn(services.dataDir, '/any', 'x')?.id).toBe('0000')
  })

  test('that cannot be read ends with Resume, and the next one halts again; it hides no halt that is known', () => {
    writeFileSync(file(), 'not JSON')
    const first = restarted()
    expect(first.of('w')?.id).toBe('0000')
    valueOf(first.end('0000'))
    expect(first.refusal(request(system, 'append'))).toBeUndefined()
    writeFileSync(file(), 'not JSON, either')
    expect(first.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    valueOf(first.end('0000'))
    valueOf(first.put(halt))
    writeFileSync(file(), 'once more')
    expect(first.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(first.list().map(({ id }) => id)).toEqual(['7F3K'])
    expect(readHalts(services.dataDir).halts.map((each) => each.halt.id)).toEqual(['7F3K'])
  })

  const others = { v: 1, halts: [] as object[], ended: [] as string[] }
  test.each<[string, object]>([
    ['names it as ended', { ...others, ended: ['7F3K'] }],
    ['no longer has it', others],
    ['has another in its place that refuses nothing', { ...others, halts: [{ halt: { ...halt, id: 'AAAA', level: 'ask' } }] }],
    ['lowers its level', { ...others, halts: [{ halt: { ...halt, level: 'ask' } }] }],
    ['has it end and begin again as another', { ...others, halts: [{ halt: { ...halt, id: 'AAAA', level: 'ask' } }], ended: ['7F3K'] }],
  ])(
    'that another program wrote and that %s opens no gate, here, in programs without a core, or after a restart (F28)',
    (_what, written) => {
      valueOf(services.halts.put(halt))
      writeFileSync(file(), JSON.stringify(written))
      expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
      expect(haltIn(services.dataDir, testWorkspace.path, 'x')?.id).toBe('7F3K')
      expect(restarted().refusal(request(system, 'append'))).toMatchObject({ ok: false })
    },
  )

  test.runIf(process.platform === 'linux')('that another program wrote with the size and time of ours is seen all the same (F28)', () => {
    valueOf(services.halts.put(halt))
    const times = path.join(services.dataDir, 'times')
    writeFileSync(times, '')
    execFileSync('touch', ['-r', file(), times])
    writeFileSync(file(), JSON.stringify(others).padEnd(statSync(file()).size))
    execFileSync('touch', ['-r', times, file()])
    expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(haltIn(services.dataDir, testWorkspace.path, 'x')?.id).toBe('7F3K')
  })

  test.runIf(process.platform !== 'win32').each([0o500, 0o777])(
    'is written although somebody gave its folder the mode %o (F28)',
    (mode) => {
      chmodSync(services.dataDir, mode)
      valueOf(services.halts.put(halt))
      expect(haltIn(services.dataDir, testWorkspace.path, 'x')?.id).toBe('7F3K')
      expect(statSync(services.dataDir).mode & 0o777).toBe(0o700)
    },
  )

  test('a halt that another program filed since we looked is not written over', () => {
    const first: Halt = { ...halt, id: 'BBBB', scope: { kind: 'all' } }
    valueOf(services.halts.put(halt))
    writeFileSync(file(), JSON.stringify({ ...others, halts: [{ halt: first, isAsked: true }, { halt }] }))
    valueOf(services.halts.change('7F3K', (now) => now))
    expect(
      readHalts(services.dataDir)
        .halts.map((each) => each.halt.id)
        .toSorted(),
    ).toEqual(['7F3K', 'BBBB'])
    expect(services.halts.asked().map(({ id }) => id)).toEqual(['BBBB'])
  })

  test('raises the level of a halt, and asks for the rest of it', () => {
    valueOf(services.halts.put({ ...halt, level: 'ask' }))
    writeFileSync(file(), JSON.stringify({ ...others, halts: [{ halt: { ...halt, level: 'stop' }, isAsked: true }] }))
    expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(services.halts.asked()).toMatchObject([{ id: '7F3K', level: 'stop' }])
  })

  test('a halt that another program files takes effect before the next effect', () => {
    writeFileSync(file(), JSON.stringify({ v: 1, halts: [{ halt: { ...halt, scope: { kind: 'all' } } }], ended: [] }))
    expect(services.halts.refusal(request(system, 'append'))).toMatchObject({ ok: false })
    expect(services.halts.refusal({ ...request(system, 'open'), workspace: undefined as never })).toMatchObject({ ok: false })
  })

  test('a halt in the journal alone, as after a restore, counts; one that has ended does not', () => {
    valueOf(services.halts.put(halt))
    rmSync(file())
    expect(restarted().of('w')?.id).toBe('7F3K')
    valueOf(services.halts.end('7F3K'))
    const ended = readFileSync(file(), 'utf8')
    services.journal.putSetting('halts', [halt])
    expect(restarted().of('w')).toBeUndefined()
    expect(ended).toContain('7F3K')
  })

  test('limits stand still for as long as it lasts', () => {
    valueOf(services.halts.put({ ...halt, at: services.now() }))
    services.advance(60_000)
    expect(stoodStillIn(services.halts.spans('w'))(0)).toBe(60_000)
    valueOf(services.halts.end('7F3K'))
    services.advance(60_000)
    expect(stoodStillIn(services.halts.spans('w'))(0)).toBe(60_000)
    expect(stoodStillIn(services.halts.spans('other'))(0)).toBe(0)
    expect(stoodStillIn(restarted().spans('w'))(services.now() - 90_000)).toBe(30_000)
  })
})

test.runIf(process.platform === 'linux')('the gate of the command line reads the file before each effect (F28)', async () => {
  vi.stubEnv('XDG_DATA_HOME', services.dataDir)
  expect(await perform()).toEqual(ok('done'))
  valueOf(writeHalts(path.join(services.dataDir, 'patchbay'), { halts: [{ halt, folder: '/here' }], ended: [] }))
  expect(await perform()).toMatchObject({ ok: false, fault: { code: 'refused', message: expect.stringContaining('7F3K') } })
  expect((await perform({ folder: '/here' })).ok).toBe(false)
  expect(await perform({ folder: '/elsewhere' })).toEqual(ok('done'))
  expect(await perform({ duringHalt: 'leave' })).toEqual(ok('done'))
})
