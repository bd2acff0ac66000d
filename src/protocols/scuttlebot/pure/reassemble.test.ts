import { describe, expect, test } from 'vitest'
import { reassembler } from './reassemble.ts'

const envelope = JSON.stringify({ v: 1, type: 't', id: 'i', from: 'coder', payload: { text: 'x'.repeat(900) } })
const pieces = [envelope.slice(0, 350), envelope.slice(350, 700), envelope.slice(700)]

function take(texts: readonly (readonly [key: string, text: string, now?: number])[]): unknown[] {
  const joined = reassembler<number>()
  return texts.flatMap(([key, text, now = 0], item) => joined.take(key, { text, item }, now).map(({ kind, items }) => [kind, items]))
}

describe('split envelopes', () => {
  test('are joined from the lines of one sender, with others in between', () => {
    const said = take([
      ['a', pieces[0] ?? ''],
      ['b', 'hello'],
      ['a', pieces[1] ?? ''],
      ['c', envelope],
      ['a', pieces[2] ?? ''],
    ])
    expect(said).toEqual([
      ['whole', [1]],
      ['whole', [3]],
      ['whole', [0, 2, 4]],
    ])
  })
  test('are given up after two seconds, with the pieces and the reason', () => {
    const joined = reassembler<number>()
    expect(joined.take('a', { text: pieces[0] ?? '', item: 0 }, 0)).toEqual([])
    expect(joined.nextExpiry()).toBe(2_000)
    expect(joined.expire(1_999)).toEqual([])
    expect(joined.expire(2_000)).toEqual([{ kind: 'broken', text: pieces[0], items: [0], reason: 'Its end did not arrive in time.' }])
    expect(joined.nextExpiry()).toBeUndefined()
  })
  test('do not wait for a clock that was set back to go there again', () => {
    const joined = reassembler<number>()
    joined.take('a', { text: pieces[0] ?? '', item: 0 }, 1_000_000)
    expect(joined.expire(1_000)).toMatchObject([{ kind: 'broken' }])
    expect(joined.nextExpiry()).toBeUndefined()
  })
  test('a new beginning ends the one that waits', () => {
    expect(
      take([
        ['a', pieces[0] ?? ''],
        ['a', envelope],
      ]),
    ).toEqual([
      ['broken', [0]],
      ['whole', [1]],
    ])
  })
  test('endless ones are bounded, and text that is not an envelope passes immediately', () => {
    const joined = reassembler<number>()
    joined.take('a', { text: '{"', item: 0 }, 0)
    const out = Array.from({ length: 64 }, (_, at) => joined.take('a', { text: 'x', item: at }, 0)).flat()
    expect(out.map(({ kind }) => kind)[0]).toBe('broken')
    expect(take([['a', 'plain {"x"']])).toEqual([['whole', [0]]])
    expect(take([['a', '{"a": 1}']])).toEqual([['whole', [0]]])
  })
  test('500 senders may wait; one more gives up the oldest', () => {
    const joined = reassembler<number>()
    for (let at = 0; at < 500; at++) expect(joined.take(`n${at}`, { text: '{"v', item: at }, at)).toEqual([])
    expect(joined.take('one more', { text: '{"v', item: 500 }, 500)).toMatchObject([{ kind: 'broken', items: [0] }])
    expect(joined.flush()).toHaveLength(500)
  })
})
