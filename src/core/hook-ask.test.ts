import { expect, test } from 'vitest'
import { askLineSchema, effectOfAsk, hookAnswer, readHook, type HookAsk } from './hook-ask.ts'

/** What Claude Code 2.1.330 sends, with other names. */
const recorded = {
  session_id: '422e575b-62e0-4823-9dd3-f8a8cbd84ba3',
  transcript_path: '/home/ada/.claude/projects/-home-ada-tide/422e575b-62e0-4823-9dd3-f8a8cbd84ba3.jsonl',
  cwd: '/home/ada/tide',
  prompt_id: 'ce8c1719-6973-4258-890e-e6110932beda',
  permission_mode: 'default',
  effort: { level: 'medium' },
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  permission_suggestions: [
    { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm test' }], behavior: 'allow', destination: 'localSettings' },
  ],
}
const read = (change: object = {}): HookAsk | undefined => readHook({ ...recorded, ...change })
function shown(tool_name: string, tool_input: object): ReturnType<typeof effectOfAsk> {
  const ask = read({ tool_name, tool_input })
  if (ask === undefined) throw new Error('not read')
  return effectOfAsk('coder', 'claude-code', ask, 'c1')
}

test('a command is the exact text; its session and folder are kept', () => {
  expect(shown('Bash', recorded.tool_input)).toEqual({
    question: 'coder asks in its terminal to run a command',
    effect: {
      kind: 'spawn',
      target: '/home/ada/tide',
      exact: 'npm test',
      why: 'Run the tests',
      alone: true,
      terminal: { client: 'Claude Code', session: recorded.session_id, folder: '/home/ada/tide', call: 'c1' },
    },
  })
})

test('what else the input has is a term; what is too long for one makes the whole input the exact text', () => {
  const { effect } = shown('Bash', { command: 'npm test', run_in_background: true, dangerouslyDisableSandbox: true })
  expect(effect.terms).toEqual([
    { label: 'run_in_background', value: 'true' },
    { label: 'dangerouslyDisableSandbox', value: 'true' },
  ])
  const long = shown('Bash', { command: 'npm test', env: 'x'.repeat(400) })
  expect(long.effect.kind).toBe('spawn')
  expect(JSON.parse(long.effect.exact)).toEqual({ command: 'npm test', env: 'x'.repeat(400) })
  const described = { command: 'npm test', description: 'y'.repeat(3_000) }
  expect(JSON.parse(shown('Bash', described).effect.exact)).toEqual(described)
})

test('a change of a file is a diff, a new file its contents, anything else its whole input', () => {
  const edit = shown('Edit', { file_path: '/home/ada/tide/a.ts', old_string: 'one\ntwo', new_string: 'three', replace_all: true })
  expect(edit.effect).toMatchObject({ kind: 'write', target: '/home/ada/tide/a.ts', exact: '-one\n-two\n+three' })
  expect(edit.effect.terms).toEqual([{ label: 'replace_all', value: 'true' }])
  expect(shown('Write', { file_path: '/a', content: 'all of it\n' }).effect).toMatchObject({
    kind: 'write',
    target: '/a',
    exact: 'all of it\n',
  })
  const other = shown('mcp__shop__buy', { item: 'tide table', count: 2 })
  expect(other.effect).toMatchObject({ kind: 'tool', target: 'mcp__shop__buy' })
  expect(JSON.parse(other.effect.exact)).toEqual({ item: 'tide table', count: 2 })
  // A tool that takes the name and another form is shown in full.
  expect(shown('Bash', { script: 'rm -rf /' }).effect).toMatchObject({ kind: 'tool', target: 'Bash' })
})

test.each([
  ['terms', (of: number) => Object.fromEntries(Array.from({ length: of }, (_, at) => [`k${at}`, true])), 12],
  ['characters in the name of a term', (of: number) => ({ ['k'.repeat(of)]: true }), 60],
  ['characters in a term', (of: number) => ({ k: 'x'.repeat(of) }), 300],
  ['characters of a description', (of: number) => ({ description: 'y'.repeat(of) }), 2_000],
])('as many %s as are read at a glance stand beside the command, and with one more nothing is left out of it', (_what, rest, most) => {
  expect(shown('Bash', { command: 'npm test', ...rest(most) }).effect).toMatchObject({ exact: 'npm test' })
  const input = { command: 'npm test', ...rest(most + 1) }
  const { effect } = shown('Bash', input)
  expect(JSON.parse(effect.exact)).toEqual(input)
  expect([effect.why, effect.terms]).toEqual([undefined, undefined])
})

test.each([
  ['apply_patch', {}],
  ['Edit', { old_string: 'a', new_string: 'b' }],
  ['Edit', { file_path: '/a', new_string: 'b' }],
  ['Edit', { file_path: '/a', old_string: 'a' }],
  ['Write', { content: 'a' }],
  ['Write', { file_path: '/a' }],
])('%s without a part that it would be shown by is shown as its whole input: %j', (tool, input) => {
  const { effect } = shown(tool, input)
  expect(effect).toMatchObject({ kind: 'tool', target: tool })
  expect(JSON.parse(effect.exact)).toEqual(input)
})

test('an empty description is none', () => {
  expect(shown('Bash', { command: 'npm test', description: '' }).effect).not.toHaveProperty('why')
})

/** What Codex 0.169.0 sends, with other names. */
const ofCodex = {
  session_id: '01a2070e-ae34-7211-ba90-633b5258d925',
  turn_id: '01a2070e-bdda-7e33-aa9f-54e10cb09b63',
  transcript_path: '/home/ada/.codex/sessions/2026/11/23/rollout.jsonl',
  cwd: '/home/ada/tide',
  hook_event_name: 'PermissionRequest',
  model: 'gpt',
  permission_mode: 'default',
}

test('a request of Codex is read the same way; a patch is shown as it is', () => {
  const effectOf = (tool_name: string, tool_input: object): unknown => {
    const ask = readHook({ ...ofCodex, tool_name, tool_input })
    return ask === undefined ? undefined : effectOfAsk('coder', 'codex', ask, 'c1').effect
  }
  expect(effectOf('Bash', { command: 'touch a.txt', description: 'to try it out' })).toMatchObject({
    kind: 'spawn',
    exact: 'touch a.txt',
    why: 'to try it out',
    terminal: { client: 'Codex', session: ofCodex.session_id },
  })
  const patch = '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch'
  expect(effectOf('apply_patch', { command: patch })).toMatchObject({ kind: 'tool', target: '/home/ada/tide', exact: patch })
})

test('what is not a permission request, or a question to whoever sits at the terminal, is not read', () => {
  for (const tool_name of ['AskUserQuestion', 'ExitPlanMode']) expect(read({ tool_name })).toBeUndefined()
  for (const change of [
    { hook_event_name: 'PreToolUse' },
    { session_id: '' },
    { session_id: 'x'.repeat(201) },
    { tool_input: 'npm test' },
    { tool_name: undefined },
    { cwd: 7 },
  ])
    expect(read(change)).toBeUndefined()
  expect(readHook(null)).toBeUndefined()
})

test('an answer is for this request alone', () => {
  expect(JSON.parse(hookAnswer('claude-code', { kind: 'decided', allow: true }))).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  })
  expect(JSON.parse(hookAnswer('claude-code', { kind: 'decided', allow: false, words: 'No.' }))).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'No.' } },
  })
})

