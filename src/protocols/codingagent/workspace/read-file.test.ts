import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { hashOf, lookAt, lookAtOne, readForOutbox } from './read-file.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-read-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, content: string | Buffer): void => writeFileSync(join(root, path), content)

describe('reading files named in a reply', () => {
  it('returns text unchanged, with its byte order mark and line ends, and the hash of its bytes', async () => {
    put('a', '\ufeffeins\r\nzwei €😀')
    put('empty', '')
    const looks = await lookAt(root, ['a', 'empty', 'missing', 'missing/too', 'a'])
    expect([...looks]).toEqual([
      ['a', { kind: 'file', text: '\ufeffeins\r\nzwei €😀', hash: hashOf('\ufeffeins\r\nzwei €😀') }],
      ['empty', { kind: 'file', text: '', hash: hashOf('') }],
      ['missing', { kind: 'missing' }],
      ['missing/too', { kind: 'missing' }],
    ])
  })

  it.skipIf(process.platform === 'win32')('says of a file that it is read-only', async () => {
    put('a', 'x')
    chmodSync(join(root, 'a'), 0o444)
    expect(await lookAtOne(root, 'a')).toEqual({ kind: 'file', text: 'x', hash: hashOf('x'), isReadOnly: true })
  })

  it.skipIf(process.platform === 'win32')('refuses what is no text file of the workspace, in the words of a result', async () => {
    mkdirSync(join(root, 'folder'))
    put('file', '')
    put('.git', '')
    symlinkSync('file', join(root, 'link'))
    const refused: Readonly<Record<string, RegExp>> = {
      folder: /a folder is in its place/,
      'file/x': /^Path 'file\/x' cannot be: a part of it is a file/,
      link: /^REJECTED: Path 'link' is not allowed: it passes a symbolic link/,
      '../x': /^REJECTED: Path '\.\.\/x' is outside workspace$/,
      '/etc/passwd': /^REJECTED: Path '\/etc\/passwd' is outside workspace$/,
      'CON.txt': /^REJECTED: Path 'CON.txt' is not allowed: .+device/,
      '.git': /^REJECTED: Path '\.git' is not allowed: it belongs to Git\.$/,
    }
    for (const [path, words] of Object.entries(refused)) {
      expect(await lookAtOne(root, path), path).toEqual({ kind: 'refused', why: expect.stringMatching(words) as string })
    }
  })

  it('recognizes what is not text by its bytes alone', async () => {
    for (const bytes of [Buffer.from('a\0'), Buffer.from([0xe4]), Buffer.from('€').subarray(0, 2)]) {
      put('a', bytes)
      expect(await lookAtOne(root, 'a')).toEqual({ kind: 'opaque', what: 'binary', bytes: bytes.length, hash: hashOf(bytes) })
    }
  })

  it('reads a file of 1 MiB as text; a larger one has a version, up to the limit of a snapshot (F18)', async () => {
    put('a', Buffer.alloc(limits.textFile, 97))
    expect(await lookAtOne(root, 'a')).toMatchObject({ kind: 'file' })
    const large = Buffer.alloc(limits.textFile + 1, 97)
    put('a', large)
    expect(await lookAtOne(root, 'a')).toEqual({ kind: 'opaque', what: 'too large', bytes: large.length, hash: hashOf(large) })
    for (const size of [limits.snapshot + 1, limits.snapshot * 100]) {
      truncateSync(join(root, 'a'), size)
      expect(await lookAtOne(root, 'a')).toEqual({
        kind: 'refused',
        why: expect.stringMatching(/^File 'a' is too large: it has [\d,]+ bytes/) as string,
      })
    }
  })

  it('large files of one reply share their room (F18)', async () => {
    for (const path of ['a', 'b', 'c']) {
      put(path, '')
      truncateSync(join(root, path), limits.snapshot / 2)
    }
    const looks = await lookAt(root, ['a', 'b', 'c'])
    expect([...looks.values()].map(({ kind }) => kind)).toEqual(['opaque', 'opaque', 'refused'])
  })
})

describe('contents for the next outbox (Requested File Contents)', () => {
  it('are the text, or why it is missing', async () => {
    put('a', 'text\r\n')
    put('b', '\0')
    expect(await readForOutbox(root, 'a')).toEqual({ path: 'a', text: 'text\r\n' })
    expect(await readForOutbox(root, 'b')).toEqual({ path: 'b', note: expect.stringMatching(/^File 'b' is binary \(1 bytes\)/) as string })
    expect(await readForOutbox(root, 'c')).toEqual({ path: 'c', note: "File 'c' not found" })
    expect(await readForOutbox(root, 'home/x', ['home'])).toMatchObject({
      note: expect.stringContaining('belongs to the session') as string,
    })
  })

  it('are limited to the remaining room (F18)', async () => {
    put('a', 'ääää')
    expect(await readForOutbox(root, 'a', [], 8)).toEqual({ path: 'a', text: 'ääää' })
    expect(await readForOutbox(root, 'a', [], 7)).toEqual({
      path: 'a',
      note: "File 'a' has 8 bytes; this text has no room for it. Ask for it alone",
    })
  })
})
