import { readdirSync, readFileSync } from 'node:fs'

/** Variable that marks every process of a run; its value is the folder of the run. */
export const runVariable = 'PATCHBAY_AGENTS_RUN'

export interface FoundProcess {
  readonly pid: number
  readonly name: string
  /** Its whole command line. */
  readonly args: string
}

/** Living processes of a run (Linux): those that have its mark, or name its folder in their arguments. Programs start MCP servers without our variables. */
export function processesOf(run: string, except?: number): FoundProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || pid === process.pid || pid === except) return []
    try {
      const read = (name: string): string => readFileSync(`/proc/${entry}/${name}`, 'utf8')
      const args = read('cmdline').replaceAll('\0', ' ')
      const isOurs = args.includes(run) || read('environ').split('\0').includes(`${runVariable}=${run}`)
      return isOurs && args !== '' ? [{ pid, name: read('comm').trim(), args }] : []
    } catch {
      return [] // ended in the meantime, or somebody else's
    }
  })
}
