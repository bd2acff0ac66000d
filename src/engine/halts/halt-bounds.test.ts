import { expect, onTestFinished, test } from 'vitest'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { Halting, isOver } from '../../../test/fakes/halting.ts'
import { testServices } from '../../../test/fakes/services.ts'
import { tempFolder } from '../../../test/fakes/session-home.ts'
import { haltPreviewSchema, haltRowSchema, noPlan, type Halt, type HaltRow } from '../../core/halt.ts'
import { limits } from '../../core/limits.ts'
import { isUnreadable, readHalts, writeHalts } from '../../io/halt-file.ts'
import type { EngineGate } from '../gate/gate.ts'
import type { Rooms } from '../rooms.ts'
import { openHaltRun } from './halt-run.ts'
import { openHalts } from './halts.ts'

/** What is stored of a halt can always be read back: whatever of its table does not fit, it stays in force as what it is. */
const halt: Halt = { id: '7F3K', at: 1, scope: { kind: 'all' }, level: 'cut', by: 'operator', rows: [] }
const row: HaltRow = { ...noPlan, ends: [], says: [], offers: undefined, workspace: 'w', link: 'l', protocol: 'p', name: 'n', lost: [] }
const texts = (count: number, wire = 'HALT', step: 'done' | 'planned' = 'done') =>
  Array.from({ length: count }, (_, at) => ({ key: `${step} ${at}`, place: 'here', wire, step }))
/** A table of 20 MB. */
const large = Array.from({ length: 6 }, (_, at) => ({ ...row, link: `l${at}`, says: texts(200, 'x'.repeat(16 * 1024)) }))

const many = (letter: string) => Array.from({ length: 150 }, (_, at) => `${letter}${at}`)

test('a halt that tells others when it is raised is there after a restart, as what it is (F28)', async () => {
  const t = await Halting.open()
  t.keys.file = many('p')
  const id = await t.halt('ask')
  await t.followed.state(({ halt: now }) => now !== undefined && isOver(now))
  t.keys.file = many('q')
  await t.halt('cut', id)
  await t.until(`halt file q149 ${id}`)
  await t.followed.state(({ halt: now }) => now !== undefined && isOver(now))
  expect(t.said.filter((text) => text.startsWith('halt file q'))).toHaveLength(150)
  expect(isUnreadable(readHalts(t.core.dataDir))).toBe(false)
  await t.restart()
  const { halt: now, links } = await t.followed.state((state) => state.halt !== undefined && state.links.length === 2)
  expect(now).toMatchObject({ id, level: 'cut', scope: t.scope })
  expect(links.map(({ status }) => status.lamp)).toContain('off')
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.resumed('net')).toEqual([`resume net a ${id}`, `resume net b ${id}`])
})

test('a table that grows too long leaves out what was done, and nothing that is still to be done (F28)', async () => {
  const services = await testServices()
  onTestFinished(() => services.close())
  const ends = [...texts(150), ...texts(150, '', 'planned')].map(({ key, step }) => ({ key, what: key, step }))
  const long = {
    ...row,
    ends,
    says: [...texts(150, 'HALT', 'planned'), ...texts(150)],
    lost: texts(limits.agentsListed + 1).map(({ key }) => key),
  }
  valueOf(
    services.halts.put({
      ...halt,
      rows: Array.from({ length: limits.haltRows + 1 }, (_, at) => (at === 0 ? long : { ...row, link: `l${at}` })),
    }),
  )
  const rows = services.halts.find('7F3K')?.rows ?? []
  expect(rows).toHaveLength(limits.haltRows)
  expect(haltRowSchema.safeParse(rows[0])).toMatchObject({ success: true })
  // Nothing is stopped or said there.
  expect(services.logged).toEqual([
    `links of a halt are left out, since there are too many {"links":["l${limits.haltRows}"],"count":1,"level":"error"}`,
  ])
  for (const parts of [rows[0]?.says, rows[0]?.ends]) expect(parts?.filter(({ step }) => step === 'planned')).toHaveLength(150)
})

test('a table that is too large for the file of halts is left out of it, and is in the journal after a restart (F28)', async () => {
  const services = await testServices()
  onTestFinished(() => services.close())
  valueOf(services.halts.put({ ...halt, rows: large }))
  expect(readHalts(services.dataDir).halts).toMatchObject([{ halt: { id: '7F3K', level: 'cut', rows: [] } }])
  const again = openHalts(services)
  onTestFinished(() => again.close())
  expect(again.find('7F3K')?.rows).toHaveLength(6)
})

