import { describe, expect, test } from 'vitest'
import { readProcessStatus } from './process-status.ts'
import { readHook, reportState } from './report-state.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const at = '2026-05-01T12:00:00.000Z'
const theirs =
  '{\n  "server": { "pid": 7 }, // kept\n  "reviewer": { "status": "idle", "big": 12345678901234567890 },\n  "coder": {\n    "status": "error",\n    "error": "it fell over",\n    "sessionKey": "k",\n    "completedAt": "2026-04-01T00:00:00Z"\n  }\n}\n'

describe('a reported state', () => {
  test('is in the words of the file, and keeps what others wrote', () => {
    const after = valueOf(reportState(theirs, { agent: 'coder', state: 'waiting', whom: 'mira', task: ' permission\nto run ' }, at))
    expect(after).toContain('"server": { "pid": 7 }, // kept')
    expect(after).toContain('12345678901234567890')
    expect(after).toContain('"sessionKey": "k"')
    const plain = after.replace('// kept', '')
    expect(JSON.parse(plain)).toMatchObject({
      coder: { status: 'running', task: 'waiting for mira: permission to run', startedAt: at, completedAt: null, error: null },
    })
    expect(valueOf(readProcessStatus(plain)).find(({ agent }) => agent === 'coder')).toMatchObject({
      word: 'waiting',
      evidence: 'declared',
    })
  })

  test('makes a file, and keeps the time at which it began', () => {
    const first = valueOf(reportState(undefined, { agent: 'coder', state: 'running', task: 'retry' }, at))
    const second = valueOf(reportState(first, { agent: 'coder', state: 'waiting' }, '2026-05-01T12:05:00.000Z'))
    expect(JSON.parse(second)).toEqual({ coder: { status: 'running', task: 'waiting for operator: needs input', startedAt: at } })
    const third = valueOf(reportState(second, { agent: 'coder', state: 'idle' }, '2026-05-01T12:06:00.000Z'))
    expect(JSON.parse(third)).toEqual({ coder: { status: 'idle', task: '', startedAt: at, completedAt: '2026-05-01T12:06:00.000Z' } })
  })

  test.each(['server', 'a b', '', '../x'])('refuses the name %j', (agent) => {
    expect(reportState(undefined, { agent, state: 'idle' }, at).ok).toBe(false)
  })

  test('leaves a file that is not an object', () => {
    for (const text of ['[]', '{ "a": ', '7']) expect(reportState(text, { agent: 'coder', state: 'idle' }, at).ok).toBe(false)
  })
})

function taskInTerminal(task?: string): unknown {
  const after = valueOf(reportState(undefined, { agent: 'coder', state: 'waiting', isInTerminal: true, task }, at))
  return (JSON.parse(after) as { readonly coder: { readonly task: string } }).coder.task
}

test('what can only be answered in a terminal says so', () => {
  expect(taskInTerminal('Bash: npm test')).toBe('waiting for operator: in its terminal: Bash: npm test')
  expect(taskInTerminal()).toBe('waiting for operator: in its terminal: needs input')
})

test.each([
  ['Claude Code', { message: 'Claude needs your permission', cwd: '/x', hook_event_name: 'Notification' }, 'Claude needs your permission'],
  [
    'Gemini CLI',
    {
      hook_event_name: 'Notification',
      message: 'Tool Confirm Shell Command requires execution',
      details: { type: 'exec', title: 'Confirm Shell Command', command: 'touch a.txt' },
    },
    'Tool Confirm Shell Command requires execution: touch a.txt',
  ],
  [
    'Codex',
    { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'touch a.txt', description: 'to try' } },
    'Bash: touch a.txt',
  ],
  ['a tool that was used', { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'touch a.txt' } }, undefined],
])('what %s asks in its terminal is read from its hook', (_client, hook, asks) => {
  expect(readHook(JSON.stringify(hook)).asks).toBe(asks)
})

test('any other input of a hook counts as nothing', () => {
  expect(readHook('{"cwd":"/x"}')).toEqual({ folder: '/x' })
  for (const text of ['', 'x', '[]', '{"message":7,"cwd":null,"details":[1]}']) expect(readHook(text)).toEqual({})
})
