import { isProcessAlive } from '../../../io/process-alive.ts'
import { nameKey } from '../pure/agent-name.ts'
import { openWorkspaceLines } from './workspace-lines.ts'

/**
 * Names that sessions registered with a keeper that has no window, which keeps its registrations in memory. Written to the data folder, so that a Patchbay that
 * only follows the folder knows who writes by a session. They are forgotten with the process.
 */
export interface SessionNames {
  add(name: string): void
  remove(name: string): void
  /** Forgets all names of this process. */
  clear(): void
  /** True if a session registered the name with a process that runs. */
  has(name: string): boolean
}

/** Maximum number of changes; older ones are forgotten. */
const most = 10_000

/** @param folder of the protocol in the data folder; @param root the folder that contains `.switchboard/`. */
export function openSessionNames(
  folder: string,
  root: string,
  log: (message: string, fields?: Record<string, unknown>) => void,
): SessionNames {
  const lines = openWorkspaceLines(folder, root, 'names', most)
  /** By process and name. */
  const held = new Map<number, Set<string>>()

  function learn(): void {
    for (const line of lines.news()) {
      const [, pid, sign, name = ''] = /^(\d{1,10}) ([+=-])(.*)$/u.exec(line) ?? []
      const names = held.get(Number(pid)) ?? new Set()
      if (sign === '+') held.set(Number(pid), names.add(name))
      else if (sign === '-') names.delete(name)
      else if (sign === '=') held.delete(Number(pid))
    }
  }

  function write(line: string): void {
    const added = lines.add(`${process.pid} ${line}`)
    if (!added.ok) log('who registers could not be recorded', { fault: added.fault, level: 'warn' })
  }

  return {
    add: (name) => write(`+${nameKey(name)}`),
    remove: (name) => write(`-${nameKey(name)}`),
    clear: () => write('='),
    has(name) {
      learn()
      for (const [pid, names] of held) if (names.has(nameKey(name)) && isProcessAlive(pid)) return true
      return false
    },
  }
}
