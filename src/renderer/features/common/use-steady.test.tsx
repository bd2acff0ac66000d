import { renderHook, type RenderHookResult } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mostGone, useSteady } from './use-steady.ts'

const idOf = (item: string): string => item
interface Props {
  readonly items: readonly string[]
  readonly isIn: boolean
}
const shown = ({ items, isIn }: Props): string[] => useSteady(items, idOf, isIn).map(({ item, isGone }) => (isGone ? `${item} gone` : item))
const steady = (items: readonly string[]): RenderHookResult<string[], Props> => {
  const initialProps: Props = { items, isIn: true }
  return renderHook(shown, { initialProps })
}

test('under the pointer none changes place, and the true list returns when it has left', () => {
  const { result, rerender } = steady(['a', 'b'])
  rerender({ items: ['c', 'b'], isIn: true })
  expect(result.current).toEqual(['a gone', 'b', 'c'])
  rerender({ items: ['c', 'b'], isIn: false })
  expect(result.current).toEqual(['c', 'b'])
})

test('however long the pointer rests, few of those that are gone stay; those above them and all that are there keep their places (F18)', () => {
  const stays = 'stays'
  const { result, rerender } = steady([stays])
  for (let at = 0; at < mostGone + 50; at++) rerender({ items: [`new ${at}`, stays], isIn: true })
  expect(result.current).toHaveLength(mostGone + 2)
  expect(result.current.slice(0, 3)).toEqual([stays, 'new 0 gone', 'new 1 gone'])
  expect(result.current.at(-1)).toBe(`new ${mostGone + 49}`)
})
