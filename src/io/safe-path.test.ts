import { constants, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { sampled, sized } from '../../test/sizes.ts'
import { buildTree, canary, canaryFile, digestOutside, legalNames, outLinks, pathCases } from '../../test/corpora/paths.ts'
import { sweepTemps, writeAtomic } from './atomic-write.ts'
import { checkRelative, listInside, lstatInside, mkdirInside, moveInside, openInside } from './safe-path.ts'
import { descriptorFolders, mostParts, pathFolders } from './safe-path-walk.ts'
import type { FolderAccess } from './safe-path-walk.ts'

const permit = { act: 'test' } as Permit
const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_DIRECTORY } = constants

let top = ''
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-path-')))
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

let bases = 0
function newTree(): { readonly base: string; readonly ws: string } {
  const base = join(top, String(++bases))
  mkdirSync(base)
  return { base, ws: buildTree(base) }
}

async function readInside(ws: string, path: string, flags: number, folders?: FolderAccess): Promise<Result<string>> {
  const opened = await openInside(ws, path, flags, 0o644, folders)
  if (!opened.ok) return opened
  try {
    return { ok: true, value: (flags & O_DIRECTORY) === 0 ? await opened.value.readFile('utf8') : '' }
  } finally {
    await opened.value.close()
  }
}

async function writeInside(ws: string, path: string, flags: number, folders?: FolderAccess): Promise<Result<void>> {
  const opened = await openInside(ws, path, flags, 0o644, folders)
  if (!opened.ok) return opened
  await opened.value.writeFile('written')
  await opened.value.close()
  return { ok: true, value: undefined }
}

type Operation = (ws: string, path: string, folders: FolderAccess) => Promise<Result<unknown>>
const operations: Readonly<Record<string, Operation>> = {
  read: (ws, path, folders) => readInside(ws, path, O_RDONLY, folders),
  'open a folder': (ws, path, folders) => readInside(ws, path, O_RDONLY | O_DIRECTORY, folders),
  overwrite: (ws, path, folders) => writeInside(ws, path, O_WRONLY | O_CREAT | O_TRUNC, folders),
  append: (ws, path, folders) => writeInside(ws, path, O_WRONLY | O_CREAT | O_APPEND, folders),
  look: lstatInside,
  list: (ws, path, folders) => listInside(ws, path, 1_000, folders),
  'make a folder': (ws, path, folders) => mkdirInside(permit, ws, path, 0o755, folders),
  'move away': (ws, path, folders) => moveInside(permit, ws, path, 'moved.tmp', folders),
  'move to': (ws, path, folders) => moveInside(permit, ws, 'folder/inside.txt', path, folders),
  'write whole': (ws, path, folders) => writeAtomic(permit, ws, path, 'written', {}, folders),
  sweep: (ws, path) => sweepTemps(permit, ws, path, Date.now() + 1e12),
}
const accesses: readonly (readonly [string, FolderAccess])[] = [
  ...(process.platform === 'linux' ? [['by descriptor', descriptorFolders] as const] : []),
  ['by path', pathFolders],
]

