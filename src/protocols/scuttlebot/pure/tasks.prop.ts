import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskChange } from './task-change.ts'
import { foldTasks, type TasksFold } from './tasks.ts'
import { sized } from '../../../../test/sizes.ts'

const runs = sized(250)

const id = fc.integer({ min: 0, max: 40 }).map((n) => `01HX9Z${String(n).padStart(4, '0')}`)
const words = fc.option(fc.constantFrom('a', 'b', 'in_progress', 'done', ''), { nil: undefined })
const change: fc.Arbitrary<TaskChange> = fc
  .record({
    id,
    kind: fc.constantFrom('create', 'update', 'complete'),
    task: fc.constantFrom('01HX9Z0001', '01HX9Z0002', '__proto__'),
    by: fc.constantFrom('x', 'y'),
    at: fc.integer({ min: 0, max: 1_000 }),
    wireId: fc.constant('e'),
    place: fc.constantFrom('#a', '#b'),
    title: words,
    status: words,
    assignee: words,
    doubt: words,
  })
  // An envelope has one content: two with the same id are the same.
  .map(({ title, status, assignee, doubt, ...rest }) => ({
    ...rest,
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status }),
    ...(assignee !== undefined && { assignee }),
    ...(doubt !== undefined && { doubt }),
  }))
const history = fc.uniqueArray(change, { selector: (each) => each.id, maxLength: 30 })

function boardOf(changes: readonly TaskChange[]): TasksFold {
  const fold = foldTasks()
  for (const each of changes) fold.apply(each)
  return fold
}

test('any permutation and repetition of the envelopes gives the same board and the same history (F19)', async ({ annotate }) => {
  fc.assert(
    fc.property(
      history.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.array(fc.nat(), { maxLength: 10 })),
      ),
      ([all, shuffled, repeats]) => {
        const again = repeats.flatMap((n) => shuffled[n % Math.max(1, shuffled.length)] ?? [])
        const [one, two] = [boardOf(all), boardOf([...shuffled, ...again])]
        expect(two.all()).toEqual(one.all())
        for (const task of one.all()) expect(two.history(task.id)).toEqual(one.history(task.id))
      },
    ),
    { numRuns: runs },
  )
  await annotate(`${runs.toLocaleString('en-US')} histories of tasks`, 'F19')
})
