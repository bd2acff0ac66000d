import { expect, test, vi } from 'vitest'
import { needOfStuck } from '../../../core/need.ts'
import type { Detector, Stuck } from '../../../core/stuck.ts'
import { draftOf } from '../state/draft.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk, fixtureStuck } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { testStore } from '../testing/test-render.tsx'
import { verbsOf } from './need-verbs.ts'

async function withStuck(detector: Detector, more: Partial<Stuck> = {}) {
  const need = needOfStuck(fixtureStuck(detector, more))
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [need] } } })
  const store = testStore(client)
  await store.getState().start()
  const verbs = (): ReturnType<typeof verbsOf> => verbsOf(store.getState(), need)
  const run = async (id: string): Promise<unknown> =>
    verbs()
      .find((verb) => verb.id === id)
      ?.run(store.getState())
  const asked = (method: string): unknown[] => client.calls.filter((call) => call.method === method).map(({ input }) => input)
  return { need, verbs, run, asked, now: store.getState }
}

test.each<[Detector, Partial<Stuck>, string[]]>([
  ['deadlock', {}, ['Answer for one Enter', 'Hand over h', '… No longer needed e', '… Snooze… z', '… Show in the feed']],
  ['starvation', {}, ['Nudge g', 'Hand over h', '… Who waits', '… No longer needed e', '… Snooze… z', '… Show in the feed']],
  [
    'lost',
    { debts: ['l1|1', 'l1|2'] },
    ['Nudge g', 'Hand over all h', '… Who waits', '… All 2 no longer needed e', '… Snooze… z', '… Show in the feed'],
  ],
  [
    'starvation',
    { debts: ['l1|1', 'l1|2', 'l1|3'], rows: 1 },
    ['Nudge g', 'Hand over h', '… Who waits', '… No longer needed e', '… Snooze… z', '… Show in the feed'],
  ],
  ['loop', {}, ['Tell both to stop r', 'Mute the pair 24 h', 'Halt these…', '… Snooze… z', '… Show in the feed']],
  ['storm', { agents: ['a', 'b', 'c'] }, ['Tell all to stop r', 'Mute them 24 h', 'Halt these…', '… Snooze… z', '… Show in the feed']],
  ['orphan', {}, ['Assign h', '… No longer needed e', '… Snooze… z', '… Show in the feed']],
  ['orphan', { isMoot: true }, ['No longer needed e', 'Assign h', '… Snooze… z', '… Show in the feed']],
])('%s has its verbs and their keys', async (detector, more, wanted) => {
  const { verbs } = await withStuck(detector, more)
  const shown = verbs()
    .filter(({ id }) => id !== 'mute-agent')
    .toSorted((a, b) => Number(b.isShown === true) - Number(a.isShown === true))
  expect(shown.map(({ label, key, isShown }) => `${isShown === true ? '' : '… '}${label}${key === undefined ? '' : ` ${key}`}`)).toEqual(
    wanted,
  )
})

test('to tell agents in a loop to stop writes a draft and sends nothing', async () => {
  const { run, asked, now } = await withStuck('loop', { events: ['e000003', 'e000008'], agents: ['reviewer', 'coder'] })
  await run('stop')
  expect(asked('messages.send')).toEqual([])
  const draft = draftOf(now())
  expect([...(draft.to ?? []), ...draft.observers]).toContain('reviewer')
  expect(draft.text).toMatch(/reviewer/)
  // It asks nothing, so nobody owes an answer to it.
  expect(draft.text).not.toMatch(/\?|please/i)
})

test('to mute puts the condition off for a day; to halt asks about these agents', async () => {
  const { need, run, asked, now } = await withStuck('loop')
  await run('mute')
  expect(asked('desk.mark')).toMatchObject([{ keys: [need.id], verb: 'snooze', until: fixtureNow + 24 * 60 * 60_000 }])
  await run('halt')
  await vi.waitFor(() => expect(now().haltDialog).toMatchObject({ scope: { kind: 'agents', agents: ['coder', 'reviewer'] } }))
})

test('a ring opens who waits for whom on itself; the cheapest debt is handed over or no longer needed', async () => {
  const { need, run, asked, now } = await withStuck('deadlock')
  await run('way-out')
  expect(now().overlay).toMatchObject({ kind: 'waits', stuck: need.id })
  await run('hand-over')
  expect(now().overlay).toMatchObject({ kind: 'hand over', key: need.stuck?.debts[0] })
  await run('done')
  expect(asked('desk.mark')).toMatchObject([{ keys: [need.stuck?.debts[0]], verb: 'waive' }])
})
