import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Halting, isOver } from '../../../test/fakes/halting.ts'
import { testServices } from '../../../test/fakes/services.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { ok } from '../../core/fault.ts'
import type { Halt, HaltPreview } from '../../core/halt.ts'
import { openHalts } from './halts.ts'

/** A file of halts that cannot be read halts everything, and nobody has been told. */
const id = '0000'

async function unreadable(): Promise<Halting> {
  const t = await Halting.open()
  spoil(t.core.dataDir)
  await t.followed.state(({ halt }) => halt?.id === id)
  return t
}

const spoil = (dataDir: string): void => writeFileSync(path.join(dataDir, 'halt.json'), 'not JSON')
const preview = async (t: Halting, of = id): Promise<HaltPreview> => valueOf(await t.core.client.call('halt.resumePreview', { id: of }))

test('its end is told to nobody, and the table says why (F28)', async () => {
  const t = await unreadable()
  for (const { says, hears, cannot } of (await preview(t)).rows) {
    expect([says, hears]).toEqual([[], []])
    expect(cannot.why).toMatch(/not told of this halt/)
  }
  expect(await t.resume(id)).toMatchObject({ ok: true })
  await t.followed.state(({ halt }) => halt === undefined)
  expect(t.said).toEqual([])
})

test('where it refused something, its end is told: whoever was refused knows its id and waits (F28)', async () => {
  const t = await unreadable()
  const refused = await t.core.engine.gate.perform(
    {
      actor: { kind: 'agent', name: 'coder' },
      workspace: t.workspace,
      effect: { kind: 'append', target: 't', exact: 'x' },
      question: '?',
    },
    () => Promise.resolve(ok('done')),
  )
  expect(refused).toMatchObject({ ok: false, fault: { message: expect.stringContaining(id) as string } })
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.said.toSorted()).toEqual(t.texts('resume', id))
})

test('once it was raised and told, its end is told, too (F28)', async () => {
  const t = await unreadable()
  await t.halt('stop', id, { kind: 'all' })
  await t.followed.state(({ halt }) => halt?.id === id && halt.rows.length === 2 && isOver(halt))
  expect(t.said.toSorted()).toEqual(t.texts('halt', id))
  t.said = []
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.said.toSorted()).toEqual(t.texts('resume', id))
})

test('nobody is told to wait for its end (F28)', async () => {
  const t = await unreadable()
  const own = await t.halt('stop', undefined, t.scope)
  await t.followed.state(({ halt }) => halt?.id === own && isOver(halt))
  expect((await preview(t, own)).rows.flatMap(({ says }) => says.map(({ wire }) => wire)).toSorted()).toEqual(t.texts('resume', own))
})

// The file may have said more than Ask.
test.each([
  ['cut', 'cut'],
  ['ask', 'stop'],
] as const)(
  'it takes the place of no halt of everything that the journal knows (%s), so that RESUME names the one that was told (F28)',
  async (level, then) => {
    const services = await testServices()
    onTestFinished(() => services.close())
    const halt: Halt = { id: '7F3K', at: 1, scope: { kind: 'all' }, level, by: 'operator', rows: [] }
    valueOf(services.halts.put(halt))
    spoil(services.dataDir)
    const again = openHalts(services)
    onTestFinished(() => again.close())
    expect(again.list()).toMatchObject([{ id: '7F3K', level: then }])
  },
)
