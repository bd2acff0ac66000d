import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { clientFrameSchema, isShallow, parseClientFrame } from '../src/api/frames.ts'
import { channels } from '../src/api/wires/channels.ts'
import { faultCodes } from '../src/core/fault.ts'
import { limits } from '../src/core/limits.ts'
import { rendererOf } from './fakes/electron.ts'
import { startElectronWorld } from './suites/electron-world.ts'
import type { ElectronWorld } from './suites/electron-world.ts'
import { openShellWorld } from './suites/shell-world.ts'
import type { ShellWorld } from './suites/shell-world.ts'
import { openSocket } from './suites/socket-client.ts'
import { sized } from './sizes.ts'

const runs = sized(1_000, 5_000)
const nasty = fc.constantFrom(
  '',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e',
  '../../x',
  'x'.repeat(10_000),
  '[a-to-b]: c',
  '%s',
  '${x}',
)
const scalar = fc.oneof(fc.string(), nasty, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const field = fc.constantFrom(
  'workspace',
  'id',
  'filter',
  'limit',
  'query',
  'source',
  'draft',
  'path',
  'config',
  'link',
  '__proto__',
  'upTo',
  'event',
)
const shaped = fc.dictionary(
  field,
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.string(), scalar, { maxKeys: 3 })),
  { maxKeys: 6 },
)
const anything = fc.oneof({ weight: 3, arbitrary: shaped }, { weight: 2, arbitrary: fc.jsonValue() }, { weight: 1, arbitrary: scalar })
/** Without the demo, which would start a process each time. */
const methods = Object.keys(contract).filter((method) => method !== 'workspaces.demo')
const method = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: nasty })

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

/** A valid frame of exactly this size. */
function frameOf(size: number): string {
  const empty = '{"kind":"call","id":1,"method":"x","input":""}'
  return empty.replace('""', `"${'x'.repeat(size - empty.length)}"`)
}

/** Why a value is not a `Result` of the contract; undefined if it is one. */
function whyNoResult(value: unknown): string | undefined {
  const { ok, fault } = (value ?? {}) as { ok?: unknown; fault?: { code: never; message: unknown } }
  if (ok === true) return undefined
  if (ok !== false) return 'neither ok nor a fault'
  if (fault === undefined || !faultCodes.includes(fault.code) || typeof fault.message !== 'string') return 'a fault without code and words'
  return fault.code === 'internal' ? 'a bug was hit' : undefined
}

describe('F13: Electron IPC under fuzz, with the real engine', () => {
  let world: ElectronWorld
  beforeAll(async () => {
    world = await startElectronWorld()
  })
  afterAll(() => world.close())

  it(`answers ${runs} hostile calls with ok or a fault, never with a bug or a rejection`, async () => {
    const page = rendererOf(world.window.webContents)
    const arity = fc.array(anything, { maxLength: 3 })
    const call = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constant<string>(channels.call), fc.tuple(method, anything)) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom<string>(channels.call, channels.taken, channels.unsubscribe), arity) },
      { weight: 1, arbitrary: fc.tuple(fc.constant<string>(channels.subscribe), fc.tuple(fc.oneof(fc.nat(30), scalar), anything)) },
    )
    await fc.assert(
      fc.asyncProperty(call, async ([channel, args]) => {
        expect(whyNoResult(await page.invoke(channel, ...(args as unknown[])))).toBeUndefined()
      }),
      { numRuns: runs },
    )
    expect(await page.invoke(channels.call, 'workspaces.list', {})).toMatchObject({ ok: true, value: [{ path: world.workspace }] })
  })
})

describe('frames', () => {
  let world: ShellWorld
  beforeAll(async () => {
    world = await openShellWorld()
  })
  afterAll(() => world.close())

  const frame = fc.record(
    {
      kind: fc.constantFrom('call', 'subscribe', 'unsubscribe', 'taken', 'ping', 'no kind'),
      id: fc.oneof(fc.nat(100), fc.integer(), scalar),
      method,
      input: anything,
      subscription: fc.oneof(fc.constant({ workspace: 'w' }), anything),
      total: fc.oneof(fc.nat(1_000), fc.integer(), scalar),
    },
    { requiredKeys: ['kind'] },
  )
  const hostile = fc.oneof(
    { weight: 5, arbitrary: frame.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: frame.map((value) => JSON.stringify(value).slice(0, -3)) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.nat(200).map(nested) },
    {
      weight: 1,
      arbitrary: fc.nat(200).map((depth) => `{"kind":"call","id":1,"method":"x","input":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
    },
  )

  it(`survive ${runs} hostile ones on one socket: every answer is a result, a push or a fault`, async () => {
    const socket = openSocket(world.shell)
    await new Promise((resolve) => socket.once('open', resolve))
    const wrong: string[] = []
    let answers = 0
    let isAlive = false
    socket.on('message', (data) => {
      const answer = JSON.parse((data as Buffer).toString('utf8')) as {
        kind: string
        id?: number
        result?: unknown
        fault?: { code: string }
      }
      answers += 1
      if (answer.kind === 'result' && answer.id === 999_999) isAlive = true
      const isGood =
        answer.kind === 'push' ||
        (answer.kind === 'result' && typeof (answer.result as { ok?: unknown }).ok === 'boolean') ||
        (answer.kind === 'fault' && answer.fault?.code !== 'internal')
      if (!isGood) wrong.push(JSON.stringify(answer))
    })
    fc.assert(
      fc.property(hostile, (text) => socket.send(text)),
      { numRuns: runs },
    )
    socket.send('{"kind":"ping","id":999999}')
    await expect.poll(() => isAlive).toBe(true)
    expect(wrong).toEqual([])
    expect(answers).toBeGreaterThan(runs / 2)
    expect(socket.readyState).toBe(socket.OPEN)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.terminate()
    await closed
  })

  it('are parsed like JSON and schema do, if they are small and shallow', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseClientFrame(text)
        let expected = false
        try {
          expected = clientFrameSchema.safeParse(JSON.parse(text)).success
        } catch {
          // not JSON: refused
        }
        expect(parsed.ok).toBe(expected && isShallow(text, limits.jsonDepth))
      }),
      { numRuns: 2_000 },
    )
  })

  it('count depth only outside strings', () => {
    expect(isShallow(nested(limits.jsonDepth), limits.jsonDepth)).toBe(true)
    expect(isShallow(nested(limits.jsonDepth + 1), limits.jsonDepth)).toBe(false)
    expect(isShallow(JSON.stringify('['.repeat(1_000)), 1)).toBe(true)
    expect(isShallow(JSON.stringify({ a: '\\"[[[[', b: '"]]{{' }), 1)).toBe(true)
    expect(isShallow('"\\\\"[[', 1)).toBe(false)
  })

  it('may be as large as the limit, and no larger', () => {
    expect(parseClientFrame(frameOf(limits.wsFrame)).ok).toBe(true)
    expect(parseClientFrame(frameOf(limits.wsFrame + 1))).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })
})