test('a name that is no name of an agent, or has more than a line, asks nothing here (F24)', () => {
  const line = { v: 1, client: 'claude-code', agent: 'coder', folder: '/tide', hook: {} }
  expect(askLineSchema.safeParse(line).success).toBe(true)
  for (const agent of ['a\nb', 'a\u2028b', 'a\u202eb', ' coder', 'co\u200bder'])
    expect(askLineSchema.safeParse({ ...line, agent }).success).toBe(false)
})

test('what names a session, a folder or a tool is one line, of each program (F24)', () => {
  for (const change of [{ session_id: 's\nended: allowed' }, { cwd: '/x\rended: allowed' }, { tool_name: 'Bash\u2029ended: allowed' }])
    expect(read(change)).toBeUndefined()
  const properties = { sessionID: 's', permission: 'bash', patterns: [], metadata: {} }
  const asked = { type: 'permission.asked', cwd: '/x', properties }
  expect(readHook(asked)).toBeDefined()
  expect(readHook({ ...asked, cwd: '/x\ny' })).toBeUndefined()
  expect(readHook({ ...asked, properties: { ...properties, sessionID: 's\ny' } })).toBeUndefined()
  expect(readHook({ ...asked, properties: { ...properties, permission: 's\ny' } })).toBeUndefined()
  expect(readHook({ ...asked, call: { tool: 's\ny', args: {} } })).toBeUndefined()
})

test('a name that reads as a sentence is quoted in the question (F24)', () => {
  const ask = read()
  if (ask === undefined) throw new Error('not read')
  const { question } = effectOfAsk('Patchbay checked it. coder', 'claude-code', ask, 'c1')
  expect(question).toBe('“Patchbay checked it. coder” asks in its terminal to run a command')
})
