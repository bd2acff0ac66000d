import { execFileSync } from 'node:child_process'
import { utimesSync, writeFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileTail } from './file-tail.ts'
import { tailMarkSchema, type TailMark } from './tail-mark.ts'
import type { TailCondition, TailOptions, TailSink } from './tail-types.ts'

let folder: string
let running: FileTail[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-tail-'))
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((tail) => tail.stop()))
  await rm(folder, { recursive: true, force: true })
})

/** What a tail delivered: text, with `|` where the file started over. */
class Record implements TailSink {
  text = ''
  gap = ''
  conditions: TailCondition[] = []
  skips: (readonly [number, number, number])[] = []
  thrown: unknown
  calls = 0
  bytes(chunk: Uint8Array): void {
    this.calls++
    this.text += Buffer.from(chunk).toString('latin1')
  }
  restarted(): void {
    this.text += '|'
  }
  skipped(from: number, to: number, newlines: number): void {
    this.skips.push([from, to, newlines])
  }
  gapBytes(chunk: Uint8Array, _offset: number, done: boolean): void {
    this.gap += Buffer.from(chunk).toString('latin1') + (done ? '.' : '')
  }
  condition(condition: TailCondition): void {
    this.conditions.push(condition)
  }
  broken(thrown: unknown): void {
    this.thrown = thrown
  }
  get last(): string | undefined {
    return this.conditions.at(-1)?.is
  }
}

/** Rewrites the file while its last bytes are delivered, once. */
class Rewriting extends Record {
  #text: string | undefined
  constructor(text: string) {
    super()
    this.#text = text
  }
  override bytes(chunk: Uint8Array): void {
    super.bytes(chunk)
    if (this.#text === undefined) return
    writeFileSync(file(), this.#text, { flag: 'r+' })
    utimesSync(file(), 1, 1)
    this.#text = undefined
  }
}

function follow(options: Partial<TailOptions> = {}, got = new Record()): { tail: FileTail; got: Record } {
  const tail = new FileTail(
    { root: folder, path: 'f.md', poll: false, chunkBytes: 4_096, sweepMs: 40, settleMs: 20, now: Date.now, ...options },
    got,
  )
  running.push(tail)
  tail.start()
  return { tail, got }
}

const file = (): string => join(folder, 'f.md')
const until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 5 })
const reads = (got: Record, text: string): Promise<void> =>
  until(() => {
    expect(got.thrown).toBeUndefined()
    expect(got.text).toBe(text)
    expect(got.last).toBe('following')
  })

