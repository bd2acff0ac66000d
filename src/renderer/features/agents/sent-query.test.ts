import { expect, test } from 'vitest'
import type { Agent } from '../../../core/agent.ts'
import { parseQuery } from '../../../core/query.ts'
import { fixtureAgents } from '../testing/fixtures.ts'
import { sentQuery } from './sent-query.ts'

const links = [
  { id: 'l1', protocol: 'chat', name: 'chat.md' },
  { id: 'l2', protocol: 'scuttlebot', name: 'demo network' },
  { id: 'l3', protocol: 'jaibber', name: 'demo team' },
]
function agent(id: string, ...names: readonly (readonly [source: string, name: string])[]): Agent {
  const [first] = fixtureAgents
  if (first === undefined) throw new Error('There are fixtures.')
  return { ...first, id, name: id, names: names.map(([source, name]) => ({ source, protocol: 'chat', name, by: 'itself' })) }
}

test('an agent is searched for under all of its names', () => {
  const coder = agent('coder', ['l1', 'coder'], ['l2', 'coder of 2'], ['l3', 'coder'])
  const query = sentQuery(coder, [coder, agent('tester', ['l1', 'tester'])], links)
  expect(query).toBe('from:"coder" from:"coder of 2"')
  expect(parseQuery(`${query} after:today`, 0).ok).toBe(true)
})

test('on its own links where another one has nearly the same name, and in no search where both are on one link', () => {
  const coder = agent('coder', ['l1', 'coder'], ['l2', 'coder'])
  expect(sentQuery(coder, [coder, agent('Coder', ['l3', 'Coder'])], links)).toBe('from:"coder" link:"chat.md" link:"demo network"')
  expect(sentQuery(coder, [coder, agent('Coder', ['l2', 'Coder'])], links)).toBeUndefined()
  const named = agent('Coder', ['l3', 'Coder'])
  expect(sentQuery(coder, [coder, named], [...links.slice(0, 2), { id: 'l3', protocol: 'jaibber', name: 'Chat.md' }])).toBeUndefined()
})

test('a name that a search cannot have, and one of a link that is gone, is in none', () => {
  expect(sentQuery(agent('x', ['l1', 'a "b"']), [], links)).toBeUndefined()
  expect(sentQuery(agent('x', ['gone', 'x']), [], links)).toBeUndefined()
})
