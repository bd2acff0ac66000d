import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { lock } from 'proper-lockfile'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { emptyState, entryOf, parseState, stateLimits } from '../pure/state-file.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { openSharedState } from './shared-state.ts'
import type { SharedState } from './shared-state.ts'
import { sized } from '../../../../test/sizes.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-state-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let root = ''
let state: SharedState
const file = (): string => join(root, '.switchboard/state.json')
beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  mkdirSync(join(root, '.switchboard'))
  state = openSharedState({ root, gate: openGate })
})

function withAgent(before: SwitchboardState, name: string): SwitchboardState {
  return { ...before, chatAgents: new Map([...before.chatAgents, [name, entryOf({ status: 'active' })]]) }
}

async function names(): Promise<unknown> {
  const read = await state.read()
  return read.ok && [...read.value.chatAgents.keys()]
}

function teams(count: number) {
  return new Map(Array.from({ length: count }, (_, at) => [`team_${at}`, entryOf({ name: `t${at}` })]))
}

describe('state.json', () => {
  it('is created by the first change, and its version grows with each', async () => {
    expect(await state.read()).toEqual(ok(emptyState))
    expect(await state.update((before) => ok(withAgent(before, 'coder')))).toMatchObject({ ok: true, value: { version: 1 } })
    await state.update((before) => ok(withAgent(before, 'tester')))
    const read = await state.read()
    expect(read.ok && [...read.value.chatAgents.keys(), read.value.version]).toEqual(['coder', 'tester', 2])
    expect(readdirSync(join(root, '.switchboard'))).toEqual(['state.json'])
  })

  it('is never written in a form that nobody could read again (F18)', async () => {
    await state.update((before) => ok(withAgent(before, 'coder')))
    expect(await state.update((before) => ok({ ...before, teams: teams(2_001) }))).toMatchObject({ fault: { code: 'too-large' } })
    const rest = new Map([['notes', 'x'.repeat(3 * 1024 * 1024)]])
    const half = stateLimits.text / 2
    expect(await state.update((before) => ok({ ...before, rest }), half)).toMatchObject({ fault: { code: 'too-large' } })
    expect(await names()).toEqual(['coder'])
    // What only makes it smaller is done, whatever its size was.
    await state.update((before) => ok({ ...before, rest, teams: teams(2) }))
    expect(await state.update((before) => ok({ ...before, teams: teams(1) }), half)).toMatchObject({ ok: true })
  })

  it('keeps unknown fields of other programs', async () => {
    const foreign = {
      session: { id: 's1', odd: [1] },
      chatAgents: { lead: { interface: 'cli', mood: 'good' } },
      tasks: [{ a: 1 }],
      __extra: null,
    }
    writeFileSync(file(), JSON.stringify(foreign))
    await state.update((before) => ok(withAgent(before, 'coder')))
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
      ...foreign,
      version: 1,
      chatAgents: { ...foreign.chatAgents, coder: { status: 'active' } },
    })
  })

  it('is not written for a refused change or none', async () => {
    expect(await state.update(() => fail('conflict', 'That name is taken.'))).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await state.update((before) => ok(before))).toEqual(ok(emptyState))
    expect(readdirSync(join(root, '.switchboard'))).toEqual([])
  })

  it('is a fault and stays unchanged if it cannot be understood', async () => {
    for (const text of ['{"session":', '[]', '{"chatAgents":[]}', '', '{"a":'.repeat(200)]) {
      writeFileSync(file(), text)
      expect(await state.read()).toMatchObject({ ok: false, fault: { message: expect.stringMatching(/Fix it or move it away/) } })
      expect(await state.update((before) => ok(withAgent(before, 'x')))).toMatchObject({ ok: false })
      expect(readFileSync(file(), 'utf8')).toBe(text)
    }
  })

  it('is read again after any change by another program, however long it was unchanged', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    const write = (name: string, path = file()): void => writeFileSync(path, JSON.stringify({ chatAgents: { [name]: {} } }))
    write('coder')
    expect([await names(), await names()]).toEqual([['coder'], ['coder']])
    write('tester', `${file()}.new`)
    renameSync(`${file()}.new`, file())
    expect(await names()).toEqual(['tester'])
    write('researcher')
    expect(await names()).toEqual(['researcher'])
    rmSync(file())
    expect(await names()).toEqual([])
    clock.mockRestore()
  })

  it('changes of one process wait for each other, and for a program that holds the lock', async () => {
    writeFileSync(file(), '{}')
    const release = await lock(file())
    const all = Promise.all(Array.from({ length: 20 }, (_, number) => state.update((before) => ok(withAgent(before, `a${number}`)))))
    writeFileSync(file(), '{"theirs": true}')
    await release()
    expect((await all).map((done) => done.ok && done.value.version)).toEqual(Array.from({ length: 20 }, (_, number) => number + 1))
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ theirs: true, version: 20 })
  })
})

