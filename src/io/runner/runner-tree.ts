import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'

/** Variable that marks every process of one run, so that those that left group and session are found (Linux). */
export const runMark = 'PATCHBAY_RUN'

const mostRounds = 200
const roundMs = 10
const mostListings = 20

/** Processes seen in a run: pid → start time, so that a reused pid is not mistaken for ours. */
export type SeenProcesses = Map<number, string>

/**
 * Kills a process, its group and all descendants that can be found, until two consecutive checks find none.
 * @param leader pid of the process that was started as the leader of its own group.
 * @param seen processes that `seeTree` saw earlier.
 * @returns true when nothing is left.
 */
export async function killTree(leader: number, runId: string, seen: SeenProcesses = new Map()): Promise<boolean> {
  if (process.platform === 'win32') {
    await output('taskkill', ['/PID', String(leader), '/T', '/F'])
    return true
  }
  let emptyLooks = 0
  for (let round = 0; round < mostRounds && emptyLooks < 2; round++) {
    const members = await seeTree(leader, runId, seen)
    emptyLooks = members.length === 0 ? emptyLooks + 1 : 0
    // All are stopped before any is killed: a chain of forks cannot outrun us.
    for (const pid of members) send(pid, 'SIGSTOP')
    for (const pid of members) send(pid, 'SIGKILL')
    if (emptyLooks < 2) await wait(roundMs)
  }
  return emptyLooks === 2
}

/** Pids of the run's living processes, found by group, session, parent, mark or an earlier check; adds them to `seen`. */
export async function seeTree(leader: number, runId: string, seen: SeenProcesses): Promise<number[]> {
  if (process.platform === 'win32') return []
  const lines = process.platform === 'linux' ? linuxProcesses() : await otherProcesses()
  const members = new Set<number>()
  let grew = true
  while (grew) {
    grew = false
    for (const { pid, parent, group, session, start, mark } of lines) {
      if (pid === process.pid || members.has(pid)) continue
      const isOurs = group === leader || session === leader || members.has(parent) || seen.get(pid) === start || mark === runId
      if (!isOurs) continue
      members.add(pid)
      seen.set(pid, start)
      grew = true
    }
  }
  return [...members]
}

/** Sends a signal to a process (or, negative, to a group); false when it is gone. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Pid of the first process inside a wrapper's namespace; undefined when the system does not report it. */
export function namespaceInit(wrapper: number): number | undefined {
  try {
    const first = readFileSync(`/proc/${wrapper}/task/${wrapper}/children`, 'utf8').trim().split(' ')[0]
    return first === undefined || first === '' ? undefined : Number(first)
  } catch {
    return undefined
  }
}

interface ProcessLine {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly start: string
  /** The run that its environment names. */
  readonly mark: string | undefined
}

/** Trees that end at the same moment share one list: reading it takes longer than all of their signals. It is forgotten before anything else happens. */
let shared: readonly ProcessLine[] | undefined

function linuxProcesses(): readonly ProcessLine[] {
  if (shared === undefined) {
    shared = readProcesses()
    setImmediate(() => (shared = undefined))
  }
  return shared
}

/**
 * Living processes, without zombies. A list is outdated before it is fully read: a listed process may have died and
 * left a living child, so the list is read again until it contains nothing new.
 */
function readProcesses(): ProcessLine[] {
  const found: ProcessLine[] = []
  const known = new Set<string>()
  for (let listing = 0; listing < mostListings; listing++) {
    const fresh = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !known.has(name))
    if (fresh.length === 0) break
    for (const name of fresh) {
      known.add(name)
      found.push(...linuxProcess(Number(name)))
    }
  }
  return found
}

/** None for a dead process. */
function linuxProcess(pid: number): readonly ProcessLine[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may contain anything, including brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent, group, session] = fields
    if (state === 'Z' || state === 'X') return []
    const numbers = { parent: Number(parent), group: Number(group), session: Number(session) }
    return [{ pid, ...numbers, start: fields[19] ?? '', mark: markOf(pid) }]
  } catch {
    return [] // it ended between the two calls
  }
}

function markOf(pid: number): string | undefined {
  try {
    const [, mark] = `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.split(`\0${runMark}=`, 2)
    return mark?.split('\0', 1)[0]
  } catch {
    return undefined
  }
}

async function otherProcesses(): Promise<ProcessLine[]> {
  const lines = (await output('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='])).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/)
    return pid === undefined || pid === '' || state?.startsWith('Z') === true
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), start: '', mark: undefined }]
  })
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000, windowsHide: true }, (_error, stdout) => resolve(stdout))
  })
}
