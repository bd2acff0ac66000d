import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Permit } from '../core/protocol.ts'
import { appendText, appendTo } from './append.ts'
import { sized } from '../../test/sizes.ts'

const permit = { act: 'test' } as Permit
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-append-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('appendText', () => {
  it('creates the folder and the file', async () => {
    expect(await appendText(permit, folder, '.workplace/chat.md', 'one\n')).toEqual({ ok: true, value: 4 })
    expect(await readFile(join(folder, '.workplace/chat.md'), 'utf8')).toBe('one\n')
  })

  it('starts with a newline if the last line is incomplete', async () => {
    await writeFile(join(folder, 'f'), 'torn')
    await appendText(permit, folder, 'f', 'é\n')
    expect(await readFile(join(folder, 'f'), 'utf8')).toBe('torn\né\n')
  })

  it('writes nothing if there is nothing to append', async () => {
    await writeFile(join(folder, 'f'), 'torn')
    expect(await appendText(permit, folder, 'f', '')).toEqual({ ok: true, value: 0 })
    expect(await readFile(join(folder, 'f'), 'utf8')).toBe('torn')
  })

  it('refuses links, folders and paths that lead out', async () => {
    await mkdir(join(folder, 'ws'))
    await writeFile(join(folder, 'canary'), '')
    await symlink(join(folder, 'canary'), join(folder, 'ws/link'))
    await mkdir(join(folder, 'ws/folder'))
    for (const path of ['link', 'folder', '../canary', '/etc/x', 'a\0b']) {
      expect((await appendText(permit, join(folder, 'ws'), path, 'x\n')).ok).toBe(false)
    }
    expect(await readFile(join(folder, 'canary'), 'utf8')).toBe('')
  })
})

const handle = (write: () => Promise<{ bytesWritten: number; buffer: Buffer }>): Parameters<typeof appendTo>[0] =>
  ({ stat: async () => ({ size: 0 }), read: async () => ({ bytesRead: 0 }), write }) as unknown as Parameters<typeof appendTo>[0]

describe('appendTo', () => {
  it('reports how much of a message reached a full disk', async () => {
    const short = handle(async () => ({ bytesWritten: 3, buffer: Buffer.alloc(0) }))
    expect(await appendTo(short, 'chat.md', 'hello\n')).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining('Only 3 of 6 bytes') },
    })
  })

  it('reports that nothing was written when the disk fails', async () => {
    const failing = handle(async () => Promise.reject(Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO', syscall: 'write' })))
    expect(await appendTo(failing, 'chat.md', 'x\n')).toMatchObject({
      ok: false,
      fault: { code: 'unavailable', message: 'Could not write to chat.md: the disk reported an error.', detail: 'EIO: i/o error, write' },
    })
  })
})

describe('concurrent writers (F3)', () => {
  const lines = sized(250, 1_000)

  it(`damage no line: 4 processes, ${4 * lines} lines`, async () => {
    const script = `
      const { appendText } = await import(${JSON.stringify(new URL('./append.ts', import.meta.url).href)})
      const [root, who, lines] = process.argv.slice(1)
      process.stdout.write('ready')
      for await (const _ of process.stdin); // all begin together
      for (let line = 0; line < Number(lines); line++) {
        const text = '[' + who + '-to-reader]: ' + line + ' ' + 'x'.repeat(line % 300) + (line % 10 === 0 ? '\\n  more of ' + line : '') + ' end\\n'
        const done = await appendText({}, root, '.workplace/chat.md', text)
        if (!done.ok) throw new Error(done.fault.message)
      }`
    const writers = ['w0', 'w1', 'w2', 'w3'].map((who) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder, who, String(lines)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
    })
    await Promise.all(writers.map(({ child, ended }) => Promise.race([once(child.stdout, 'data'), ended])))
    for (const { child } of writers) child.stdin.end()
    const codes = await Promise.all(writers.map(({ ended }) => ended))
    expect(codes).toEqual([0, 0, 0, 0])
    const text = await readFile(join(folder, '.workplace/chat.md'), 'utf8')
    const whole = text.match(/^\[w[0-3]-to-reader\]: (\d+) x*(?:\n {2}more of \1)? end$/gmu) ?? []
    expect(whole).toHaveLength(4 * lines)
    // A blank line between messages is not damage: its writer saw another one's text half written.
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(4 * lines + (4 * lines) / 10)
    for (const who of ['w0', 'w1', 'w2', 'w3']) {
      const own = whole.filter((line) => line.startsWith(`[${who}`)).map((line) => Number(line.split(' ')[1]))
      expect(own).toEqual(Array.from({ length: lines }, (_, line) => line))
    }
  })
})
