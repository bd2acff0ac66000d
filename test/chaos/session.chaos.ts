import { expect, test } from 'vitest'
import { crashEverywhere } from '../suites/session-crash.ts'

test('a crash at every point of a round: each command runs at most one time, the interrupted one is named (F2)', async ({ annotate }) => {
  const { points, interrupted } = await crashEverywhere(1)
  expect([points > 30, interrupted > 6]).toEqual([true, true])
  await annotate(`${points} crash points of a round, ${interrupted} of them inside a command: none ran twice, none was lost`, 'F2')
})
