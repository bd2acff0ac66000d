import { expect, test } from 'vitest'
import { lintMessageText } from './lint-message.ts'
import { lintRules } from './lint-rules.ts'
import { lintTree } from './lint-tree.ts'
import type { TreeEntry } from './lint-tree.ts'
import { formatMark, markOf } from './mark.ts'
import { formatReceipt, receiptFor } from './receipt.ts'

const message = { id: 'msg_1', action: 'request_review', sender: 'coder', recipient: 'reviewer', payload: 'x', createdAt: '' }
const text = JSON.stringify(message)
const receipt = formatReceipt(receiptFor(message, 0))
const file = (path: string, content: string, mode?: number): TreeEntry => ({
  path,
  isFolder: false,
  text: content,
  ...(mode === undefined ? {} : { mode }),
})
const folder = (path: string): TreeEntry => ({ path, isFolder: true })
const good = [
  folder('inbox/reviewer'),
  file('inbox/reviewer/msg_1.json', text),
  file('outbox/coder/receipt_msg_1.json', receipt),
  file('ledger/reviewer/msg_1.read.json', formatMark(markOf('msg_1', 'read', 'reviewer', 0))),
  file('server_info.json', '{"pid":7,"port":3100}'),
  file('auth_token', 'x', 0o600),
  file('state.json', '{"chatAgents":{"Reviewer":{"role":"reviewer"},"coder":{"role":"coder 1"}}}'),
]
function rules(
  entries: readonly TreeEntry[],
  more: { readonly hasModes?: boolean; readonly isAlive?: (pid: number) => boolean } = {},
): string[] {
  return lintTree({ entries, isAlive: (pid) => pid === 7, hasModes: true, ...more }).map(({ file: path, rule }) => `${rule} ${path}`)
}

test('a correct tree has no findings', () => {
  expect(rules(good)).toEqual([])
  expect(rules([])).toEqual([])
})

test.each<[string, readonly TreeEntry[], readonly string[]]>([
  ['cut JSON', [...good, file('inbox/reviewer/msg_2.json', text.slice(0, -3))], ['SW001 inbox/reviewer/msg_2.json']],
  ['no text', [...good, { path: 'inbox/reviewer/msg_2.json', isFolder: false }], ['SW001 inbox/reviewer/msg_2.json']],
  ['a bad mailbox', [...good, folder('inbox/re:viewer')], ['SW002 inbox/re:viewer']],
  ['another file name', [good[0]!, file('inbox/reviewer/other.json', text), good[2]!], ['SW003 inbox/reviewer/other.json']],
  ['another mailbox', [file('inbox/tester/msg_1.json', text), good[2]!], ['SW004 inbox/tester/msg_1.json']],
  [
    'an odd action',
    [file('inbox/reviewer/msg_1.json', text.replace('request_review', 'delegate_task')), good[2]!, good[6]!, good[0]!],
    ['SW005 inbox/reviewer/msg_1.json'],
  ],
  ['no receipt', [good[0]!, good[1]!], ['SW006 inbox/reviewer/msg_1.json']],
  ['a receipt alone', [good[2]!], ['SW007 outbox/coder/receipt_msg_1.json']],
  ['a mark alone', [good[3]!], ['SW007 ledger/reviewer/msg_1.read.json']],
  ['no receipt at all', [file('outbox/coder/receipt_x.json', '{}')], ['SW007 outbox/coder/receipt_x.json']],
  ['a dead server', [file('server_info.json', '{"pid":8}')], ['SW008 server_info.json']],
  ['a server without a process', [file('server_info.json', '{}')], ['SW008 server_info.json']],
  ['an open token', [file('auth_token', 'x', 0o100644)], ['SW009 auth_token']],
  ['a broken state', [file('state.json', '{"teams":[]}')], ['SW010 state.json']],
  ['twins', [folder('inbox/coder'), folder('archive/coder'), folder('inbox/Coder')], ['SW011 inbox/Coder']],
  ['the same id twice', [...good, file('archive/reviewer/msg_1.json', text)], ['SW012 archive/reviewer/msg_1.json']],
  ['left-overs', [file('inbox/reviewer/.x.tmp', ''), file('state.json.tmp', '')], ['SW013 inbox/reviewer/.x.tmp', 'SW013 state.json.tmp']],
  [
    'a stranger',
    [file('archive/revewer/msg_1.json', text.replace('reviewer', 'revewer')), good[2]!, good[6]!],
    ['SW014 archive/revewer/msg_1.json'],
  ],
  [
    'markers and other files',
    [...good, file('inbox/reviewer/msg_1.result.json', '{'), file('inbox/reviewer/note.md', ''), file('reviews/x.md', '')],
    [],
  ],
])('%s', (_name, entries, expected) => {
  expect(rules(entries)).toEqual(expected)
})

test('where permission bits mean nothing, a token has no finding', () => {
  expect(rules([file('auth_token', 'x', 0o666)], { hasModes: false })).toEqual([])
})

test('the text of one message', () => {
  expect(lintMessageText(text)).toEqual([])
  expect(lintMessageText('{').map((each) => each.rule)).toEqual(['SW001'])
  const odd = text.replace('request_review', 'shout')
  expect(lintMessageText(odd, new Set(['REVIEWER'])).map((each) => each.rule)).toEqual(['SW005'])
  expect(lintMessageText(odd, new Set()).map((each) => each.rule)).toEqual(['SW005', 'SW014'])
  expect(new Set(lintRules.map((each) => each.rule)).size).toBe(lintRules.length)
})
