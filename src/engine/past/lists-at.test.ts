import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { acted, foldOf, question } from '../../../test/fakes/acts.ts'
import { listsInput } from '../../../test/fakes/lists-input.ts'
import { noFacts } from '../../../test/fakes/past-facts.ts'
import { foldTalk } from '../../core/fold/debts/talk.ts'
import { openListsAt } from './lists-at.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('folds that are left for others leave the memory to them (F29)', async () => {
  const listsAt = openListsAt()
  const asked = acted(1, 'a', 'b', question('a', 'b'))
  const read = (): WeakRef<object>[] => {
    const [debts, talk] = [foldOf([asked]), foldTalk()]
    debts.apply(asked.event)
    const { debts: _debts, marks: _marks, ...input } = listsInput({ debts, now: 2 * 60_000 })
    expect(listsAt.read({ debts, talk }, noFacts, input).open).toHaveLength(1)
    return [new WeakRef(debts), new WeakRef(talk)]
  }
  const left = read()
  await vi.waitFor(() => {
    collect()
    expect(left.map((one) => one.deref() === undefined)).toEqual([true, true])
  })
  read()
})
