import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { becomeKeeper, keeperPid } from './keeper.ts'
import { newServerToken, readServerInfo, readServerToken, removeServerFiles, writeServerFiles } from './server-files.ts'
import type { ServerInfo } from './server-files.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-server-files-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (name: string): string => join(root, '.switchboard', name)
const options = {
  get root() {
    return root
  },
  gate: openGate,
}
const info = (pid: number, port = 3100): ServerInfo => ({
  port,
  host: '127.0.0.1',
  transport: 'sse',
  sseEndpoint: '/sse',
  messagesEndpoint: '/messages',
  healthEndpoint: '/health',
  mcpEndpoint: '/mcp',
  pid,
  startedAt: '2025-01-01T00:00:00.000Z',
})

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('the files that tell clients where the server is', () => {
  it('are written as specified, with a token that only the user can read', async () => {
    const token = newServerToken()
    expect(await writeServerFiles(options, info(process.pid), token)).toEqual(ok(undefined))
    expect(JSON.parse(readFileSync(at('server_info.json'), 'utf8'))).toEqual(info(process.pid))
    expect([await readServerInfo(root), await readServerToken(root)]).toEqual([ok(info(process.pid)), ok(token)])
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(newServerToken()).not.toBe(token)
  })

  it.skipIf(process.platform === 'win32')('hide the token also where an old one was open to all', async () => {
    mkdirSync(at('.'))
    writeFileSync(at('auth_token'), 'old')
    chmodSync(at('auth_token'), 0o644)
    await writeServerFiles(options, info(process.pid), newServerToken())
    expect(statSync(at('auth_token')).mode & 0o777).toBe(0o600)
  })

  it('of a dead server are replaced, those of a live one are not', async () => {
    await writeServerFiles(options, info(await deadPid()), newServerToken())
    expect(await writeServerFiles(options, info(process.pid), newServerToken())).toEqual(ok(undefined))
    await writeServerFiles(options, info(process.ppid, 3101), newServerToken(), () => false)
    expect(await writeServerFiles(options, info(process.pid), newServerToken())).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: `Process ${process.ppid} already serves .switchboard on port 3101.` },
    })
    writeFileSync(at('server_info.json'), '{"port": "x"}')
    expect(await readServerInfo(root)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
    expect(await writeServerFiles(options, info(process.pid), newServerToken())).toEqual(ok(undefined))
  })

  it('are removed at a clean stop, unless they belong to another server', async () => {
    await writeServerFiles(options, info(process.pid), newServerToken())
    expect(await removeServerFiles(options, process.ppid)).toEqual(ok(undefined))
    expect(readdirSync(at('.'))).toContain('server_info.json')
    expect(await removeServerFiles(options, process.pid)).toEqual(ok(undefined))
    expect(readdirSync(at('.'))).not.toContain('server_info.json')
    expect([await readServerInfo(root), await removeServerFiles(options, process.pid)]).toEqual([ok(undefined), ok(undefined)])
  })
})

describe('keeping a .switchboard', () => {
  it('is possible for one process at a time; the next one learns which, and takes over when that ends', async () => {
    expect(await becomeKeeper(root, openGate)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(readdirSync(root)).toEqual([])
    mkdirSync(at('.'))
    const first = await becomeKeeper(root, openGate)
    if (!first.ok) throw new Error(first.fault.message)
    expect(await becomeKeeper(root, openGate)).toEqual({
      ok: false,
      fault: { code: 'conflict', message: `Process ${process.pid} keeps .switchboard.` },
    })
    expect(await keeperPid(root)).toBe(process.pid)
    first.value.release()
    const next = await becomeKeeper(root, openGate)
    expect(next.ok).toBe(true)
    if (next.ok) next.value.release()
  })

  it('ends with the process, however it ends', async () => {
    mkdirSync(at('.'))
    const program = `
      const { becomeKeeper } = await import(${JSON.stringify(join(import.meta.dirname, 'keeper.ts'))})
      const kept = await becomeKeeper(${JSON.stringify(root)}, { perform: (_request, run) => run({ act: 'test' }) })
      console.log(kept.ok)
      setInterval(() => undefined, 60_000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe('true\n')
    expect(await becomeKeeper(root, openGate)).toMatchObject({ ok: false, fault: { message: `Process ${child.pid} keeps .switchboard.` } })
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const next = await becomeKeeper(root, openGate)
    expect(next.ok).toBe(true)
    if (next.ok) next.value.release()
  })
})
