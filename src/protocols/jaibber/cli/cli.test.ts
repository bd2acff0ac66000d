import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, runProgram } from '../../../../test/fakes/command-line.ts'
import { said, streamed, uuid } from '../../../../test/fakes/jaibber-messages.ts'
import { limits } from '../../../core/limits.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-jaibber-lint-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function lint(args: readonly string[], input = '', run = runCommand): Promise<{ code: unknown; lines: unknown[]; err: string }> {
  const { code, out, err } = await run(['lint', 'jaibber', ...args], { cwd: folder, input })
  const lines = out.split('\n').filter((line) => line !== '')
  return { code, err, lines: lines.map((line) => JSON.parse(line) as unknown) }
}

describe('patchbay lint jaibber', () => {
  it('prints exactly one JSON line for every line of a file, and exits with 1 if one breaks a rule', async () => {
    const response = { ...streamed('response', 'x'), responseId: uuid(1) }
    const lines = [
      JSON.stringify(said('hello')),
      `${JSON.stringify(response)}\r`,
      '',
      'no',
      'x'.repeat(limits.line + 1),
      JSON.stringify(said('end')),
    ]
    await writeFile(join(folder, 'm.jsonl'), lines.join('\n'))
    expect(await lint(['m.jsonl'], '', runProgram)).toEqual({
      code: 1,
      err: '',
      lines: [
        { line: 1, ok: true, errors: [], warnings: [], message: said('hello') },
        { line: 2, ok: false, errors: ['JA008: The messageId of response must be the responseId.'], warnings: [], message: response },
        { line: 3, ok: false, errors: ['JA001: This line is empty.'], warnings: [] },
        { line: 4, ok: false, errors: ['JA001: This is not valid JSON.'], warnings: [] },
        { line: 5, ok: false, errors: ['JA004: This line exceeds the size limit for messages.'], warnings: [] },
        { line: 6, ok: true, errors: [], warnings: [], message: said('end') },
      ],
    })
  })

  it('reads standard input, and exits with 0 if there are only warnings', async () => {
    const run = await lint(['-'], `${JSON.stringify(said('x', { messageId: 'm' }))}\n`)
    expect(run).toMatchObject({ code: 0, err: '', lines: [{ line: 1, ok: true, warnings: ['JA006: messageId is not a UUID.'] }] })
  })

  it('reports a file that cannot be read', async () => {
    const run = await lint(['nothing'])
    expect(run).toMatchObject({ code: 1, lines: [], err: expect.stringContaining('Could not read nothing') as string })
  })
})