describe('path corpus (F14)', () => {
  it('has more than 600 different paths', () => {
    expect(pathCases('/base').length).toBeGreaterThan(600)
  })

  it('what can be refused by spelling is refused by spelling', () => {
    const families = new Set(['link out', 'deep'])
    for (const { path, expect: wanted, family } of pathCases('/base')) {
      if (wanted === 'refused' && !families.has(family)) expect(checkRelative(path).ok, `${family}: ${path.slice(0, 80)}`).toBe(false)
    }
  })

  for (const [access, folders] of accesses) {
    it.each(Object.entries(operations))(`${access}: %s stays inside`, async (operation, perform) => {
      const { base, ws } = newTree()
      const before = digestOutside(base)
      const wrong: string[] = []
      // Each operation takes another part, so that every path is tried.
      for (const { path, expect: wanted, family } of sampled(pathCases(base), 4, Object.keys(operations).indexOf(operation))) {
        const result = await perform(ws, path, folders)
        const name = `${family}: ${JSON.stringify(path.slice(0, 80))}`
        if (JSON.stringify(result).includes(canary)) wrong.push(`${name} read the canary`)
        // A link is part of the workspace: lstat reports it, whatever its target. A missing file is not a fault for lstat.
        const mayAnswer = operation === 'look' && result.ok && result.value === undefined
        if (wanted === 'refused' && result.ok && !mayAnswer) wrong.push(`${name} was not refused`)
      }
      expect(wrong).toEqual([])
      expect(digestOutside(base)).toBe(before)
      expect(readFileSync(join(base, 'outside', canaryFile), 'utf8')).toBe(canary)
    })

    it(`${access}: valid odd names work`, async () => {
      const { ws } = newTree()
      for (const name of legalNames) {
        expect(checkRelative(name).ok, name).toBe(true)
        expect(await writeAtomic(permit, ws, name, `text of ${name}`, {}, folders), name).toEqual({ ok: true, value: undefined })
        expect(await readInside(ws, name, O_RDONLY, folders), name).toEqual({ ok: true, value: `text of ${name}` })
        expect(await mkdirInside(permit, ws, `folders/${name}`, 0o755, folders), name).toEqual({ ok: true, value: undefined })
        expect(await moveInside(permit, ws, name, `folders/${name}/x`, folders), name).toEqual({ ok: true, value: undefined })
        expect(await readInside(ws, `folders/${name}/x`, O_RDONLY, folders), name).toEqual({ ok: true, value: `text of ${name}` })
      }
      const listed = await listInside(ws, 'folders', 1_000, folders)
      expect(listed.ok && listed.value.names.toSorted()).toEqual([...new Set(legalNames)].toSorted())
    })

    it(`${access}: links that stay inside are followed for reading, not for writing`, async () => {
      const { ws } = newTree()
      for (const path of ['in-file', 'in-dir/inside.txt', 'in-dir-abs/inside.txt', 'in-self/in-self/in-dir/inside.txt']) {
        expect(await readInside(ws, path, O_RDONLY, folders), path).toEqual({ ok: true, value: 'inside' })
        expect(await writeInside(ws, path, O_WRONLY, folders), path).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
        expect(await writeAtomic(permit, ws, path, 'x', {}, folders), path).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
      }
      const looked = await lstatInside(ws, 'out-dir', folders)
      expect(looked.ok && looked.value?.isSymbolicLink()).toBe(true)
      expect(await lstatInside(ws, 'in-dir/../x', folders)).toMatchObject({ ok: false })
      expect(await lstatInside(ws, 'missing/x', folders)).toEqual({ ok: true, value: undefined })
      expect(await lstatInside(ws, 'folder/inside.txt/x', folders)).toEqual({ ok: true, value: undefined })
      expect(await lstatInside(join(ws, 'no-root'), 'x', folders)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    })

    it(`${access}: a link that leads outside is named as the reason`, async () => {
      const { ws } = newTree()
      for (const link of outLinks) {
        const fault = {
          ok: false,
          fault: { code: 'not-allowed', message: expect.stringMatching(/leaves its folder through a symbolic link/) as string },
        }
        expect(await listInside(ws, link, 10, folders), link).toMatchObject(fault)
        expect(await readInside(ws, `${link}/x`, O_RDONLY, folders), link).toMatchObject(fault)
        expect(await lstatInside(ws, `${link}/x`, folders), link).toMatchObject(fault)
      }
    })

    it(`${access}: a path of ${mostParts} folders works, one more is a fault`, async () => {
      const { ws } = newTree()
      expect(await mkdirInside(permit, ws, 'd/'.repeat(mostParts - 1) + 'd', 0o755, folders)).toEqual({ ok: true, value: undefined })
      expect(await mkdirInside(permit, ws, 'd/'.repeat(mostParts) + 'd', 0o755, folders)).toMatchObject({
        ok: false,
        fault: { code: 'too-large' },
      })
      expect(await mkdirInside(permit, ws, 'e/'.repeat(1_900) + 'e', 0o755, folders)).toMatchObject({
        ok: false,
        fault: { code: 'too-large' },
      })
      expect(existsSync(join(ws, 'e'))).toBe(false)
    })

    it(`${access}: of a folder with more names than asked for, as many are listed, and that there are more`, async () => {
      const { ws } = newTree()
      mkdirSync(join(ws, 'some'))
      for (const name of ['a', 'b', 'c']) writeFileSync(join(ws, 'some', name), '')
      expect(await listInside(ws, 'some', 3, folders)).toMatchObject({ value: { names: { length: 3 }, more: false } })
      expect(await listInside(ws, 'some', 2, folders)).toMatchObject({ value: { names: { length: 2 }, more: true } })
    })
  }
})

describe('anything but a regular file', () => {
  it('is a fault, immediately', async () => {
    const { ws } = newTree()
    expect(await readInside(ws, 'folder', O_RDONLY)).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: expect.stringMatching(/a folder is in its place/) as string },
    })
    expect(await readInside(ws, 'folder/inside.txt', O_RDONLY | O_DIRECTORY)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it.skipIf(process.platform === 'win32')('a FIFO makes nobody wait', async () => {
    const { ws } = newTree()
    execFileSync('mkfifo', [join(ws, 'fifo')])
    const fault = { ok: false, fault: { code: 'conflict', message: expect.stringMatching(/not a regular file/) as string } }
    expect(await readInside(ws, 'fifo', O_RDONLY)).toMatchObject(fault)
    expect(await writeAtomic(permit, ws, 'fifo', 'x')).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await moveInside(permit, ws, 'fifo', 'x')).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(existsSync(join(ws, 'x'))).toBe(false)
    const opened = await openInside(ws, 'fifo', O_WRONLY | O_APPEND)
    expect(opened).toMatchObject(fault)
  })
})

