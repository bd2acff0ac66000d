import { expect, test } from 'vitest'
import { fold, indexText, nameToken, tokenize } from './tokenize.ts'

test.each<[string, string[]]>([
  ['Hello, world! 42', ['hello', 'world', '42']],
  ['user_id src/core/event.ts qa-bot', ['user', 'id', 'src', 'core', 'event', 'ts', 'qa', 'bot']],
  ['Ärgernis naïve ΟΔΟΣ οδος', ['argernis', 'naive', 'οδοσ', 'οδοσ']],
  ['e\u0301te\u0301', ['ete']],
  ['ＡＢＣ ﬁne ⑴', ['abc', 'fine', '1']],
  ['测试done', ['测', '试', 'done']],
  ['done🎉👍🏽🇩🇪', ['done', '🎉', '👍', '🇩', '🇪']],
  ['हिन्दी', ['हनद']],
  ['\u0301\u0302', []],
  ['\0\ud800 \u202e', []],
  ['', []],
])('splits %j', (text, expected) => {
  expect(tokenize(text).map((token) => token.folded)).toEqual(expected)
})

test('returns the position of each word', () => {
  const text = 'a naïve 测🎉'
  expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(['a', 'naïve', '测', '🎉'])
})

/** As SQLite's `ascii` tokenizer. */
function asciiTokenizer(text: string): string[] {
  return text.match(/[A-Za-z0-9\u0080-\uffff]+/g)?.map((word) => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())) ?? []
}

test('the text for the index has the same words there', () => {
  for (const text of ['Plain_ASCII-text 1', 'Größe: 测试, 完了', '⑴ ½ done🎉now', '\0x\u0301']) {
    expect(asciiTokenizer(indexText(text))).toEqual(tokenize(text).map((token) => token.folded))
  }
})

test('a name is one token, whatever its characters, and different names stay different', () => {
  const names = ['coder', 'qa-bot', 'qa_bot', 'qa bot', 'qabot', 'a"b', 'ü', '测试', '()', '*']
  const tokens = names.map(nameToken)
  expect(new Set(tokens).size).toBe(names.length)
  for (const token of tokens) expect(token).toMatch(/^[a-z0-9\u0080-\uffff]+$/)
  expect([nameToken('QA-Bot'), nameToken('Über')]).toEqual([nameToken('qa-bot'), nameToken('uber')])
})

test('folds without splitting', () => {
  expect([fold('Main Room'), fold('İ'), fold('Straße')]).toEqual(['main room', 'i', 'straße'])
})
