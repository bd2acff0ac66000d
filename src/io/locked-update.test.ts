import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type * as ProperLockfile from 'proper-lockfile'
import { lock } from 'proper-lockfile'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { updateLocked } from './locked-update.ts'
import type { TextChange } from './locked-update.ts'

/** Resolved when the library reports that a lock was lost. */
let compromised = Promise.withResolvers<void>()
vi.mock('proper-lockfile', async (original) => {
  const real = await original<typeof ProperLockfile>()
  const lock: typeof real.lock = (file, options) => {
    const onCompromised = (error: Error): void => {
      options?.onCompromised?.(error)
      compromised.resolve()
    }
    return real.lock(file, { ...options, onCompromised })
  }
  return { ...real, lock }
})

const permit = { act: 'test' } as Permit
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-locked-'))
  mkdirSync(join(root, 'd'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const content = (): string => readFileSync(join(root, 'd/f'), 'utf8')
const names = (): string[] => readdirSync(join(root, 'd')).toSorted()
/** Changes the file and returns its resulting text. */
async function update(change: TextChange, patienceMs = 5_000): Promise<Result<string>> {
  const done = await updateLocked(permit, root, 'd/f', change, { most: 1_000, staleMs: 2_000, patienceMs })
  return done.ok ? ok(content()) : done
}
const add =
  (word: string): TextChange =>
  (text) =>
    ok(`${text ?? ''}${word} `)

/** A change that waits for `go` the first time and reports that it has begun: to all others its holder looks suspended. */
function suspended(word: string): {
  readonly change: TextChange
  readonly began: Promise<void>
  readonly go: () => void
  readonly runs: () => number
} {
  const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  return {
    began: began.promise,
    go: go.resolve,
    runs: () => runs,
    change: async (text) => {
      runs++
      began.resolve()
      if (runs === 1) await go.promise
      return ok(`${text ?? ''}${word} `)
    },
  }
}
const breakLock = (): void => rmdirSync(join(root, 'd/f.lock'))

describe('a change of a shared file', () => {
  it('tries again when its lock is removed while it is being taken (F4)', async () => {
    const removed: true[] = []
    const isOver = (): boolean => removed.length >= 20
    const remover = (async () => {
      while (!isOver()) {
        await rmdir(join(root, 'd/f.lock')).then(
          () => removed.push(true),
          () => undefined,
        )
      }
    })()
    const done: boolean[] = []
    while (!isOver()) done.push((await update((text) => ok(text === 'x' ? 'y' : 'x'), 60_000)).ok)
    await remover
    expect(done).not.toContain(false)
  })

  it('creates, changes and leaves nothing else behind', async () => {
    expect(await updateLocked(permit, root, 'd/f', () => ok(undefined), { most: 1_000 })).toEqual(ok(undefined))
    expect(names()).toEqual([])
    expect(await update(add('one'))).toEqual(ok('one '))
    expect(await update(add('two'))).toEqual(ok('one two '))
    expect(content()).toBe('one two ')
    expect(names()).toEqual(['f'])
  })

  it.skipIf(process.platform === 'win32')('keeps the permissions of the file', async () => {
    writeFileSync(join(root, 'd/f'), '')
    chmodSync(join(root, 'd/f'), 0o640)
    await update(add('x'))
    expect(statSync(join(root, 'd/f')).mode & 0o777).toBe(0o640)
  })

  it('writes nothing if the text stays the same, or the change is refused', async () => {
    writeFileSync(join(root, 'd/f'), 'same')
    const before = statSync(join(root, 'd/f')).ino
    expect(await update((text) => ok(text ?? ''))).toEqual(ok('same'))
    const refused: Result<string> = { ok: false, fault: { code: 'refused', message: 'No.' } }
    expect(await update(() => refused)).toEqual(refused)
    expect([statSync(join(root, 'd/f')).ino, names()]).toEqual([before, ['f']])
  })

  it('waits for a program that holds the lock', async () => {
    writeFileSync(join(root, 'd/f'), 'theirs ')
    const release = await lock(join(root, 'd/f'))
    const ours = update(add('ours'))
    writeFileSync(join(root, 'd/f'), 'theirs again ')
    await release()
    expect(await ours).toEqual(ok('theirs again ours '))
  })

  it('reports a lock that is held for too long, and takes an abandoned one', async () => {
    mkdirSync(join(root, 'd/f.lock'))
    expect(await update(add('x'), 100)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    utimesSync(join(root, 'd/f.lock'), new Date(1_000), new Date(1_000))
    expect(await update(add('x'), 100)).toEqual(ok('x '))
    expect(names()).toEqual(['f'])
  })
})

describe('a holder that was suspended and overtaken (F4)', () => {
  it('starts over when the file has changed', async () => {
    const slow = suspended('slow')
    const first = update(slow.change)
    await slow.began
    breakLock()
    // A program that does not follow our rule.
    writeFileSync(join(root, 'd/f'), 'theirs ')
    slow.go()
    expect(await first).toEqual(ok('theirs slow '))
    expect(slow.runs()).toBe(2)
  })

  it('cannot rename any more once the next one works, even before that one has written', async () => {
    const [slow, next] = [suspended('slow'), suspended('next')]
    const first = update(slow.change)
    await slow.began
    breakLock()
    const second = update(next.change)
    await next.began
    expect(names().filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    slow.go()
    next.go()
    expect([(await first).ok, (await second).ok]).toEqual([true, true])
    expect(content().split(' ').toSorted()).toEqual(['', 'next', 'slow'])
    expect(slow.runs()).toBeGreaterThan(1)
  })

  it('does not remove the lock of the next one', async () => {
    const slow = suspended('slow')
    compromised = Promise.withResolvers()
    const first = update(slow.change)
    await slow.began
    breakLock()
    // The next holder. File systems keep times by the tick of the kernel, 4 or 10 ms: a lock of the same tick would look like the first one's own.
    const release = await lock(join(root, 'd/f'), { realpath: false })
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(join(root, 'd/f.lock'), later, later)
    // The library looks once a second.
    await compromised.promise
    slow.go()
    expect(await first).toEqual(ok('slow '))
    expect(names()).toEqual(['f', 'f.lock'])
    await release()
  })
})

async function isLeftAlone(code: string): Promise<void> {
  const before = names()
  expect(await update(add('x'))).toMatchObject({ ok: false, fault: { code } })
  expect(names()).toEqual(before)
}

describe('anything but a regular file', () => {
  it('is left alone', async () => {
    writeFileSync(join(root, 'd/f'), Buffer.from([0x61, 0xff]))
    await isLeftAlone('invalid')
    writeFileSync(join(root, 'd/f'), 'x'.repeat(1_001))
    await isLeftAlone('too-large')
    rmSync(join(root, 'd/f'))
    mkdirSync(join(root, 'd/f'))
    await isLeftAlone('conflict')
    rmSync(join(root, 'd/f'), { recursive: true })
    writeFileSync(join(root, 'g'), 'elsewhere')
    symlinkSync('../g', join(root, 'd/f'))
    await isLeftAlone('not-allowed')
    rmSync(join(root, 'd/f'))
    writeFileSync(join(root, 'd/f'), 'x'.repeat(999))
    await isLeftAlone('too-large')
  })
})
