import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runMark } from './runner/runner-tree.ts'

/** A process and the one that started it. */
export interface ProcessParent {
  readonly pid: number
  readonly name: string
  /** Patchbay runs it: a command, a terminal's shell, or an agent of this machine. */
  readonly isOurs: boolean
}

const most = 32

/** This process and those above it, the nearest first, as far as the system tells. */
export function processParents(
  from = process.pid,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly ProcessParent[] {
  const found: ProcessParent[] = []
  for (let pid = from; pid > 0 && found.length < most;) {
    const one = process.platform === 'linux' ? onLinux(pid) : elsewhere(pid)
    if (one === undefined) break
    // A variable is inherited, so our own tells about everything above, also where the others' cannot be read.
    const isOurs = one.isMarked || (pid === from && env[runMark] !== undefined)
    found.push({ pid, name: one.name.slice(0, 100), isOurs })
    pid = one.parent
  }
  return found
}

interface Found {
  readonly name: string
  readonly parent: number
  readonly isMarked: boolean
}

function onLinux(pid: number): Found | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), parent: Number(parent), isMarked: hasMark(pid) }
  } catch {
    return undefined
  }
}

function hasMark(pid: number): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0${runMark}=`)
  } catch {
    return false // another user's
  }
}

function elsewhere(pid: number): Found | undefined {
  if (process.platform === 'win32') return pid === process.pid ? { name: 'patchbay', parent: process.ppid, isMarked: false } : undefined
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 }).trim()
    const [, parent, name] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    return parent === undefined || name === undefined ? undefined : { name, parent: Number(parent), isMarked: false }
  } catch {
    return undefined
  }
}
