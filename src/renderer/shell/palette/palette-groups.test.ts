import { expect, test } from 'vitest'
import { matchesOf } from './palette-groups.ts'

const titles = ['Open links', 'Links of coder', 'Agents']

test('matches at the start come first, the count is of all', () => {
  const found = matchesOf(titles, 'link', (title) => title, 1)
  expect(found.total).toBe(2)
  expect(found.shown).toEqual([{ item: 'Links of coder', title: 'Links of coder', ranges: [[0, 4]] }])
})
test('other words than the title find it without marks', () => {
  expect(
    matchesOf(
      titles,
      'people',
      (title) => title,
      5,
      (title) => (title === 'Agents' ? 'people' : ''),
    ).shown,
  ).toEqual([{ item: 'Agents', title: 'Agents', ranges: [] }])
})
test('without a query the order is unchanged', () => {
  expect(matchesOf(titles, ' ', (title) => title, 5).shown.map((match) => match.item)).toEqual(titles)
})
test('where a word begins comes before the middle of one, and short words are found only where one begins', () => {
  const names = ['Mark unread', 'Search', 'Read marks', 'coder-reads']
  const titlesOf = (query: string): string[] =>
    matchesOf(
      names,
      query,
      (name) => name,
      5,
      () => 'reviewer',
    ).shown.map(({ title }) => title)
  expect(titlesOf('read')).toEqual(['Read marks', 'coder-reads', 'Mark unread'])
  expect(titlesOf('re')).toEqual(['Read marks', 'coder-reads'])
  expect(titlesOf('view')).toEqual([])
  expect(titlesOf('rev')).toEqual(names)
})
