import { expect, test } from 'vitest'
import { showRebuilding } from './progress.ts'

test.each([
  [true, 101],
  [false, 11],
])('a rebuild is reported in percent; in a terminal (%s) in %i lines, of which only the last stays', (isTerminal, lines) => {
  const said: [string, boolean][] = []
  const show = showRebuilding(isTerminal, (words, isLast) => said.push([words, isLast]))
  for (let done = 0; done <= 1_000; done += 5) {
    show('one', done, 1_000)
    if (done === 500) show('two', 500, 1_000)
  }
  const ofOne = said.filter(([words]) => words.includes(' one '))
  expect(ofOne).toHaveLength(lines)
  expect(ofOne.filter(([, isLast]) => isLast)).toEqual([[expect.stringContaining('100 %'), true]])
  expect(said.length - ofOne.length).toBe(1)
})
