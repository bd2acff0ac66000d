import { expect, test } from 'vitest'
import { PresentAgents } from './present-agents.ts'

test('who left is known, however many others left before (F20)', () => {
  const present = new PresentAgents()
  for (let at = 0; at < 12_000; at++) {
    present.came('dock', `n${at}`)
    present.left('dock', `n${at}`)
  }
  expect(['n0', 'n6999', 'n7000', 'n11999'].map((name) => present.isGone(name))).toEqual([false, false, true, true])
})
