import { beforeEach, expect, test, vi } from 'vitest'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { Halting } from '../../../test/fakes/halting.ts'
import type { HaltScope } from '../../core/halt.ts'
import { readHalts } from '../../io/halt-file.ts'

/** A link that was cut hears that a halt is over, while or after others stay. */
let t: Halting
beforeEach(async () => {
  t = await Halting.open()
})

const all: HaltScope = { kind: 'all' }

/** Everything is cut. */
async function cutAll(): Promise<string> {
  const id = await t.halt('cut', undefined, all)
  const filed = () => readHalts(t.core.dataDir).halts.find(({ halt }) => halt.id === id)?.halt
  await vi.waitFor(() => expect(filed()?.rows.find(({ protocol }) => protocol === 'net')?.leaves?.step).toBe('done'))
  return id
}

test('a link that was cut is told to go on, unless a halt of some agents is for them, while that one stays (F28)', async () => {
  await t.halt('stop', undefined, { kind: 'agents', workspace: t.workspace, agents: ['Coder'] })
  const cut = await cutAll()
  expect(await t.resume(cut)).toMatchObject({ ok: true })
  const words = `RESUME ${cut} — go on, unless another HALT is for you, too: then wait for its RESUME.`
  expect(t.resumed('net')).toEqual([`resume net a ${cut} ${words}`, `resume net b ${cut} ${words}`])
})

test('a link that the release before cut hears RESUME once no halt of some agents stays, either (F28)', async () => {
  const some = await t.halt('stop', undefined, { kind: 'agents', workspace: t.workspace, agents: ['Coder'] })
  t.isOlder = true
  const cut = await cutAll()
  t.isOlder = false
  expect(await t.resume(cut)).toMatchObject({ ok: true })
  expect(t.resumed('net')).toEqual([])
  expect(await t.resume(some)).toMatchObject({ ok: true })
  expect(
    t
      .resumed('net')
      .filter((text) => text.endsWith(cut))
      .toSorted(),
  ).toEqual([`resume net a ${cut}`, `resume net b ${cut}`])
})

test.each([
  ['ask', 'first'],
  ['ask', 'last'],
  ['cut', 'first'],
  ['cut', 'last'],
] as const)('a link that was cut hears RESUME once no other halt stays there (%s, resumed %s) (F28)', async (level, order) => {
  const first = await t.halted(level)
  const cut = await cutAll()
  const [one, other] = order === 'first' ? [first, cut] : [cut, first]
  expect(await t.resume(one)).toMatchObject({ ok: true })
  expect(t.resumed('net').filter((text) => !text.includes('stays'))).toEqual([])
  await t.restart()
  t.said = []
  expect(await t.resume(other)).toMatchObject({ ok: true })
  const heard = level === 'cut' ? [first] : [first, cut]
  expect(t.resumed('net').toSorted()).toEqual(heard.flatMap((id) => [`resume net a ${id}`, `resume net b ${id}`]).toSorted())
})

test.each(['ask', 'stop'] as const)(
  'a link that comes back hears no RESUME after a new halt (%s), and hears it once that is over (F28)',
  async (level) => {
    const cut = await t.halted('cut')
    const release = t.hold(`resume net a ${cut}`)
    const resumed = t.resume(cut)
    await t.until(`resume net a ${cut}`)
    t.said = []
    const next = await t.halt(level, 'CCCC')
    await t.until(`halt net b ${next}`)
    release()
    await resumed
    expect(t.resumed('net')).toEqual([])
    expect(await t.resume(next)).toMatchObject({ ok: true })
    expect(t.resumed('net').toSorted()).toEqual([`resume net a ${next}`, `resume net b ${next}`, `resume net b ${cut}`].toSorted())
  },
)

test('Halt of a window that has not seen another one counts, too, while RESUME of that one is being said (F28)', async () => {
  const id = await t.halted('stop')
  const mine = valueOf(await t.core.client.call('halt.preview', { scope: t.scope, level: 'stop' }))
  const release = t.hold(`resume file a ${id}`)
  const resumed = t.resume(id)
  await t.until(`resume file a ${id}`)
  const links = mine.rows.map(({ link }) => link)
  const start = { id: mine.id, scope: t.scope, level: 'stop' as const, digest: mine.digest, links }
  const { halt, changed } = valueOf(await t.core.client.call('halt.start', start))
  expect([mine.id === id, halt.id, changed?.id]).toEqual([false, id, id])
  release()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  t.said = []
  valueOf(await t.core.client.call('halt.start', { ...start, id, digest: changed?.digest ?? '' }))
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
})

