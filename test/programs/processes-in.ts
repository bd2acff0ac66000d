import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Names of the living processes whose working folder is `folder` (Linux): found whatever they did to group, session, parent or environment. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder ? [readFileSync(`/proc/${pid}/comm`, 'utf8').trim()] : []
    } catch {
      return [] // ended in the meantime, or a zombie
    }
  })
}
