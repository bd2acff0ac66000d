import { expect, test } from 'vitest'
import { acted, foldOf, request, speak, type ActedEvent } from '../../../test/fakes/acts.ts'
import { defaultDeskLimits } from '../../core/debt.ts'
import { foldTalk } from '../../core/fold/debts/talk.ts'
import { openLists, type Lists } from './lists.ts'

const minute = 60_000

test('what is said on another link reaches the lists that are kept: first a note, then the end (F27)', () => {
  const asked = acted(1, 'coder', 'operator', request('coder', 'operator'))
  const spoken = acted(4, 'me', 'Coder', speak('me', 'Coder'), { source: 'irc' })
  const thanks = acted(6, 'Coder', 'me', speak('Coder', 'me', { creditor: 'accepts' }), { source: 'irc' })
  const fold = foldOf([asked, spoken, thanks])
  const talk = foldTalk()
  const keeper = openLists(talk)
  const ids: Readonly<Record<string, string>> = { me: 'operator', Coder: 'coder' }
  const read = (changed?: ReadonlySet<string>): Lists =>
    keeper.read(
      {
        debts: fold,
        agentOf: (_source, name) => ids[name] ?? name,
        operator: 'operator',
        marks: new Map(),
        limits: defaultDeskLimits,
        now: 7 * minute,
        dayStart: 0,
        start: 0,
      },
      changed,
    )
  const hear = ({ event, acts }: ActedEvent): Lists => {
    fold.apply(event)
    talk.apply(event, acts, false)
    return read(new Set([...fold.changed(), ...keeper.spokenOf()]))
  }
  fold.apply(asked.event)
  expect(
    read()
      .needs()
      .map(({ row }) => row?.elsewhere),
  ).toEqual([undefined])
  expect(
    hear(spoken)
      .needs()
      .map(({ row }) => row?.elsewhere),
  ).toEqual([{ link: 'irc', at: 4 * minute, event: 'event-4' }])
  const after = hear(thanks)
  expect(after.needs()).toEqual([])
  expect(after.list('closed')).toMatchObject([{ debt: { state: 'settled', end: { event: 'event-6', evidence: 'inferred' } } }])
  expect(keeper.spokenOf()).toEqual([])
})
