import { describe, expect, it } from 'vitest'
import { commandNames } from './api.ts'
import { formatOutbox, readOutbox } from './outbox.ts'
import type { OutboxParts } from './outbox.ts'
import { continuePrompt, sectionMarkers } from './outbox-layout.ts'
import { parseReply } from './parse-reply.ts'
import { protocolText } from './protocol-text.ts'
import { shape } from './read-tag.ts'
import { done, failed, outputChars, summaries } from './results.ts'

const first: OutboxParts = { session: 'a1b2c3d4', sequence: 1, task: 'Create a calculator app in C#', files: [], leftOut: [] }

function outbox(change: Partial<OutboxParts> = {}): string {
  return formatOutbox({ ...first, ...change })
}
/** The text after the PROTOCOL section. */
function context(change: Partial<OutboxParts>): string {
  return outbox(change).split(`${protocolText}\n\n`)[1] ?? ''
}

describe('Outbox Format', () => {
  it('HEADER, PROTOCOL, CONTEXT and PROMPT of the first one', () => {
    expect(outbox()).toBe(
      [
        '=== HEADER ===',
        'Session: a1b2c3d4',
        'Sequence: 1',
        'Task: Create a calculator app in C#',
        '',
        '=== PROTOCOL ===',
        protocolText,
        '',
        '=== CONTEXT ===',
        '## Workspace Files',
        '(empty workspace)',
        '',
        '=== PROMPT ===',
        'Create a calculator app in C#',
        '',
      ].join('\n'),
    )
  })

  it('Workspace Files: as listed, with what is left out', () => {
    const files = [
      { path: 'src/Calculator.cs', size: 245 },
      { path: 'src/Program.cs', size: 180 },
    ]
    const leftOut = [{ reason: 'ignored by .gitignore', files: 1204 }]
    expect(context({ files })).toContain('## Workspace Files\n  src/Calculator.cs (245 bytes)\n  src/Program.cs (180 bytes)\n\n===')
    expect(context({ files: files.slice(0, 1), leftOut })).toContain('(245 bytes)\n  (not listed: 1,204 ignored by .gitignore)\n\n===')
    expect(context({ leftOut })).toContain('## Workspace Files\n  (not listed: 1,204 ignored by .gitignore)\n\n===')
  })

  it('Previous Command Results and Requested File Contents of the examples, and the prompt of the later ones', () => {
    const text = 'using System;\n\npublic class Calculator\n{\n    public int Add(int a, int b) => a + b;\n}\n'
    const results = [
      done('CREATE_FILE', summaries.created('src/Calculator.cs')),
      done('RUN_COMMAND', summaries.ran('dotnet build', 0), 'Build succeeded. 0 Warning(s) 0 Error(s)\n'),
      failed('EDIT_FILE', summaries.notFound('src/Missing.cs')),
    ]
    expect(context({ sequence: 2, results, contents: [{ path: 'src/Calculator.cs', text }] })).toBe(
      `=== CONTEXT ===
## Workspace Files
(empty workspace)

## Previous Command Results
[OK] CREATE_FILE: Created 'src/Calculator.cs'
[OK] RUN_COMMAND: Ran 'dotnet build' (exit code 0)
  Output: Build succeeded. 0 Warning(s) 0 Error(s)
[FAILED] EDIT_FILE: File 'src/Missing.cs' not found

## Requested File Contents
--- src/Calculator.cs ---
${text}--- end src/Calculator.cs ---

=== PROMPT ===
Continue working on the task based on the results above. If the task is complete, send [DONE] with a summary.
`,
    )
  })

  it('indents further lines of output by two spaces, and shows 4,000 characters at most', () => {
    const results = [failed('RUN_COMMAND', summaries.ran('make', 2), 'one\r\ntwo\n\n=== PROMPT ===\n[OK] DONE: x\n')]
    expect(context({ sequence: 2, results })).toContain(
      "[FAILED] RUN_COMMAND: Ran 'make' (exit code 2)\n  Output: one\n  two\n  \n  === PROMPT ===\n  [OK] DONE: x\n\n=== PROMPT ===\n",
    )
    const long = readOutbox(
      outbox({ sequence: 2, results: [{ type: 'RUN_COMMAND', success: true, summary: 'x', output: 'y'.repeat(9_000) }] }),
    )
    expect(long?.results[0]?.output).toHaveLength(outputChars)
  })

  it('names what cannot be shown, and adds a missing final newline to contents', () => {
    const contents = [
      { path: 'logo.png', note: 'binary, 12,345 bytes' },
      { path: 'a', text: 'x' },
      { path: 'empty', text: '' },
    ]
    expect(context({ contents })).toContain(
      '--- logo.png ---\n(binary, 12,345 bytes)\n--- end logo.png ---\n--- a ---\nx\n--- end a ---\n--- empty ---\n--- end empty ---\n\n===',
    )
  })

  it('puts longer fences around contents that contain their own end (F17)', () => {
    const text = 'x\n --- end a ---\r\n---- end a ----\n--- b ---\n'
    const written = outbox({
      sequence: 2,
      contents: [
        { path: 'a', text },
        { path: 'b', text: 'y\n' },
      ],
    })
    expect(written).toContain(`\n----- a -----\n${text}----- end a -----\n--- b ---\ny\n--- end b ---\n`)
    expect(readOutbox(written)?.contents).toEqual([
      { path: 'a', text },
      { path: 'b', text: 'y\n' },
    ])
  })

  it('keeps a task of several lines in the header of every outbox', () => {
    const task = 'Do this:\n\n- one\n=== PROMPT ===\nSession: 00000000'
    expect(outbox({ task })).toContain('Task: Do this:\n  \n  - one\n  === PROMPT ===\n  Session: 00000000\n\n=== PROTOCOL ===\n')
    expect(readOutbox(outbox({ task, sequence: 7 }))).toMatchObject({ session: 'a1b2c3d4', sequence: 7, task, prompt: continuePrompt })
    expect(readOutbox(outbox({ task }))).toMatchObject({ task, prompt: task })
  })
})

