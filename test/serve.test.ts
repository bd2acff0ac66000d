import { createHmac } from 'node:crypto'
import { spawn } from 'node:child_process'
import type { ChildProcess, ChildProcessByStdio, StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofText } from '../src/api/proof.ts'
import { openInstallation } from '../src/io/installation.ts'
import { journalToRewrite, openConnection } from '../src/io/journal/connection.ts'
import { migrations } from '../src/io/journal/migrations.ts'
import { runCommand, type Ran } from './fakes/command-line.ts'
import { launcher } from './launcher.ts'
import { nodesInPath } from './nodes-in-path.ts'
import { valueOf } from './fakes/value-of.ts'

/** `patchbay serve` as a user runs it: the real command, the built page, its own data folder. */
const root = path.join(import.meta.dirname, '..')
const isBuilt = existsSync(path.join(root, 'out', 'renderer', 'index.html'))
const addressPattern = /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/

interface Served {
  readonly child: ChildProcess
  /** The first line on stdout, undefined if it ended without one. */
  readonly address: string | undefined
  readonly output: { stdout: string; stderr: string }
  readonly ended: Promise<number | null>
}

let dataDir: string
const started: ChildProcess[] = []

beforeEach((context) => {
  context.skip(!isBuilt, 'the page is not built: npm run build')
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'patchbay-serve-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

async function serve(args: readonly string[] = [], node = process.execPath, flags: readonly string[] = []): Promise<Served> {
  const command = [...flags, launcher, 'serve', '--no-open', '--data', dataDir, ...args]
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(flags.length > 0 ? (['ipc'] as const) : [])]
  const child = spawn(node, command, { stdio }) as ChildProcessByStdio<null, Readable, Readable>
  started.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString('utf8')))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const first = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
  const address = await Promise.race([first, ended.then(() => undefined)])
  return { child, address, output, ended }
}

/** `patchbay serve` with a bug that its parent triggers. */
async function serveWithBug(): Promise<Served> {
  const bug = pathToFileURL(path.join(root, 'test', 'programs', 'crash.mjs')).href
  return serve([], process.execPath, ['--import', bug])
}

/** The same command in this process, for what ends by itself. */
function refused(args: readonly string[]): Promise<Ran> {
  return runCommand(['serve', '--no-open', '--data', dataDir, ...args], { cwd: dataDir })
}

/** True if anything answers at the address. */
async function answers(address: string): Promise<boolean> {
  return fetch(new URL('/', address)).then(
    () => true,
    () => false,
  )
}

describe('patchbay serve', () => {
  it('prints one line, serves the page without the token, tells a second one where it runs, ends when asked, and leaves the token in no log and in no file', async () => {
    const { child, address, output, ended } = await serve()
    expect(address).toMatch(addressPattern)
    expect(await answers(address ?? '')).toBe(true)
    const token = address?.split('#token=')[1] ?? 'none'
    for (const target of ['/nothing-here', `/${token}`, `/socket?token=${token}`]) {
      await fetch(new URL(target, address), { headers: { authorization: token } })
    }
    expect(readFileSync(path.join(dataDir, 'instance.json'), 'utf8')).toContain(token) // its port: for the next start to use
    const second = await serve()
    expect(await second.ended).toBe(1)
    expect(second.address).toBe(address)
    expect(second.output.stderr).toContain(`process ${child.pid}`)
    expect(await answers(address ?? '')).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.stdout).toBe(`${address}\n`)
    expect(output.stderr).toContain(dataDir)
    expect(await answers(address ?? '')).toBe(false)
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const read = new Map(files.map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name)).toString('latin1')]))
    expect(read.get('patchbay.log')?.match(/refused a request/g)).toHaveLength(3)
    expect([...read].filter(([, bytes]) => bytes.includes(token)).map(([name]) => name)).toEqual([])
    expect(output.stderr).not.toContain(token)
  })

  it('says and logs what ended it, uses its last port again after a kill, another if that is in use, and proves that it is the same installation (F12)', async () => {
    const first = await serve()
    const { port } = new URL(first.address ?? '')
    first.child.kill('SIGKILL')
    await first.ended
    const { pageKey } = valueOf(openInstallation(dataDir))
    if (process.platform !== 'win32') expect(statSync(path.join(dataDir, 'installation.json')).mode & 0o777).toBe(0o600)
    const second = await serveWithBug()
    expect(new URL(second.address ?? '').port).toBe(port)
    expect(second.address).not.toBe(first.address)
    const page = 'p'.repeat(43)
    const asked = await fetch(new URL(`/prove?with=installation&page=${page}`, second.address))
    const { nonce, proof } = (await asked.json()) as { nonce: string; proof: string }
    expect(proof).toBe(
      createHmac('sha256', pageKey)
        .update(proofText('server', port, page, nonce))
        .digest('base64url'),
    )
    second.child.send('promise')
    expect(await second.ended).toBe(1)
    expect(second.output.stderr).toMatch(/^patchbay: .*internal error: a bug in a promise.*\n {2}Error: .*\n\s+at .*crash\.mjs/m)
    expect(readFileSync(path.join(dataDir, 'log', 'patchbay.log'), 'utf8')).toMatch(/"level":50.*nobody caught|nobody caught.*crash\.mjs/)
    expect(second.output.stderr).not.toContain('hunter2')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve))
    const third = await serve()
    other.close()
    expect(third.address).toMatch(addressPattern)
    expect(new URL(third.address ?? '').port).not.toBe(port)
  })

  it('reports that it migrates the journal of an earlier release, and serves it', async () => {
    valueOf(openConnection(dataDir, migrations.slice(0, 1))).db.close()
    const { address, output } = await serve()
    expect(address).toMatch(addressPattern)
    await expect.poll(() => output.stderr).toMatch(/this version’s format[^]*up to date[^]*is serving/)
    expect(journalToRewrite(dataDir)).toBeUndefined()
  })

  it('switches a workspace’s MCP server on, and off again when it ends', async () => {
    const folder = path.join(dataDir, 'project')
    mkdirSync(folder)
    const { child, address, output, ended } = await serve(['--workspace', folder, '--mcp'])
    expect(address).toMatch(addressPattern)
    const info = JSON.parse(readFileSync(path.join(folder, '.switchboard', 'server_info.json'), 'utf8')) as { port: number }
    expect((await fetch(`http://127.0.0.1:${info.port}/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.stderr).toContain('The MCP server is on')
    expect(existsSync(path.join(folder, '.switchboard', 'server_info.json'))).toBe(false)
    expect((await refused(['--mcp'])).code).toBe(2)
  })

  it('reports what is wrong with the workspace and the port, and prints no address', async () => {
    const missing = path.join(dataDir, 'not-there')
    expect(await refused(['--workspace', missing])).toEqual({ code: 1, out: '', err: expect.stringContaining(missing) as string })

    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const inUse = expect.stringContaining(`Port ${port} is in use`) as string
    expect(await refused(['--port', String(port)])).toEqual({ code: 1, out: '', err: inUse })
    await new Promise((resolve) => taken.close(resolve))
  })

  it('does not outlive a launcher that is killed outright', async ({ skip }) => {
    const old = nodesInPath().find(({ major }) => major >= 18 && major < 22)
    if (old === undefined) return skip('every Node in PATH runs the sources itself, so there is no launcher')
    const { child, address } = await serve([], old.file)
    expect(await answers(address ?? '')).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => answers(address ?? '')).toBe(false)
    return undefined
  })
})