test.each(['stop', 'cut'] as const)(
  'Resume of a halt that waits for RESUME of another says nothing that this one has made untrue: its table is shown again (%s) (F28)',
  async (level) => {
    const first = await t.halted(level, all)
    const second = await t.halt('stop', undefined, t.scope)
    const held = `resume file a ${first} RESUME ${first} — but HALT ${second} stays: wait for RESUME ${second}.`
    const release = t.hold(held)
    const resumed = t.resume(first)
    await t.until(held)
    const overtaken = t.resume(second)
    await t.followed.state(({ halt }) => halt?.id === second && halt.resuming === true)
    release()
    expect(await resumed).toMatchObject({ ok: true })
    t.said = []
    expect(valueOf(await overtaken)).toMatchObject({ halt: { id: second }, changed: { id: second } })
    expect(t.said).toEqual([])
    expect(readHalts(t.core.dataDir).halts).toMatchObject([{ halt: { id: second } }])
    expect(await t.resume(second)).toMatchObject({ ok: true })
    const heard = ['file a', 'file b', 'net a', 'net b'].map((place) => `resume ${place} ${second}`)
    const later = level === 'cut' ? [`resume net a ${first}`, `resume net b ${first}`] : []
    expect(t.said.filter((text) => text.startsWith('resume')).toSorted()).toEqual([...heard, ...later].toSorted())
  },
)

test('patchbay resume --yes that waits for RESUME of another halt says what is true then (F28)', async () => {
  const first = await t.halted('stop', all)
  const second = await t.halt('stop', undefined, t.scope)
  const held = `resume file a ${second} RESUME ${second} — but HALT ${first} stays: wait for RESUME ${first}.`
  const release = t.hold(held)
  const resumed = t.resume(second)
  await t.until(held)
  t.askWithYes(first)
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts.map(({ halt }) => halt.resuming)).toEqual([true, true]))
  release()
  expect(await resumed).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts).toEqual([]))
  expect(t.said.filter((text) => text.startsWith('resume') && text.includes(` ${first}`) && !text.includes(second)).toSorted()).toEqual(
    t.texts('resume', first),
  )
})

test.each(['everything', 'some agents'] as const)(
  'RESUME that is being said ends where a new halt begins (of %s), and the rest of it is said with the RESUME of that one (F28)',
  async (kind) => {
    const isAll = kind === 'everything'
    const first = await t.halted('stop', isAll ? t.scope : all)
    const release = t.hold(`resume file a ${first}`)
    const resumed = t.resume(first)
    await t.until(`resume file a ${first}`)
    await t.until(`resume net b ${first}`)
    const next = await t.halt('stop', undefined, isAll ? all : { kind: 'agents', workspace: t.workspace, agents: ['Coder'] })
    t.said = []
    release()
    const { halt } = valueOf(await resumed)
    expect(t.resumed('file')).toEqual([])
    expect(halt.rows.flatMap(({ says }) => says)).toContainEqual(
      expect.objectContaining({ wire: `resume file b ${first}`, step: 'failed' }),
    )
    expect(await t.resume(next)).toMatchObject({ ok: true })
    expect(t.said.filter((text) => text.startsWith('resume')).toSorted()).toEqual(
      [...t.texts('resume', next), `resume file b ${first}`].toSorted(),
    )
  },
)

test('a halt has the name of no other one, though its dialog was opened for that: each stays until its own Resume (F28)', async () => {
  const everything = await t.halt('stop', undefined, all)
  await t.until(`halt file b ${everything}`)
  // In the dialog of that halt, another scope was chosen.
  const shown = valueOf(await t.core.client.call('halt.preview', { scope: t.scope, level: 'stop', id: everything }))
  expect(shown.id).not.toBe(everything)
  const links = shown.rows.map(({ link }) => link)
  const given = { id: everything, scope: t.scope, level: 'stop', digest: shown.digest, links } as const
  const { halt, changed } = valueOf(await t.core.client.call('halt.start', given))
  expect(halt.id).not.toBe(everything)
  expect(changed?.id).toBe(halt.id)
  expect(await t.resume(everything)).toMatchObject({ ok: true })
  await t.restart()
  expect(await t.core.client.call('halt.resumePreview', { id: halt.id })).toMatchObject({ ok: true })
})
