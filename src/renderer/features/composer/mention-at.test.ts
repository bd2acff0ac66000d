import { expect, test } from 'vitest'
import { mentionAt, namesFor, withMention } from './mention-at.ts'

const at = (marked: string): ReturnType<typeof mentionAt> => mentionAt(marked.replace('|', ''), marked.indexOf('|'))

const take = (marked: string, name: string): string => {
  const mention = at(marked)
  if (mention === undefined) throw new Error('no mention')
  const { text, caret } = withMention(marked.replace('|', ''), mention, name)
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

test('a mention begins with an @ that does not follow a word, anywhere in the text', () => {
  expect(at('@|')).toEqual({ start: 0, query: '' })
  expect(at('ask @Co|der, please')).toEqual({ start: 4, query: 'Co' })
  expect(at('(@docs|)')).toEqual({ start: 1, query: 'docs' })
  expect(at('one\n@d|')).toEqual({ start: 4, query: 'd' })
  expect(at('@Code Rev|')).toEqual({ start: 0, query: 'Code Rev' })
  for (const none of ['|@x', 'a@coder|', 'é@coder|', '5@coder|', '@ |', '@a\nb|', 'plain|', `@${'x'.repeat(130)}|`])
    expect(at(none)).toBeUndefined()
})

test('names that begin with the query come first, in any case; a query with a space must begin a name', () => {
  const options = ['Reviewer', 'Code Reviewer', 'coder'].map((name) => ({ name }))
  const names = (query: string): string[] => namesFor(options, query).map((one) => one.name)
  expect(names('')).toEqual(['Reviewer', 'Code Reviewer', 'coder'])
  expect(names('REV')).toEqual(['Reviewer', 'Code Reviewer'])
  expect(names('code r')).toEqual(['Code Reviewer'])
  expect(names('e r')).toEqual([])
})

test('the name replaces the whole word, as written, with the caret after it', () => {
  expect(take('ask @co|', 'Coder')).toBe('ask @Coder |')
  expect(take('ask @co|derx now', 'Coder')).toBe('ask @Coder |now')
  expect(take('@d|, please', 'Docs')).toBe('@Docs|, please')
  expect(take('a\n@d|\nb', 'Docs')).toBe('a\n@Docs|\nb')
})
