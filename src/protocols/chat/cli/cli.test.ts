import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand, runProgram, startProgram } from '../../../../test/fakes/command-line.ts'
import type { Ran, Started } from '../../../../test/fakes/command-line.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (...args: string[]): Started => startProgram(args, { cwd: folder })
const run = (args: readonly string[], input?: string): Promise<Ran> =>
  runCommand(args, { cwd: folder, ...(input !== undefined && { input }) })

async function chat(text: string): Promise<string> {
  await mkdir(join(folder, '.workplace'), { recursive: true })
  await writeFile(join(folder, '.workplace/chat.md'), text)
  return join(folder, '.workplace/chat.md')
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 5 })
const time = /"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/gu
const still = (out: string): string => out.replaceAll(time, '"timestamp":"T"')
const line = (number: number, message: string): string =>
  `{"timestamp":"T","sender":"a","recipient":"b","broadcast":[],"message":${JSON.stringify(message)},"line_number":${number}}\n`

describe('patchbay tail', () => {
  it('prints exactly the lines of the specification: keys in order, true line numbers, the last line without newline', async () => {
    await chat(
      '\ufeff# notes\r\n\r\n[coder-to-reviewer]: Please review changes in src/auth.rs\r\n  - more\r\n[reviewer-to-coder] @ [developer, manager]: say "hi" \u2014 \\\n[a-to-b]:\n[a-to-b]: end',
    )
    const { code, out, err } = await runProgram(['tail', '.', '--from-start', '--once'], { cwd: folder })
    expect(still(out)).toBe(
      '{"timestamp":"T","sender":"coder","recipient":"reviewer","broadcast":[],"message":"Please review changes in src/auth.rs","line_number":3}\n' +
        '{"timestamp":"T","sender":"reviewer","recipient":"coder","broadcast":["developer","manager"],"message":"say \\"hi\\" \u2014 \\\\","line_number":5}\n' +
        '{"timestamp":"T","sender":"a","recipient":"b","broadcast":[],"message":"end","line_number":7}\n',
    )
    expect([code, err]).toEqual([0, ''])
  })

  it('starts at the end, with true line numbers, prints an incomplete line when it is complete, and again when it grew', async () => {
    const path = await chat('[a-to-b]: old\n\n[a-to-b]: half')
    const tail = start('tail', '.')
    await until(() => expect(tail.child.pid).toBeDefined())
    // Appends until something is printed: only then was the end found before the append.
    for (let round = 0; tail.out === ''; round++) {
      await appendFile(path, round === 0 ? ' done\n' : `[a-to-b]: probe ${round}\n`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const count = (await readFile(path, 'utf8')).split('\n').length
    tail.out = ''
    await appendFile(path, '[a-to-b]: hel')
    await until(() => expect(still(tail.out)).toBe(line(count, 'hel')))
    await appendFile(path, 'lo\n')
    await until(() => expect(still(tail.out)).toBe(line(count, 'hel') + line(count, 'hello')))
    tail.child.kill('SIGINT')
    expect(await tail.ended).toBe(0)
    expect(tail.err).toBe('')
  })

  it.each(['[a-to-b]: half', '[a-to-b]: old\n[a-to-b]: half', '[a-to-b]: old\n', ''])(
    'prints nothing that exists when it starts at the end: %j',
    async (text) => {
      await chat(text)
      expect(await run(['tail', '.', '--once'])).toEqual({ code: 0, out: '', err: '' })
    },
  )

  it('prints every line of a file that started over, and nothing twice of one that only grew', async () => {
    const path = await chat('[a-to-b]: one\n')
    const tail = start('tail', '.', '--from-start')
    await until(() => expect(still(tail.out)).toBe(line(1, 'one')))
    await writeFile(join(folder, 'new'), '[a-to-b]: one\n[a-to-b]: two\n')
    await rename(join(folder, 'new'), path)
    await until(() => expect(still(tail.out)).toBe(line(1, 'one') + line(2, 'two')))
    await writeFile(path, '[a-to-b]: new\n')
    await until(() => expect(still(tail.out)).toBe(line(1, 'one') + line(2, 'two') + line(1, 'new')))
    tail.child.kill('SIGTERM')
    expect(await tail.ended).toBe(0)
  })

  it('reports that there is no folder, and creates nothing', async () => {
    expect(await run(['tail', '.', '--once'])).toEqual({
      code: 1,
      out: '',
      err: 'patchbay: . has no .workplace folder; use --create to create it.\n',
    })
    expect(await readdir(folder)).toEqual([])
    const ran = await run(['tail', 'nowhere', '--once'])
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^patchbay: .+\n {2}ENOENT.+\n$/u) })
  })

  it('creates the folder and an empty file with --create, and leaves an existing file alone', async () => {
    expect(await run(['tail', '.', '--create', '--once'])).toEqual({ code: 0, out: '', err: '' })
    expect(await readFile(join(folder, '.workplace/chat.md'), 'utf8')).toBe('')
    await chat('torn')
    await run(['tail', '.', '--create', '--once'])
    expect(await readFile(join(folder, '.workplace/chat.md'), 'utf8')).toBe('torn')
  })

  it('leaves out a line over the limit and says so', async () => {
    await chat(`[a-to-b]: ${'x'.repeat(70_000)}\n[a-to-b]: next\n`)
    const { code, out, err } = await run(['tail', '.', '--from-start', '--once'])
    expect(still(out)).toBe(line(2, 'next'))
    expect([code, err]).toEqual([0, 'patchbay: line 1 has 70010 bytes, more than the limit of 65536; it is skipped.\n'])
  })

  it('exits quietly when its reader closes the pipe', async () => {
    await chat('[a-to-b]: some text\n'.repeat(100_000))
    const tail = start('tail', '.', '--from-start')
    await until(() => expect(tail.out.length).toBeGreaterThan(0))
    tail.child.stdout.destroy()
    expect(await tail.ended).toBe(0)
    expect(tail.err).toBe('')
  })
})