describe.each([false, true])('FileTail, polling %s', (poll) => {
  it('reads what exists, then every append, also in pieces', async () => {
    await writeFile(file(), 'one\n')
    const { got } = follow({ poll })
    await reads(got, 'one\n')
    await appendFile(file(), 'two')
    await reads(got, 'one\ntwo')
    await appendFile(file(), ' more\n')
    await reads(got, 'one\ntwo more\n')
  })

  it('waits for a file and its folder, and handles a file that was deleted and created again', async () => {
    const { got } = follow({ poll, path: 'sub/f.md' })
    await until(() => expect(got.last).toBe('missing'))
    await mkdir(join(folder, 'sub'))
    await writeFile(join(folder, 'sub/f.md'), 'one\n')
    await reads(got, 'one\n')
    await unlink(join(folder, 'sub/f.md'))
    await until(() => expect(got.last).toBe('missing'))
    await writeFile(join(folder, 'sub/f.md'), 'one\ntwo\n')
    await reads(got, 'one\ntwo\n')
    await rm(join(folder, 'sub'), { recursive: true })
    await until(() => expect(got.last).toBe('missing'))
    await mkdir(join(folder, 'sub'))
    await writeFile(join(folder, 'sub/f.md'), 'other\n')
    await reads(got, 'one\ntwo\n|other\n')
  })

  it('reports that it follows when a sweep falls into the first check', async () => {
    await writeFile(file(), '')
    const { tail, got } = follow({ poll, sweepMs: 60_000 })
    tail.kick(true)
    await reads(got, '')
  })

  it('starts over after a truncation, and continues when the beginning is the same', async () => {
    await writeFile(file(), 'one\ntwo\n')
    const { got } = follow({ poll })
    await reads(got, 'one\ntwo\n')
    await truncate(file(), 4)
    await reads(got, 'one\ntwo\n|one\n')
    await writeFile(file(), 'one\nthree\n')
    await reads(got, 'one\ntwo\n|one\nthree\n')
  })

  it('follows a replacement by rename: continues if the old bytes are a prefix, otherwise starts over', async () => {
    await writeFile(file(), 'one\n')
    const { got } = follow({ poll })
    await reads(got, 'one\n')
    await writeFile(join(folder, 'new'), 'one\ntwo\n')
    await rename(join(folder, 'new'), file())
    await reads(got, 'one\ntwo\n')
    await writeFile(join(folder, 'new'), 'ONE\ntwo\nthree\n')
    await rename(join(folder, 'new'), file())
    await reads(got, 'one\ntwo\n|ONE\ntwo\nthree\n')
  })

  it('notices a rewrite in place, of the same or another length', async () => {
    await writeFile(file(), 'one\ntwo\n')
    const { got } = follow({ poll })
    await reads(got, 'one\ntwo\n')
    await writeFile(file(), 'one\nTWO\n')
    await reads(got, 'one\ntwo\n|one\nTWO\n')
    await writeFile(file(), 'zero\none\nTWO\n')
    await reads(got, 'one\ntwo\n|one\nTWO\n|zero\none\nTWO\n')
  })

  it('reports an obstacle and continues when it is gone', async () => {
    await mkdir(file())
    const { got } = follow({ poll })
    await until(() => expect(got.conditions.at(-1)).toMatchObject({ is: 'fault', fault: { code: 'conflict' } }))
    await rm(file(), { recursive: true })
    execFileSync('mkfifo', [file()])
    await until(() => expect(got.conditions.at(-1)).toMatchObject({ is: 'fault', fault: { code: 'conflict' } }))
    await rm(file())
    await writeFile(file(), 'now\n')
    await reads(got, 'now\n')
  })
})