describe('moveInside', () => {
  it('never replaces anything', async () => {
    const { ws } = newTree()
    writeFileSync(join(ws, 'taken'), 'mine')
    expect(await moveInside(permit, ws, 'folder/inside.txt', 'taken')).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(readFileSync(join(ws, 'taken'), 'utf8')).toBe('mine')
    expect(await moveInside(permit, ws, 'folder/missing', 'new')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(existsSync(join(ws, 'new'))).toBe(false)
  })
})

describe.skipIf(process.platform !== 'linux')('what is swapped for a link meanwhile', () => {
  it.each(['folder', 'file'] as const)('never leads outside (%s), although a plain open does', async (kind) => {
    const { base, ws } = newTree()
    const swapped = join(ws, 'swap')
    if (kind === 'folder') mkdirSync(swapped)
    const path = kind === 'folder' ? `swap/${canaryFile}` : 'swap'
    writeFileSync(join(ws, path), 'inside')
    const before = digestOutside(base)
    const worker = new Worker(new URL('../../test/programs/swap-for-link.mjs', import.meta.url), {
      workerData: { path: swapped, aside: join(ws, 'aside'), target: kind === 'folder' ? '../outside' : `../outside/${canaryFile}` },
    })
    const tally = { inside: 0, refused: 0, left: 0, plainLeft: 0, written: 0 }
    const few = sized(5, 20)
    const isEnough = (): boolean =>
      tally.inside > few && tally.refused > sized(100, 500) && tally.plainLeft > sized(20, 50) && tally.written > few
    try {
      const end = Date.now() + 20_000
      for (let round = 0; !isEnough() && Date.now() < end; round++) {
        const read = await readInside(ws, path, O_RDONLY)
        if (!read.ok) tally.refused++
        else if (read.value.startsWith('inside')) tally.inside++
        else tally.left++
        if ((await writeInside(ws, path, O_WRONLY | O_APPEND)).ok) tally.written++
        if (kind === 'folder' && round % 10 === 0) await writeAtomic(permit, ws, 'swap/new', 'x')
        const plain = await readFile(join(ws, path), 'utf8').catch(() => '')
        if (plain === canary) tally.plainLeft++
      }
    } finally {
      await worker.terminate()
    }
    expect(tally.left).toBe(0)
    expect(digestOutside(base)).toBe(before)
    expect(isEnough(), JSON.stringify(tally)).toBe(true)
  })
})
