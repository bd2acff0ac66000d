import { describe, expect, test } from 'vitest'
import { findWakeRing, wakesOf, type Wake } from './wakes.ts'

const start = 1_000_000
const never = (): number => 0

/** `a>b`: a wakes b; `*>b`: a person does. 20 s apart. */
function wakes(...steps: readonly string[]): Wake[] {
  return steps.map((step, index) => {
    const [by = '', agent = ''] = step.split('>')
    return { by, agent, at: start + index * 20_000, isByPerson: by === '*' }
  })
}

const times = (count: number, ...steps: readonly string[]): string[] => Array.from({ length: count }, () => steps).flat()

describe('agents of this machine that wake each other (F28)', () => {
  test('a pair that did so eight times is a ring, and three in a row are one', () => {
    expect(findWakeRing(wakes(...times(8, 'a>b', 'b>a')), { agent: 'b', by: 'a' }, never)).toMatchObject({
      members: ['a', 'b'],
      times: 8,
      since: start,
    })
    expect(findWakeRing(wakes(...times(8, 'a>c', 'c>b', 'b>a')), { agent: 'c', by: 'a' }, never)?.members).toEqual(['a', 'c', 'b'])
  })

  const none: readonly (readonly [string, readonly Wake[], { readonly agent: string; readonly by: string }])[] = [
    ['a pair that did so seven times', wakes(...times(7, 'a>b', 'b>a')), { agent: 'b', by: 'a' }],
    ['one who wakes another, who only answers', wakes(...times(30, 'a>b')), { agent: 'b', by: 'a' }],
    [
      'workers who each report to the one who woke them',
      wakes(...'cdefghijk'.split('').flatMap((each) => times(2, `a>${each}`, `${each}>a`))),
      { agent: 'a', by: 'c' },
    ],
    ['a chain', wakes(...times(9, 'a>b', 'b>c', 'c>d')), { agent: 'd', by: 'c' }],
    ['a pair that a person wakes in between', wakes(...times(6, 'a>b', 'b>a'), '*>a', ...times(6, 'a>b', 'b>a')), { agent: 'b', by: 'a' }],
    ['somebody outside who wakes one of a ring', wakes(...times(9, 'a>b', 'b>a')), { agent: 'b', by: 'z' }],
  ]
  test.each(none)('%s is none', (_what, given, next) => {
    expect(findWakeRing(given, next, never)).toBeUndefined()
  })

  test('what one of them delivered, or a person who spoke to it, begins the count again', () => {
    const given = wakes(...times(9, 'a>b', 'b>a'))
    expect(findWakeRing(given, { agent: 'b', by: 'a' }, (agent) => (agent === 'a' ? start + 100_000 : 0))).toBeUndefined()
  })

  test('starts count until the operator starts it again', () => {
    expect(wakesOf(wakes('a>b', '*>b', 'b>a', 'a>b'), 'b')).toBe(3)
    const [first, second, third] = wakes('a>b', '*>b', 'a>b') as [Wake, Wake, Wake]
    expect(wakesOf([first, { ...second, isByOperator: true }, third], 'b')).toBe(1)
  })
})
