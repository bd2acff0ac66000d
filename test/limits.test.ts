import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ok } from '../src/core/fault.ts'
import type { FaultCode, Result } from '../src/core/fault.ts'
import { limits } from '../src/core/limits.ts'
import { checkName, checkRelative, pathPartBytes } from '../src/core/names.ts'
import type { Permit } from '../src/core/protocol.ts'
import { readConfig } from '../src/protocols/jaibber/pure/config.ts'
import { formatDraft } from '../src/protocols/jaibber/pure/draft.ts'
import { parseMessage } from '../src/protocols/jaibber/pure/message.ts'
import { maxWireBytes, wireSize } from '../src/protocols/jaibber/pure/size.ts'
import { said } from './fakes/jaibber-messages.ts'
import { listInside, mkdirInside } from '../src/io/safe-path.ts'
import { mostParts } from '../src/io/safe-path-walk.ts'
import { run } from '../src/io/runner/runner.ts'
import { openSecretStore } from '../src/io/secrets.ts'
import { mostSecrets, plainName } from '../src/io/secrets-file.ts'
import { cpuTime } from './cpu-time.ts'

const permit = { act: 'test' } as Permit
const base = mkdtempSync(join(tmpdir(), 'patchbay-limits-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let folders = 0
function newFolder(): string {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  return folder
}

interface Limit {
  readonly name: string
  readonly at: number
  /** Uses `size` units of what is limited. */
  readonly use: (size: number) => Promise<Result<unknown>> | Result<unknown>
  readonly fault: FaultCode
}

const ulid = '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z'
const chars = (size: number): string => 'x'.repeat(size)
const store = (): ReturnType<typeof openSecretStore> => openSecretStore({ dataDir: newFolder(), env: {} })

/** Limits on input at the boundary (F18): at the limit it works, one more is a named fault, a hundred times as much does no harm. */
const table: readonly Limit[] = [
  { name: 'characters of a name', at: limits.nameChars, use: (size) => checkName(chars(size)), fault: 'too-large' },
  {
    name: 'characters of a path',
    at: limits.pathChars,
    use: (size) => checkRelative('abc/'.repeat(Math.ceil(size / 4)).slice(0, size - 1) + 'x'),
    fault: 'too-large',
  },
  { name: 'bytes of a part of a path', at: pathPartBytes, use: (size) => checkRelative(`folder/${chars(size)}`), fault: 'too-large' },
  {
    name: 'folders of a path',
    at: mostParts,
    use: (size) => mkdirInside(permit, newFolder(), Array.from({ length: size }, () => 'd').join('/')),
    fault: 'too-large',
  },
  {
    name: 'characters of a secret',
    at: limits.line,
    use: async (size) => (await store()).put('link', 'field', chars(size), 'here'),
    fault: 'too-large',
  },
  {
    name: 'characters of the name of a secret',
    at: 200,
    use: async (size) => (await store()).put('link', chars(size), 'x', 'here'),
    fault: 'invalid',
  },
  {
    name: 'secrets',
    at: mostSecrets,
    use: async (size) => {
      const dataDir = newFolder()
      const secrets = Array.from({ length: Math.min(size - 1, mostSecrets) }, (_, n) => ['link', `f${n}`, 'x'])
      writeFileSync(join(dataDir, plainName), JSON.stringify({ version: 1, secrets }))
      return (await openSecretStore({ dataDir, env: {} })).put('link', 'one more', 'x', 'here')
    },
    fault: 'too-large',
  },
  {
    name: 'milliseconds of a command',
    at: 24 * 60 * 60 * 1000,
    use: (size) => run(permit, { program: process.execPath, args: ['--version'], cwd: base, timeoutMs: size, isolation: 'process-group' }),
    fault: 'invalid',
  },
  {
    name: 'characters of the name of a program',
    at: limits.pathChars,
    // At the limit the name is looked up and not found; a name that is too long is another fault.
    use: async (size) => {
      const ran = await run(permit, { program: chars(size), args: [], cwd: base, timeoutMs: 1_000 })
      return !ran.ok && ran.fault.code === 'not-found' ? ok(undefined) : ran
    },
    fault: 'too-large',
  },
  {
    name: 'bytes of a message of a team',
    at: maxWireBytes,
    use: (size) => parseMessage(said(chars(size - wireSize(said(''))))),
    fault: 'too-large',
  },
  {
    name: 'nesting of a message of a team',
    at: limits.jsonDepth,
    use: (size) => parseMessage({ ...said('x'), deep: JSON.parse(`${'['.repeat(size)}${']'.repeat(size)}`) as unknown }),
    fault: 'too-large',
  },
  {
    name: 'bytes of a draft for a team',
    at: maxWireBytes,
    use: (size) => {
      const text = chars(size - wireSize(said('')))
      return formatDraft({ from: 'mira', to: [], observers: [], where: 'p1', text }, { from: { userId: 'u1', username: 'mira' }, id: ulid })
    },
    fault: 'too-large',
  },
  {
    name: 'projects in the settings of a team',
    at: 200,
    use: (size) => readConfig({ projects: Array.from({ length: size }, (_, n) => `p${n}`) }),
    fault: 'invalid',
  },
]

function print(bytes: number): ReturnType<typeof run> {
  const args = ['-c', String(bytes), '/dev/zero']
  return run(permit, { program: 'head', args, cwd: base, timeoutMs: 20_000, isolation: 'process-group' })
}

describe('limits (F18)', () => {
  it.each(table)('$name: at $at it works, one more is a fault, a hundred times as much does no harm', async ({ at, use, fault }) => {
    expect(await use(at)).toMatchObject({ ok: true })
    for (const size of [at + 1, at * 100]) {
      const started = cpuTime()
      expect(await use(size)).toMatchObject({ ok: false, fault: { code: fault, message: expect.any(String) as string } })
      expect(cpuTime() - started).toBeLessThan(2_000)
    }
  })

  it.skipIf(process.platform === 'win32')(
    'output of a command: at the limit all is kept, one more is marked, a hundred times as much is cut',
    async () => {
      const whole = await print(limits.commandOutput)
      expect(whole.ok && [whole.value.truncated, whole.value.output.length]).toEqual([false, limits.commandOutput])
      for (const bytes of [limits.commandOutput + 1, limits.commandOutput * 100]) {
        const cut = await print(bytes)
        if (!cut.ok) throw new Error(cut.fault.message)
        expect(cut.value.truncated).toBe(true)
        expect(cut.value.output.replaceAll('\0', '')).toBe(
          `\n… ${(bytes - limits.commandOutput).toLocaleString('en-US')} bytes omitted …\n`,
        )
        expect(cut.value.output.replaceAll(/[^\0]/g, '')).toHaveLength(limits.commandOutput)
      }
    },
  )

  it('names of a folder: those beyond the requested number are counted', async () => {
    const folder = newFolder()
    for (let n = 0; n < 20; n++) writeFileSync(join(folder, `f${n}`), '')
    const listed = async (most: number): Promise<unknown> => {
      const result = await listInside(folder, '.', most)
      return result.ok ? [result.value.names.length, result.value.more] : result
    }
    expect(await listed(20)).toEqual([20, false])
    expect(await listed(19)).toEqual([19, true])
    expect(await listed(1)).toEqual([1, true])
  })
})