type Updater = ChildProcessByStdio<null, Readable, null>
const program = join(import.meta.dirname, '../../../../test/programs/update-state.ts')

/** Several processes that change one state.json and are stopped or killed, one after the other, while they hold the lock. */
class Updaters {
  readonly acknowledged: string[] = []
  readonly #folder: string
  readonly #running = new Map<Updater, Promise<unknown>>()
  #onLine: ((line: string, child: Updater) => void) | undefined

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(join(folder, '.switchboard'), { recursive: true })
  }

  start(name: string, count: number): void {
    const child = spawn(process.execPath, [program, this.#folder, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] })
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== 'in') this.acknowledged.push(line)
      this.#onLine?.(line, child)
    })
    this.#running.set(
      child,
      once(child, 'close').then(() => this.#running.delete(child)),
    )
  }

  /** The next line for which `isWanted` is true. */
  #next(isWanted: (line: string, child: Updater) => boolean): Promise<Updater> {
    return new Promise((resolve) => {
      this.#onLine = (line, child) => {
        if (!isWanted(line, child)) return
        this.#onLine = undefined
        resolve(child)
      }
    })
  }

  /** Suspends the lock's holder until others have continued without it. */
  async stopHolder(): Promise<void> {
    const holder = await this.#next((line) => line === 'in')
    holder.kill('SIGSTOP')
    await this.#othersGoOn(holder)
    holder.kill('SIGCONT')
  }

  async killHolder(): Promise<void> {
    const holder = await this.#next((line) => line === 'in')
    holder.kill('SIGKILL')
    await this.#othersGoOn(holder)
  }

  /** The first acknowledgement read may be an earlier one. */
  async #othersGoOn(holder: Updater): Promise<void> {
    for (let seen = 0; seen < 3; seen++) await this.#next((line, child) => line !== 'in' && child !== holder)
  }

  async finished(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}

describe.skipIf(process.platform === 'win32')('many processes', () => {
  const rounds = sized(1, 15)
  it('lose no update while holders of the lock are stopped and killed (F4)', async ({ annotate }) => {
    const total = { written: 0, acknowledged: 0 }
    const run = async (kind: 'stop' | 'kill'): Promise<void> => {
      const folder = join(root, kind)
      const updaters = new Updaters(folder)
      for (let number = 0; number < 3; number++) updaters.start(`${kind}${number}`, 18)
      for (let round = 0; round < rounds; round++) {
        await (kind === 'stop' ? updaters.stopHolder() : updaters.killHolder())
        updaters.start(`${kind} again ${round}`, kind === 'kill' ? 20 : 5)
      }
      await updaters.finished()
      const read = parseState(readFileSync(join(folder, '.switchboard/state.json'), 'utf8'))
      if (!read.ok) throw new Error(read.fault.message)
      const there = new Set(read.value.chatAgents.keys())
      expect(updaters.acknowledged.filter((name) => !there.has(name))).toEqual([])
      // Each update adds an agent and increments the version: an overwritten update would make them differ.
      expect(read.value.version).toBe(there.size)
      expect(readdirSync(join(folder, '.switchboard'))).toEqual(['state.json'])
      total.written += there.size
      total.acknowledged += updaters.acknowledged.length
    }
    await Promise.all([run('stop'), run('kill')])
    expect(total.acknowledged).toBeGreaterThanOrEqual(105)
    await annotate(
      `${total.acknowledged} updates by 8 processes and more, holders stopped ${rounds} times and killed ${rounds} times: 0 lost`,
      'F4',
    )
  }, 600_000)
})
