import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import type { WebShell, WebShellOptions } from './web.ts'

const startMs = 120_000

interface Host {
  readonly child: ChildProcess
  readonly lines: Interface
  /** What it said on stderr. */
  words: string
}

/**
 * A process that serves for one test after another, started on first use. Loading the sources takes most of the time of a start, so
 * tests share it. Every start has an engine of its own on its own data folder; `kill` ends the process, and the next start begins another.
 */
export class WebShellHost {
  /** The home folder of what it serves: a test must never reach ours. */
  readonly home = mkdtempSync(path.join(os.tmpdir(), 'patchbay-home-'))
  #host: Host | undefined

  /** As `startWebShell`, one at a time. */
  readonly start = async (options: Omit<WebShellOptions, 'args'>): Promise<WebShell> => {
    const host = (this.#host ??= this.#begin())
    const { child, lines } = host
    host.words = ''
    const ended = new Promise<number>((resolve) => {
      const finish = (code: unknown): void => {
        child.off('message', finish).off('close', finish)
        resolve(typeof code === 'number' ? code : 1)
      }
      child.once('message', finish).once('close', finish)
    })
    const address = new Promise<string>((resolve) => lines.once('line', resolve))
    const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
    child.send(options)
    const first = await Promise.race([address, ended])
    clearTimeout(timer)
    if (typeof first === 'number') throw new Error(`patchbay serve ended with code ${first} before it printed an address:\n${host.words}`)
    return {
      address: first,
      pid: child.pid,
      stop: async () => {
        if (child.connected) child.send('stop')
        return ended
      },
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const child = this.#host?.child
    if (child !== undefined) {
      const closed = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await closed
    }
    rmSync(this.home, { recursive: true, force: true })
  }

  #begin(): Host {
    const child = fork(path.join(import.meta.dirname, 'serve-again.mjs'), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: { ...process.env, HOME: this.home, USERPROFILE: this.home },
    })
    const host: Host = { child, lines: createInterface({ input: child.stdout ?? process.stdin }), words: '' }
    child.stderr?.on('data', (chunk: Buffer) => (host.words += chunk.toString('utf8')))
    child.once('close', () => (this.#host = undefined))
    return host
  }
}