test('however many halts there are and however large, all of them are in force in their file (F28)', () => {
  const folder = tempFolder()
  const halts = Array.from({ length: 1_000 }, (_, at) => ({
    halt: { ...halt, id: String(1000 + at), scope: { kind: 'workspace' as const, workspace: `w${at}` }, rows: at === 0 ? large : [row] },
  }))
  valueOf(writeHalts(folder, { halts, ended: [] }))
  expect(readHalts(folder).halts.map((each) => [each.halt.id, each.halt.rows.length])).toEqual(
    halts.map((each, at) => [each.halt.id, at === 0 ? 0 : 1]),
  )
  // What cannot be read back takes the place of nothing.
  const endless = Array.from({ length: 5_000 }, (_, at) => ({ halt: { ...halt, rows: [] }, folder: `/${at}`.padEnd(4_096, 'x') }))
  expect(writeHalts(folder, { halts: endless, ended: [] })).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  expect(readHalts(folder).halts).toHaveLength(1_000)
})

test('a row that cannot be read takes neither the halt nor another row with it, in the file and in the journal (F28)', async () => {
  const services = await testServices()
  onTestFinished(() => services.close())
  const damaged = {
    ...halt,
    rows: [
      { ...row, link: 'left' },
      { ...row, says: texts(201) },
    ],
  }
  valueOf(writeHalts(services.dataDir, { halts: [{ halt: damaged }], ended: [] }))
  expect(readHalts(services.dataDir).halts).toMatchObject([{ halt: { ...halt, rows: [{ link: 'left' }] } }])
  valueOf(writeHalts(services.dataDir, { halts: [], ended: [] }))
  services.journal.putSetting('halts', [damaged])
  const again = openHalts(services)
  onTestFinished(() => again.close())
  expect(again.find('7F3K')).toMatchObject({ ...halt, rows: [{ link: 'left' }] })
})

test('a halt of more links than its table has room for can be shown and begins, and says how many others there are and where (F28)', async () => {
  const services = await testServices()
  onTestFinished(() => services.close())
  const links = Array.from({ length: limits.haltRows + 1 }, (_, at) => ({ id: `l${at}`, enabled: true, protocol: 'p', name: 'n' }))
  const room = {
    id: 'w',
    state: () => ({ agents: [] }),
    workspace: () => ({ operator: 'mira', name: 'berth' }),
    sendQueue: { list: () => [] },
    links: { list: () => links, halt: () => undefined, isNetwork: () => false },
  }
  const rooms = { running: () => [room] } as Partial<Record<keyof Rooms, unknown>> as Rooms
  const run = openHaltRun(services, {} as Partial<EngineGate> as EngineGate, rooms)
  const shown = valueOf(run.preview({ scope: { kind: 'all' }, level: 'stop' }))
  expect(haltPreviewSchema.safeParse(shown)).toMatchObject({ success: true })
  const beyond = { links: 1, workspaces: 1, named: ['berth'] }
  expect(shown).toMatchObject({ beyond })
  expect(services.logged).toEqual([
    `links of a halt are left out, since there are too many {"links":["l${limits.haltRows}"],"count":1,"level":"error"}`,
  ])
  const { id, digest, rows } = shown
  const start = { id, scope: { kind: 'all' }, level: 'stop', digest, links: rows.map(({ link }) => link) } as const
  expect(valueOf(run.start(start))).not.toHaveProperty('changed')
  await run.settled()
  expect(services.halts.find(id)).toMatchObject({ beyond })
  const again = openHalts(services)
  onTestFinished(() => again.close())
  expect(again.find(id)).toMatchObject({ beyond })
  // Those who heard HALT hear RESUME, also if the workspaces were opened in another order since.
  links.reverse()
  const resumed = valueOf(run.resumePreview({ id }))
  expect(resumed).toMatchObject({ beyond })
  expect(new Set(resumed.rows.map(({ link }) => link))).toEqual(new Set(rows.map(({ link }) => link)))
  links.reverse()
  // Once there is room for all of them, none is missing.
  links.pop()
  const fewer = valueOf(run.preview({ scope: { kind: 'all' }, level: 'stop', id }))
  expect(fewer).not.toHaveProperty('beyond')
  expect(valueOf(run.start({ ...start, digest: fewer.digest })).halt).not.toHaveProperty('beyond')
  await run.settled()
})