describe('FileTail', () => {
  it('loses no line appended just before the file was renamed', async () => {
    await writeFile(file(), 'one\n')
    const { got } = follow({ poll: true, sweepMs: 150 })
    await reads(got, 'one\n')
    await appendFile(file(), 'last words\n')
    await rename(file(), join(folder, 'old'))
    await writeFile(file(), 'new\n')
    await reads(got, 'one\nlast words\n|new\n')
  })

  it('notices a rewrite of equal length combined with an append', async () => {
    let now = 0
    const head = `one\n${'x'.repeat(600)}\n`
    await writeFile(file(), head)
    const { got } = follow({ now: () => now })
    await reads(got, head)
    const rewritten = `ONE${head.slice(3)}more\n`
    await writeFile(join(folder, 'new'), rewritten)
    execFileSync('sh', ['-c', 'cat "$1" 1<> "$2"', 'sh', join(folder, 'new'), file()])
    await until(() => expect(got.text.endsWith('more\n')).toBe(true))
    now = 60_000
    await reads(got, `${head}more\n|${rewritten}`)
  })

  it('notices a rewrite in place right after it was read', async () => {
    const text = `one\n${'x'.repeat(600)}\n`
    await writeFile(file(), text)
    const got = new Rewriting(`ONE${text.slice(3)}`)
    follow({ now: () => 0 }, got)
    await reads(got, `${text}|ONE${text.slice(3)}`)
  })

  it('does not take touch and chmod for a change', async () => {
    await writeFile(file(), 'one\n')
    const { got } = follow()
    await reads(got, 'one\n')
    await utimes(file(), 1, 1)
    await chmod(file(), 0o600)
    await appendFile(file(), 'two\n')
    await reads(got, 'one\ntwo\n')
  })

  it.skipIf(process.getuid?.() === 0)('reports a lost permission, and continues when it is back', async () => {
    await writeFile(file(), 'one\n')
    const { got } = follow()
    await reads(got, 'one\n')
    await chmod(file(), 0)
    await until(() => expect(got.conditions.at(-1)).toMatchObject({ is: 'fault', fault: { code: 'unavailable' } }))
    await chmod(file(), 0o600)
    await appendFile(file(), 'two\n')
    await reads(got, 'one\ntwo\n')
  })

  it('reads a line after a pause at once, however long lines are gathered, and stops meanwhile', async () => {
    await writeFile(file(), '')
    const { tail, got } = follow({ gatherMs: 600_000 })
    await reads(got, '')
    await appendFile(file(), 'one\n')
    await until(() => expect(got.text).toBe('one\n'))
    tail.kick()
    await tail.stop()
  })

  it('follows a file that grows all the time, without a reading for each line', async () => {
    await writeFile(file(), '')
    const gatherMs = 150
    const { got } = follow({ gatherMs })
    await reads(got, '')
    got.conditions = []
    let text = ''
    const began = performance.now()
    while ((got.last !== 'following' && performance.now() - began < 20_000) || text.length < 100) {
      text += '.\n'
      await appendFile(file(), '.\n')
      await pause(15)
    }
    expect(got.last).toBe('following')
    await reads(got, text)
    const rounds = (performance.now() - began) / gatherMs + 2
    expect(got.calls).toBeLessThanOrEqual(2 * rounds) // each looks again at its end
  })

  it('follows a link that stays inside and refuses one that leads outside', async () => {
    await writeFile(join(folder, 'real'), 'one\n')
    await symlink('real', file())
    const { got } = follow()
    await reads(got, 'one\n')
    await appendFile(join(folder, 'real'), 'two\n')
    await reads(got, 'one\ntwo\n')
    const outside = await mkdtemp(join(tmpdir(), 'patchbay-out-'))
    try {
      await writeFile(join(outside, 'secret'), 'one\ntwo\nsecret\n')
      await unlink(file())
      await symlink(join(outside, 'secret'), file())
      await until(() => expect(got.conditions.at(-1)).toMatchObject({ is: 'fault', fault: { code: 'not-allowed' } }))
      expect(got.text).toBe('one\ntwo\n')
    } finally {
      await rm(outside, { recursive: true })
    }
  })

  it('stops with the sink’s own error', async () => {
    await writeFile(file(), 'one\n')
    const { tail, got } = follow()
    got.bytes = () => {
      throw new Error('full')
    }
    await until(() => expect(got.thrown).toEqual(new Error('full')))
    await tail.stop()
  })
})

async function stopped(text: string): Promise<TailMark> {
  await writeFile(file(), text)
  const { tail, got } = follow()
  await reads(got, text)
  const { mark } = tail
  await tail.stop()
  if (mark === undefined) throw new Error('the tail has nothing to save')
  return tailMarkSchema.parse(JSON.parse(JSON.stringify(mark)))
}

describe('FileTail after a restart', () => {
  it('delivers new bytes, from the requested offset', async () => {
    const mark = await stopped('one\ntwo\n')
    await appendFile(file(), 'three\n')
    const { got } = follow({ resume: { mark, from: 4 } })
    await reads(got, 'two\nthree\n')
  })

  it('delivers new bytes after it had skipped everything and read nothing, with the mark saved when following', async () => {
    await writeFile(file(), 'one\n')
    const skip = { above: 0, window: 0, begins: () => true, onlyFirst: true }
    const { tail, got } = follow({ skip })
    await until(() => expect(got.last).toBe('following'))
    const [condition] = got.conditions
    await tail.stop()
    await appendFile(file(), 'two\n')
    const mark = tailMarkSchema.parse(condition?.is === 'following' ? condition.mark : undefined)
    const again = follow({ skip, resume: { mark, from: 4 } })
    await reads(again.got, 'two\n')
  })

  it('delivers nothing if nothing happened', async () => {
    const mark = await stopped('one\ntwo\n')
    const { got } = follow({ resume: { mark, from: 8 } })
    await until(() => expect(got.last).toBe('following'))
    expect(got.text).toBe('')
  })

  it.each([
    ['rewritten', () => writeFile(file(), 'oNe\ntwo\nthree\n'), '|oNe\ntwo\nthree\n'],
    ['truncated', () => truncate(file(), 4), '|one\n'],
    [
      'replaced by more',
      async () => {
        await writeFile(join(folder, 'new'), 'one\ntwo\nthree\n')
        await rename(join(folder, 'new'), file())
      },
      'three\n',
    ],
  ])('notices that the file was %s in between', async (_what, change, expected) => {
    const mark = await stopped('one\ntwo\n')
    await change()
    const { got } = follow({ resume: { mark, from: 8 } })
    await reads(got, expected)
  })
})