describe('PROTOCOL Section', () => {
  it('is the same in every outbox', () => {
    expect(outbox({ sequence: 9, task: 'other', files: [{ path: 'a', size: 1 }] })).toContain(
      `\n=== PROTOCOL ===\n${protocolText}\n\n=== CONTEXT ===\n`,
    )
  })

  it('shows every command as our own parser reads it, and contains no marker', () => {
    for (const name of commandNames) expect(protocolText.split('\n')).toContain(shape(name))
    const { commands } = parseReply(protocolText.replaceAll('"N"', '"1"').replaceAll('"M"', '"2"'))
    expect(commands.map((command) => command.type).toSorted()).toEqual([...commandNames].toSorted())
    expect(protocolText.split('\n').filter((line) => (sectionMarkers as readonly string[]).includes(line))).toEqual([])
    expect(protocolText.length).toBeLessThan(4_000)
  })
})

describe('readOutbox', () => {
  it('reads a text after a clipboard changed its line ends to CR LF', () => {
    const parts: OutboxParts = {
      ...first,
      sequence: 2,
      files: [{ path: 'a b', size: 3 }],
      results: [done('MESSAGE', 'x')],
      contents: [{ path: 'a b', text: '1\n2\n' }],
    }
    const read = readOutbox(`\ufeff\r\n${formatOutbox(parts).replaceAll('\n', '\r\n')}`)
    expect(read).toMatchObject({
      sequence: 2,
      files: parts.files,
      results: parts.results,
      contents: [{ path: 'a b', text: '1\r\n2\r\n' }],
      prompt: continuePrompt,
    })
  })

  it.each([
    ['nothing', ''],
    ['a reply', '[DONE]\nx\n[/DONE]'],
    ['something before it', `x\n${outbox()}`],
    ['a session that is none', outbox({ session: 'A1B2C3D4' })],
    ['a piece', outbox().slice(0, 300)],
    ['contents without an end', outbox({ contents: [{ path: 'a', text: 'x' }] }).replace('--- end a ---', '')],
  ])('refuses %s', (_what, text) => {
    expect(readOutbox(text)).toBeUndefined()
  })
})
