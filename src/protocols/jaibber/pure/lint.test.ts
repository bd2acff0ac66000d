import { describe, expect, it, test } from 'vitest'
import { said, streamed, uuid } from '../../../../test/fakes/jaibber-messages.ts'
import { lintText, remarksOn } from './lint.ts'
import { reportOn } from './lint-report.ts'
import { lintRules } from './lint-rules.ts'
import { maxWireBytes, roomForText } from './size.ts'

const good = [
  said('hello'),
  said('hey @Coder', { mentions: ['coder'] }),
  streamed('typing'),
  streamed('chunk', 'x'),
  { ...streamed('chunk', 'x'), responseId: uuid(100) },
  streamed('response', 'x'),
  streamed('error', 'Agent error: x'),
  said('a file', { attachments: [{ id: '1', filename: 'a', blobUrl: 'https://files.example.org/a' }] }),
]
const rules = (message: unknown, known?: ReadonlySet<string>): string[] =>
  remarksOn(typeof message === 'string' ? message : JSON.stringify(message), known).map(({ rule }) => rule)

test.each(good.map((message) => [message.type, message] as const))(
  'a %s by the letter of the specification has no findings',
  (_type, message) => {
    expect(remarksOn(JSON.stringify(message), new Set(['coder']))).toEqual([])
  },
)

const broken: readonly (readonly [rule: string, message: unknown])[] = [
  ['JA001', 'no JSON'],
  ['JA001', '[]'],
  ['JA001', '['.repeat(100)],
  ['JA002', { ...said('x'), text: undefined }],
  ['JA002', { ...said('x'), from: 7 }],
  ['JA002', { ...said('x'), projectId: '' }],
  ['JA003', { ...said('x'), mentions: 'Coder' }],
  ['JA003', { ...said('x'), responseDepth: '1' }],
  ['JA003', { ...said('x'), attachments: [{ id: 1 }] }],
  ['JA004', said('x'.repeat(roomForText(said('')) + 1))],
  ['JA005', said('x', { type: 'my-own' })],
  ['JA005', { ...streamed('done', 'x') }],
  ['JA005', said('x', { type: 'deregister' })],
  ['JA006', said('x', { messageId: 'm1' })],
  ['JA006', { ...streamed('typing'), responseId: 'r1' }],
  ['JA007', { ...streamed('typing'), responseId: undefined }],
  ['JA007', { ...streamed('typing'), messageId: uuid(100) }],
  ['JA008', { ...streamed('chunk', 'x'), responseId: uuid(5) }],
  ['JA008', { ...streamed('response', 'x'), responseId: uuid(5) }],
  ['JA008', { ...streamed('error', 'x'), responseId: uuid(5) }],
  ['JA009', { ...streamed('response', 'x'), isAgentMessage: false }],
  ['JA009', { ...streamed('response', 'x'), responseDepth: undefined }],
  ['JA009', { ...streamed('response', 'x'), respondingChain: undefined }],
  ['JA010', { ...streamed('response', 'x'), responseDepth: 2 }],
  ['JA010', { ...streamed('response', 'x'), respondingChain: ['ant'] }],
  ['JA010', { ...streamed('response', 'x'), respondingChain: ['Coder'] }],
  ['JA010', { ...streamed('response', 'x'), responseDepth: 2, respondingChain: ['coder', 'coder'] }],
  ['JA011', said('x', { mentions: ['Coder'] })],
  ['JA011', said('@coder x', { mentions: [] })],
  ['JA012', { ...streamed('chunk', 'x'), agentName: undefined }],
  ['JA012', said('x', { agentName: 'Coder' })],
  ['JA013', said('x', { attachments: [{ id: '1', filename: 'a', blobUrl: 'javascript:alert(1)' }] })],
  ['JA014', said('x', { fromUsername: 'mi\u202era' })],
  ['JA014', { ...streamed('chunk', 'x'), agentName: 'a\nb' }],
  ['JA015', { ...said('x'), more: 1 }],
]

describe('each rule finds its own problems, and no others', () => {
  test.each(broken)('%s: %j', (rule, message) => {
    expect(rules(message, new Set(['Coder']))).toEqual([rule])
  })

  test('every rule is tested', () => {
    expect([...new Set(broken.map(([rule]) => rule))]).toEqual(lintRules.map(({ rule }) => rule))
  })
})

it('suggests the correct value', () => {
  expect(remarksOn(JSON.stringify({ ...streamed('chunk', 'x'), responseId: uuid(5) }))[0]?.fix).toBe(uuid(5))
  expect(remarksOn(JSON.stringify({ ...streamed('response', 'x'), responseDepth: 3 }))[0]?.fix).toBe('1')
})

it('names the lines of a text, skips empty ones, and has the severity of the rule', () => {
  const text = [JSON.stringify(said('x')), '', 'no', JSON.stringify({ ...said('x'), more: 1 })].join('\n')
  expect(lintText(text)).toMatchObject([
    { rule: 'JA001', line: 3, severity: 'error' },
    { rule: 'JA015', line: 4, severity: 'info', message: '“more” is not a field in the specification.' },
  ])
  expect(lintText('x\n'.repeat(5_000)).length).toBeLessThanOrEqual(1_000)
})

it('reports on every line, including invalid ones', () => {
  expect(reportOn(1, JSON.stringify(said('x')))).toEqual({ line: 1, ok: true, errors: [], warnings: [], message: said('x') })
  expect(reportOn(2, JSON.stringify(said('x', { messageId: 'm' })))).toMatchObject({
    ok: true,
    warnings: ['JA006: messageId is not a UUID.'],
  })
  expect(reportOn(3, '{}').errors).toContain('JA002: “from” is missing.')
  expect(reportOn(4, ' ')).toEqual({ line: 4, ok: false, errors: ['JA001: This line is empty.'], warnings: [] })
  expect(reportOn(5, undefined)).toMatchObject({ ok: false, errors: ['JA004: This line exceeds the size limit for messages.'] })
  expect(reportOn(6, JSON.stringify(said('x'.repeat(maxWireBytes))))).toMatchObject({ ok: false })
})
