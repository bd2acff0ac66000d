import { expect, test } from 'vitest'
import { acted, ask, onPair, onRef, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices } from '../../../test/fakes/services.ts'
import type { Act } from '../../core/acts.ts'
import type { WithReplaced } from '../without-archives.ts'
import { debtFoldsThen, debtsInPieces, openDebtFolds, type DebtFoldsInput, type DebtsThen } from './debt-folds.ts'

const doubtful = [ask('a', ['b'], 't', 'task', { doubt: 'unproved' })]
const before = [acted(1, 'a', 'b', [ask('a', ['b'], 's')]), acted(2, 'b', 'a', take('b', 'a')), acted(3, 'a', 'b', doubtful)]
const inPlaceOf2 = { ord: 2, supersedes: 'event-2' }

test.each<[what: string, later: ActedEvent, cursor: number | undefined]>([
  ['comes after it', acted(4, 'b', 'a', [onPair('answer', 'b', 'a')]), undefined],
  ['belongs before it', acted(4, 'b', 'a', speak('b', 'a'), { ord: -5 }), 4],
  ['belongs before it, on another link', acted(4, 'b', 'a', speak('b', 'a'), { ord: -5, source: 'other' }), undefined],
  ['replaces one of before', acted(4, 'b', 'a', speak('b', 'a'), inPlaceOf2), 2],
  ['replaces one of before and says nothing', acted(4, 'b', 'a', [], inPlaceOf2), 2],
  ['asks under a ref whose ask is in doubt', acted(4, 'a', 'b', [ask('a', ['b'], 't')]), 3],
])('of events after a checkpoint, what it has is found to be open again for one that %s (F29)', async (_what, later, cursor) => {
  expect(await reachedBy([...before, later])).toBe(cursor)
})

test('an answer that grows names what it answers, so nothing that a checkpoint has is open again (F29)', async () => {
  const [typing, more] = [onRef('take', 'b', 's'), onRef('report', 'b', 's')].map((act): Act[] => [{ ...act, evidence: 'receipt' }])
  const grows = acted(4, 'b', 'a', more ?? [], inPlaceOf2)
  expect(
    await reachedBy([acted(1, 'a', 'b', [ask('a', ['b'], 's')]), acted(2, 'b', 'a', typing ?? []), acted(3, 'a', 'b', []), grows]),
  ).toBe(undefined)
})

test('a checkpoint stays as it is, whatever is folded on it: the next moment can begin with it again (F29)', async () => {
  const later = [4, 5].map((at) => acted(at, 'b', 'a', [...speak('b', 'a'), onPair('answer', 'b', 'a')]))
  await withFolds([...before, ...later], (input, events) => {
    const then = checkpointOf(input, events.slice(0, -1))
    const again = JSON.stringify(then)
    const folds = debtFoldsThen(input, then)
    folds.fold(events.slice(-1))
    expect(folds.saved().talk).not.toEqual(then.talk)
    expect(JSON.stringify(then)).toBe(again)
  })
})

const not = (): false => false

/** What `reachesBack` is after the last event, with a checkpoint before it. */
async function reachedBy(list: readonly ActedEvent[]): Promise<number | undefined> {
  return await withFolds(list, (input, events) => {
    const again = debtFoldsThen(input, checkpointOf(input, events.slice(0, -1)))
    again.fold(events.slice(-1))
    return again.reachesBack
  })
}

async function withFolds<T>(list: readonly ActedEvent[], use: (input: DebtFoldsInput, events: readonly WithReplaced[]) => T): Promise<T> {
  const fake = fakeProtocol()
  fake.acts = ({ id }) => list.find(({ event }) => event.id === id)?.acts ?? []
  const { protocols, close } = await testServices([fake])
  const input: DebtFoldsInput = {
    services: { protocols },
    operator: 'operator',
    same: (_source, a, b) => a === b,
    isPinned: not,
    isLate: not,
    aboutOf: () => undefined,
  }
  const result = use(
    input,
    list.map(({ event }) => ({ event, replaced: list.find((one) => one.event.id === event.supersedes)?.event })),
  )
  close()
  return result
}

/** What a checkpoint after these events has. */
function checkpointOf(input: DebtFoldsInput, events: readonly WithReplaced[]): DebtsThen {
  const whole = openDebtFolds(input)
  whole.fold(events)
  return debtsInPieces(JSON.parse(JSON.stringify(whole.pieces(true))) as unknown[])
}
