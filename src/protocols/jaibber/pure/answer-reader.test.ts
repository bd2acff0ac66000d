import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { limits } from '../../../core/limits.ts'
import { AnswerReader, longestLine, mostOtherLines } from './answer-reader.ts'
import type { JsonFormat } from './output-formats.ts'

/** What each program printed, shortened, for an answer after the use of a tool. */
const event = (of: object, parent: string | null = null): object => ({ type: 'stream_event', event: of, parent_tool_use_id: parent })
const delta = (text: string): object => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const begin = [
  event({ type: 'message_start', message: {} }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
]
const claude = [
  { type: 'system', subtype: 'init', tools: ['Bash'] },
  ...begin,
  event(delta('First I')),
  event(delta(' look.')),
  event({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', name: 'Bash', input: {} } }),
  event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"command":"ls"}' } }),
  event(delta('of a subagent'), 'toolu_1'),
  { type: 'assistant', message: { content: [{ type: 'text', text: 'First I look.' }] } },
  { type: 'user', message: { content: [{ type: 'tool_result', content: 'secret.txt' }] } },
  ...begin,
  event(delta('It sorts by due time,\n')),
  event(delta('then by sequence.')),
  { type: 'result', subtype: 'success', is_error: false, result: 'It sorts by due time,\nthen by sequence.' },
]
const codex = [
  { type: 'thread.started', thread_id: 't' },
  { type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'Model metadata not found.' } },
  { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'First I look.' } },
  { type: 'item.completed', item: { id: 'item_2', type: 'command_execution', aggregated_output: 'secret.txt' } },
  { type: 'item.completed', item: { id: 'item_3', type: 'reasoning', text: 'secret' } },
  { type: 'item.completed', item: { id: 'item_4', type: 'agent_message', text: 'It sorts by due time,\nthen by sequence.' } },
  { type: 'turn.completed', usage: {} },
]
const opencode = [
  { type: 'step_start', part: { type: 'step-start' } },
  { type: 'text', part: { id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'First I look.' } },
  { type: 'tool_use', part: { id: 'prt_2', type: 'tool', state: { output: 'secret.txt' } } },
  { type: 'text', part: { id: 'prt_3', messageID: 'msg_2', type: 'text', text: 'It sorts by due time,\nthen by sequence.' } },
  { type: 'step_finish', part: { type: 'step-finish' } },
]
const recorded: readonly (readonly [JsonFormat, readonly object[]])[] = [
  ['claude-code', claude],
  ['codex', codex],
  ['opencode', opencode],
]
const linesOf = (of: readonly object[]): string => of.map((line) => `${JSON.stringify(line)}\n`).join('')
function readAll(
  format: JsonFormat,
  pieces: readonly string[],
): { readonly shown: string[]; readonly text: string; readonly failed?: string } {
  const reader = new AnswerReader(format)
  return { shown: pieces.map((piece) => reader.add(piece)), ...reader.end() }
}

describe.each(recorded)('what %s prints', (format, output) => {
  const text = linesOf(output)

  test('is shown message by message, and the last message is the answer', () => {
    const { shown, ...end } = readAll(format, [text])
    expect(shown.join('')).toBe('First I look.\n\nIt sorts by due time,\nthen by sequence.')
    expect(end).toEqual({ text: 'It sorts by due time,\nthen by sequence.' })
  })

  test('means the same in pieces of any size (F8)', () => {
    const whole = readAll(format, [text])
    for (const size of [1, 7, 64, 1_000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
      const read = readAll(format, pieces)
      expect({ ...read, shown: read.shown.join('') }).toEqual({ ...whole, shown: whole.shown.join('') })
    }
  })

  test.each([
    ['no JSON', 'Usage: program [options]\n'],
    ['an array', '[{"type":"text"}]\n'],
    ['other types', '{"type":7,"event":"x","item":null,"part":[],"result":{}}\n'],
    [
      'the wrong types inside',
      '{"type":"stream_event","event":{"type":"content_block_delta","delta":{"text":7}}}\n{"type":"text","part":{"text":[]}}\n{"type":"item.completed","item":{"type":"agent_message"}}\n',
    ],
    ['a field of every object', '{"type":"text","part":{"__proto__":{"text":"no"}}}\n'],
    ['deep nesting', `${'['.repeat(100_000)}\n`],
    ['a line that is too long', `{"type":"text","part":{"id":"x","text":"${'y'.repeat(longestLine)}"}}\n`],
  ])('goes on after %s', (_what, line) => {
    expect(readAll(format, [line, text])).toMatchObject({ text: 'It sorts by due time,\nthen by sequence.' })
    expect(readAll(format, [line])).toEqual({ shown: [''], text: '' })
  })

  test('is read in linear time (F6)', () => {
    expectLinearTime((size) => {
      const pieces = `{"type":"${'x'.repeat(size)}`.match(/[^]{1,100}/g) ?? []
      return () => readAll(format, pieces)
    }, 100_000)
  })
})

test('pieces are shown as they come', () => {
  const reader = new AnswerReader('claude-code')
  expect(claude.map((line) => reader.add(linesOf([line]))).filter((shown) => shown !== '')).toEqual([
    'First I',
    ' look.',
    '\n\nIt sorts by due time,\n',
    'then by sequence.',
  ])
})

test('what a message and all that is shown may have is bounded (F18)', () => {
  const piece = 'x'.repeat(64 * 1024)
  const output = [...begin, ...Array.from({ length: 20 }, () => event(delta(piece)))].map((line) => linesOf([line]))
  const { shown, text } = readAll('claude-code', output)
  expect(shown.join('')).toHaveLength(limits.commandOutput)
  expect(text).toHaveLength(limits.commandOutput)
})

test.each<[JsonFormat, object, string]>([
  ['claude-code', { type: 'result', subtype: 'success', is_error: true, result: 'Not logged in' }, 'Not logged in'],
  ['claude-code', { type: 'result', subtype: 'error_max_turns', is_error: false }, 'error_max_turns'],
  ['codex', { type: 'turn.failed', error: { message: 'stream disconnected' } }, 'stream disconnected'],
  ['opencode', { type: 'error', error: { name: 'APIError', data: { message: 'no key' } } }, 'no key'],
])('a failure of %s is not an answer', (format, line, words) => {
  expect(readAll(format, [linesOf([line])])).toEqual({ shown: [''], text: '', failed: words })
})

test('lines that are not JSON are skipped up to a number, after which nothing is read (F18)', () => {
  const answer = `${JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', id: '1', text: 'Hello.' } })}\n`
  const after = (others: number): string => {
    const reader = new AnswerReader('codex')
    reader.add('{"a}\n'.repeat(others) + answer)
    reader.add(answer)
    return reader.end().text
  }
  expect(after(mostOtherLines - 1)).toBe('Hello.Hello.')
  expect(after(mostOtherLines)).toBe('')
})