describe('patchbay send', () => {
  it('appends one message, from the argument or from standard input', async () => {
    await chat('torn')
    expect(await run(['send', '.', '--from', 'me', '--to', 'you', 'hello'])).toEqual({ code: 0, out: '', err: '' })
    expect(
      await runProgram(['send', '.', '--from', 'me', '--to', 'you', '--cc', 'c, d', '-'], { cwd: folder, input: 'one\n\n[x-to-y]: two\n' }),
    ).toMatchObject({
      code: 0,
    })
    expect(await readFile(join(folder, '.workplace/chat.md'), 'utf8')).toBe(
      'torn\n[me-to-you]: hello\n[me-to-you] @ [c, d]: one\n  \n  [x-to-y]: two\n',
    )
  })

  it.each([
    [
      ['--from', 'Ann Lee', '--to', 'b', 'x'],
      '--from: \u201cAnn Lee\u201d cannot be used as a name in chat.md: use only letters a\u2013z, digits, hyphens and underscores. Try \u201cAnn-Lee\u201d.',
    ],
    [['--from', 'a', '--to', 'b', ' '], 'Write a message first: chat.md has no empty messages.', 1],
    [
      ['--from', 'a', '--to', 'b', '--cc', 'x y', 'x'],
      '--cc: \u201cx y\u201d cannot be used as a name in chat.md: use only letters a\u2013z, digits, hyphens and underscores. Try \u201cx-y\u201d.',
    ],
  ])('refuses %j with a reason and writes nothing', async (args, words, code = 2) => {
    expect(await run(['send', '.', ...args])).toEqual({ code, out: '', err: `patchbay: ${words}\n` })
    expect(await readdir(folder)).toEqual([])
  })

  it('fails with a usage error when a name is missing', async () => {
    expect(await run(['send', '.', '--from', 'a', 'x'])).toMatchObject({ code: 2, out: '' })
  })
})

describe('patchbay lint chat', () => {
  it('prints one JSON line per problem and exits with 1 if one is an error', async () => {
    const path = await chat('[a-to-b]: ok\n[a to b]: x\n')
    await mkdir(join(folder, '.workplace/agents'))
    await writeFile(join(folder, '.workplace/agents/c.md'), '')
    const found = {
      code: 1,
      out:
        '{"rule":"CH007","line":1,"severity":"warning","message":"\u201cb\u201d is not a known name."}\n' +
        '{"rule":"CH001","line":2,"severity":"error","message":"There is no \u201c-to-\u201d between sender and recipient.","fix":"[a-to-b]: x"}\n',
      err: '',
    }
    expect(await runProgram(['lint', 'chat', path], { cwd: folder })).toEqual(found)
    expect(await run(['lint', 'chat', folder])).toEqual(found)
  })

  it('reads standard input, and prints nothing for a correct file', async () => {
    expect(await run(['lint', 'chat', '-'], '# notes\n[a-to-b]: x\n  more\n')).toEqual({ code: 0, out: '', err: '' })
  })

  it('reports that it cannot read a file', async () => {
    expect(await run(['lint', 'chat', 'nowhere'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^patchbay: Could not read nowhere: it does not exist/u),
    })
  })
})
