import { expect, it } from 'vitest'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { rebase } from './rebase.ts'

const seen = ['head', 'x {', 'a', 'b', '}', 'y {', 'a', 'c', '}', 'tail']

it.each([
  ['the same place', seen, 3, 4, [3, 4]],
  ['a place further down', ['new', 'new', ...seen], 6, 8, [8, 10]],
  ['a place further up', seen.slice(1), 3, 4, [2, 3]],
  ['of several the one with the same neighbours', ['new', ...seen], 3, 3, [4, 4]],
  ['the end, by what stands before it', ['new', '}', ...seen], 9, 9, [11, 11]],
  ['the whole file', ['0', ...seen, '9'], 1, 10, [2, 11]],
])('finds lines at %s', (_what, present, from, to, place) => {
  expect(rebase(seen, { from, to }, present)).toEqual({ from: place[0], to: place[1] })
})

it.each([
  ['changed lines', [...seen.slice(0, 3), 'B', ...seen.slice(4)], 3, 4],
  ['lines that are gone', ['head', 'tail'], 3, 4],
  ['lines that stand twice with the same neighbours', ['0', ...seen, ...seen], 3, 4],
  ['lines that stand twice with all of the neighbours that are looked at', [...seen, ...seen], 5, 6],
  ['the last of lines that stood twice, where only the other is left', seen.toSpliced(2, 1), 3, 3],
  ['lines whose neighbours all changed, if they stand twice', ['q', 'a', 'q', 'a', 'q'], 3, 3],
  ['anything in an empty file', [], 1, 1],
])('does not find %s', (_what, present, from, to) => {
  expect(rebase(seen, { from, to }, present)).toBeUndefined()
})

it('finds overlapping runs, so it never takes one of many for the only one', () => {
  expect(rebase(['a', 'a', 'b'], { from: 1, to: 2 }, ['a', 'a', 'a'])).toBeUndefined()
  expect(rebase(['0', 'a', 'a', 'b'], { from: 2, to: 3 }, ['x', '0', 'a', 'a', 'a', 'a', 'b'])).toBeUndefined()
  expect(rebase(['0', 'a', 'a', 'b'], { from: 2, to: 3 }, ['a', 'a', '0', 'a', 'a', 'b'])).toEqual({ from: 4, to: 5 })
})

it('takes time in proportion to the lines (F6)', () => {
  // Longer arrays are given back to the system each time, which takes much of the time on some machines.
  expectLinearTime((size) => {
    const lines = Array.from({ length: size }, () => '}')
    return () => rebase([...lines, 'end'], { from: 1, to: size / 2 }, lines)
  }, 1_000)
})
