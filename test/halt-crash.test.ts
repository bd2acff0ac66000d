import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import { effectKinds } from '../src/core/approval.ts'
import { ok } from '../src/core/fault.ts'
import { openEngine } from '../src/engine/engine.ts'
import { haltIn } from '../src/io/halt-file.ts'
import { tempFolder } from './fakes/journal.ts'
import { chatProtocol } from '../src/protocols/chat/index.ts'
import { follow } from './fakes/engine.ts'
import { sized } from './sizes.ts'
import { valueOf } from './fakes/value-of.ts'

const program = path.join(import.meta.dirname, 'programs', 'halt-until-killed.ts')

interface Place {
  readonly dataDir: string
  readonly folder: string
}

function place(): Place {
  const root = tempFolder()
  const folder = path.join(root, 'project')
  mkdirSync(path.join(folder, '.workplace'), { recursive: true })
  writeFileSync(path.join(folder, '.workplace', 'chat.md'), '[coder-to-reviewer]: hello\n')
  return { dataDir: path.join(root, 'data'), folder }
}

const chat = ({ folder }: Place): string => readFileSync(path.join(folder, '.workplace', 'chat.md'), 'utf8')

/** Halts in a process that dies at this call, or copies what a kill at each call would leave. @returns what it printed. */
async function haltUntil({ dataDir, folder }: Place, at: number | 'copy', writes: number | 'all' = 'all'): Promise<string> {
  const copies = at === 'copy' ? [copiesOf(folder)] : []
  const args = [program, dataDir, folder, String(at === 'copy' ? 0 : at), String(writes), ...copies]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return out
}

const copiesOf = (folder: string): string => path.join(folder, '..', 'copies')

/** Brings back what a kill at this call would have left; the chat stays the same file. @returns whether `halt.start` had answered by then. */
function goBack({ dataDir, folder }: Place, call: number): boolean {
  const copy = path.join(copiesOf(folder), String(call))
  rmSync(dataDir, { recursive: true })
  cpSync(path.join(copy, 'data'), dataDir, { recursive: true })
  writeFileSync(path.join(folder, '.workplace', 'chat.md'), readFileSync(path.join(copy, 'chat.md')))
  return existsSync(path.join(copy, 'closed'))
}

/** So many of the calls, from the first to the last. */
function spread(points: number, calls: number): readonly number[] {
  return Array.from({ length: points }, (_, point) => 1 + Math.floor((point * (calls - 1)) / (points - 1)))
}

test('after a kill at any point of a halt: halted if anything came of it, nothing said twice, nothing said by itself (F28)', async ({
  annotate,
}) => {
  const whole = place()
  const calls = Number(/calls (\d+)/.exec(await haltUntil(whole, 'copy'))?.[1])
  expect(calls).toBeGreaterThan(10)
  expect(chat(whole)).toContain('HALT')
  let [points, halted] = [0, 0]
  const check = async (here: Place, isClosed: boolean): Promise<void> => {
    const cameOfIt = isClosed || chat(here).includes('HALT')
    const isHalted = haltIn(here.dataDir, here.folder, 'x') !== undefined
    if (cameOfIt) expect(isHalted).toBe(true)
    points++
    if (isHalted) halted++
    await checkNextStart(here, isHalted)
  }
  for (const call of spread(sized(6, 25), calls)) await check(whole, goBack(whole, call))
  // That a copy is what a kill leaves.
  for (const call of sized(1, 25) === 1 ? [Math.ceil(calls / 2)] : spread(25, calls)) {
    const here = place()
    await check(here, (await haltUntil(here, call)).includes('closed'))
  }
  expect(halted).toBeGreaterThan(0)
  await annotate(
    `a halt killed at ${points} points, ${halted} of them after its file was written: none opened the gate, none said it twice`,
    'F28',
  )
}, 240_000)

// 0: the file is never written · 1: the halt without its table · 2: with the table, of which nothing has been said
test.each([0, 1, 2])(
  'the same if its file can be written only %i times, since the journal has the rest (F28)',
  async (writes) => {
    const whole = place()
    const calls = Number(/calls (\d+)/.exec(await haltUntil(whole, 'copy', writes))?.[1])
    expect(chat(whole)).toContain('HALT')
    await checkNextStart(whole, true)
    for (const call of spread(sized(5, 12), calls).slice(1)) {
      goBack(whole, call)
      await checkNextStart(whole, chat(whole).includes('HALT') || undefined)
    }
  },
  240_000,
)

/** `isHalted`: undefined if either is right. */
async function checkNextStart(here: Place, isHalted: boolean | undefined): Promise<void> {
  const before = chat(here)
  const engine = valueOf(
    await openEngine({
      dataDir: here.dataDir,
      shell: { kind: 'in-process' },
      protocols: [chatProtocol],
      log: () => undefined,
      version: '0.0.0-test',
    }),
  )
  const client = connectInProcess(engine.server, () => undefined)
  try {
    const workspace = valueOf(await client.call('workspaces.open', { path: here.folder })).id
    const followed = follow(client, workspace)
    const { halt } = await followed.state(({ links }) => links[0]?.status.lamp === 'up')
    if (isHalted !== undefined) expect(halt !== undefined).toBe(isHalted)
    if (halt === undefined) return
    for (const kind of effectKinds) {
      const actor = { kind: 'system', name: 'Patchbay' } as const
      const done = engine.gate.perform({ actor, effect: { kind, target: 't', exact: 'x' }, workspace, question: '?' }, () =>
        Promise.resolve(ok(undefined)),
      )
      expect(await done).toMatchObject({ ok: false, fault: { code: 'refused' } })
    }
    expect(chat(here)).toBe(before)
    // Whatever was in doubt is decided by the file, and a second look says it once.
    const settled = await followed.state(
      (state) => state.halt?.rows.every(({ says }) => says.every(({ step }) => step !== 'sending')) === true,
    )
    valueOf(await client.call('halt.again', { id: halt.id, links: settled.halt?.rows.map(({ link }) => link) ?? [] }))
    const rows = settled.halt?.rows.length ?? 0
    // A table without texts has nothing to wait for.
    await followed.state((state) => state.halt?.rows.every(({ says }) => says.every(({ step }) => step === 'done')) === true)
    expect(chat(here).match(/HALT/g)?.length ?? 0).toBe(rows === 0 ? 0 : 1)
  } finally {
    client.close()
    await engine.close()
  }
}
