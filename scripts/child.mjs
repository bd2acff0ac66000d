/** Child processes of the scripts: they end with us, and we exit as they do. Plain JavaScript for Node 20 and newer. */
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { root } from './checkout.mjs'

/** Signals that ask a process to end. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The environment with the checkout's programs first in PATH. */
export function checkoutEnv(more = {}) {
  const env = { ...process.env, ...more }
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[key] = [path.join(root, 'node_modules', '.bin'), env[key]].filter(Boolean).join(path.delimiter)
  return env
}

/**
 * Starts a program and waits for its end. Passes signals on; the child also ends when this process is killed, if it watches
 * its IPC channel. Options are those of `spawn`, plus `onStart(child)`, `timeoutMs` and `niceness` (as in `nice`).
 * Returns { code, signal, timedOut, error? }; a program that cannot be started has code 127 and its error.
 */
export function runChild(program, args, { onStart, timeoutMs, niceness = 0, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options })
    if (niceness > 0 && child.pid !== undefined) standBack(child.pid, niceness)
    let timedOut = false
    const relay = (signal) => child.kill(signal)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            child.kill('SIGKILL')
          }, timeoutMs)
    const finish = (result) => {
      clearTimeout(timer)
      for (const signal of endingSignals) process.removeListener(signal, relay)
      resolve({ timedOut, ...result })
    }
    for (const signal of endingSignals) process.on(signal, relay)
    child.once('error', (error) => finish({ code: 127, signal: null, error }))
    child.once('close', (code, signal) => finish({ code: code ?? 1, signal }))
    onStart?.(child)
  })
}

/** Gives a process, and those that it starts, a lower priority. It may have ended already, which is no fault. */
function standBack(pid, niceness) {
  try {
    os.setPriority(pid, niceness)
  } catch (error) {
    if (error.info?.code !== 'ESRCH') throw error
  }
}

/** Runs a program and returns its output (stdout and stderr together) with the outcome of `runChild`. */
export async function captureChild(program, args, options = {}) {
  const chunks = []
  const outcome = await runChild(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart: (child) => {
      child.stdout.on('data', (chunk) => chunks.push(chunk))
      child.stderr.on('data', (chunk) => chunks.push(chunk))
    },
  })
  return { ...outcome, output: Buffer.concat(chunks).toString('utf8') }
}

/** The shell's exit code for an outcome of `runChild`. */
export function exitCodeOf({ code, signal }) {
  return signal ? 128 + (os.constants.signals[signal] ?? 0) : code
}
