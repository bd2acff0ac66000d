import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startBrowserShell } from '../../src/server/browser-shell.ts'
import type { BrowserShell } from '../../src/server/browser-shell.ts'
import { FakeServer } from './wire-fixture.ts'

/** A built page, next to files that are not part of one. */
export const pageFiles = {
  'index.html': '<!doctype html><title>Patchbay</title>',
  'assets/index-abc.js': 'export {}',
  'favicon.ico': 'icon',
  'notes.txt': 'not part of the page',
} as const

/** A browser shell on the fixture's server, with its log. */
export interface ShellWorld {
  readonly folder: string
  readonly server: FakeServer
  readonly shell: BrowserShell
  readonly logged: string[]
  /** Another shell on the same page and server. */
  startAnother(port?: number): Promise<BrowserShell>
  close(): Promise<void>
}

export async function openShellWorld(server = new FakeServer()): Promise<ShellWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-page-'))
  for (const [name, text] of Object.entries(pageFiles)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const logged: string[] = []
  const log = (message: string, fields: Record<string, unknown> = {}): void => void logged.push(`${message} ${JSON.stringify(fields)}`)
  async function startAnother(port = 0): Promise<BrowserShell> {
    const started = await startBrowserShell({ server, assetsDir: folder, port, log })
    if (!started.ok) throw new Error(started.fault.message)
    return started.value
  }
  const shell = await startAnother()
  return {
    folder,
    server,
    shell,
    logged,
    startAnother,
    async close() {
      await shell.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** One request with exactly these headers (an array is sent as several), optionally an upgrade. */
export function ask(port: number, method: string, path: string, headers: Readonly<Record<string, string | string[]>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((each) => [name, each]))
    const call = request({ host: '127.0.0.1', port, method, path, headers: lines, setHost: false })
    call.on('response', (response) => {
      const answer = { status: response.statusCode ?? 0, headers: response.headers }
      // A stream has no end: its head is the answer.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ ...answer, body: '' })
        response.destroy()
        return
      }
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ ...answer, body }))
    })
    call.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' })
    })
    call.on('error', reject)
    call.end()
  })
}