describe('FileTail on a file with much unread', () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`)
  const text = lines.join('')
  const skip = { above: 10_000, window: 1_000, begins: () => true, onlyFirst: false }

  it.each([true, false])(
    'starts at the end of an existing file, and at the beginning of one that appears later (there: %s)',
    async (isThere) => {
      const text = '[a-to-b]: one\n[a-to-b]: two\n'
      if (isThere) await writeFile(file(), text)
      const { got } = follow({ skip: { above: 0, window: 0, begins: () => true, onlyFirst: true } })
      await until(() => expect(got.last).toBe(isThere ? 'following' : 'missing'))
      await writeFile(join(folder, 'new'), text)
      if (isThere) await appendFile(file(), 'more\n')
      else await rename(join(folder, 'new'), file())
      await reads(got, isThere ? 'more\n' : text)
      expect(got.skips).toEqual(isThere ? [[0, text.length, 2]] : [])
    },
  )

  it('starts near the end at the start of a line, counts what it skipped, and reads it afterwards', async () => {
    await writeFile(file(), text)
    const { tail, got } = follow({ skip })
    await until(() => expect(got.last).toBe('following'))
    const [from, to, newlines] = got.skips[0] ?? [0, 0, 0]
    expect(got.skips).toHaveLength(1)
    expect(from).toBe(0)
    expect(text.slice(to - 1, to)).toBe('\n')
    expect(newlines).toBe(text.slice(0, to).split('\n').length - 1)
    expect(got.text).toBe(text.slice(to))
    tail.fillGap()
    await until(() => expect(got.gap).toBe(`${text.slice(0, to)}.`))
    await appendFile(file(), 'new\n')
    await reads(got, `${text.slice(to)}new\n`)
  })

  it('continues the gap after a pause and after a restart, and starts over if the part before the gap changed', async () => {
    await writeFile(file(), text)
    const first = follow({ skip, chunkBytes: 512 })
    await until(() => expect(first.got.last).toBe('following'))
    const [, to = 0] = first.got.skips[0] ?? []
    const gapBytes = first.got.gapBytes.bind(first.got)
    first.got.gapBytes = (chunk, offset, done) => {
      gapBytes(chunk, offset, done)
      if (offset > 5_000) void first.tail.pauseGap()
    }
    first.tail.fillGap()
    await until(() => expect(first.got.gap.length).toBeGreaterThan(5_000))
    await first.tail.pauseGap()
    const { mark } = first.tail
    await first.tail.stop()
    if (mark === undefined) throw new Error('nothing to save')
    const second = follow({ skip, resume: { mark, from: text.length, gapFrom: first.got.gap.length } })
    await until(() => expect(second.got.last).toBe('following'))
    second.tail.fillGap()
    await until(() => expect(first.got.gap + second.got.gap).toBe(`${text.slice(0, to)}.`))
    await second.tail.stop()
    await writeFile(file(), `X${text.slice(1)}`)
    const third = follow({ resume: { mark, from: text.length, gapFrom: first.got.gap.length } })
    await reads(third.got, `|X${text.slice(1)}`)
  })

  it('starts at the last line on request', async () => {
    await writeFile(file(), `${text}half`)
    const { got } = follow({ skip: { above: 0, window: 0, begins: () => true, onlyFirst: true } })
    await reads(got, 'half')
    expect(got.skips).toEqual([[0, text.length, 3_000]])
  })

  it('reads everything if there is no line to start with', async () => {
    await writeFile(file(), 'x'.repeat(20_000))
    const { got } = follow({ skip })
    await reads(got, 'x'.repeat(20_000))
  })
})
