import { describe, expect, test } from 'vitest'
import { Projects } from './projects.ts'

const config = (...ids: string[]) => ({ projects: ids.map((id) => ({ id })), maxResponseDepth: 2 })
const ids = (projects: Projects): string[] => projects.all().map(({ id }) => id)

describe('projects of a link', () => {
  test('are ordered as in the settings, as on the server, and as added, each once', () => {
    const projects = new Projects(config('b', 'a'), undefined)
    projects.list([
      { id: 'c', name: 'See' },
      { id: 'a', name: 'Aye' },
    ])
    projects.add('d', 'Dee')
    expect(projects.all().map(({ id, name, isListed }) => [id, name, isListed])).toEqual([
      ['b', 'b', false],
      ['a', 'Aye', true],
      ['c', 'See', true],
      ['d', 'Dee', false],
    ])
  })

  test('a left project stays left, until it is added or the settings name it again', () => {
    const first = new Projects(config('a', 'b'), undefined)
    first.list([{ id: 'c', name: 'See' }])
    for (const id of ['a', 'c']) first.leave(id)
    expect(ids(first)).toEqual(['b'])
    const again = new Projects(config('a', 'b'), first.saved())
    expect(ids(again)).toEqual(['b'])
    const without = new Projects(config('b'), first.saved())
    const anew = new Projects(config('a', 'b'), without.saved())
    expect(ids(anew)).toEqual(['a', 'b'])
    again.add('c', undefined)
    expect(ids(again)).toEqual(['b', 'c'])
  })

  test('are found by id, and by a name that only one has', () => {
    const projects = new Projects(config('a', 'Aye'), undefined)
    projects.list([
      { id: 'x', name: 'Twice' },
      { id: 'y', name: 'twice' },
      { id: 'z', name: 'Once' },
    ])
    expect(['a', 'ONCE', 'twice', 'Aye', 'nobody', '__proto__'].map((where) => projects.find(where))).toEqual([
      'a',
      'z',
      undefined,
      'Aye',
      undefined,
      undefined,
    ])
  })

  test('have settings of their own, of which only given ones change', () => {
    const projects = new Projects(config('a'), undefined)
    expect(projects.settings('a')).toEqual({ maxResponseDepth: 2, budget: 30, mute: false })
    projects.set('a', { mute: true, budget: undefined })
    projects.set('a', { budget: 5 })
    expect(new Projects(config('a'), projects.saved()).settings('a')).toEqual({ maxResponseDepth: 2, budget: 5, mute: true })
  })

  test('a server that lists too many is bounded (F18)', () => {
    const projects = new Projects(config('a'), undefined)
    projects.list(Array.from({ length: 5_000 }, (_, number) => ({ id: `p${number}`, name: 'x' })))
    expect(projects.all()).toHaveLength(256)
  })
})
