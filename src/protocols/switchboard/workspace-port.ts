import { fail, ok } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { readStart } from '../../io/read-start.ts'
import { lstatInside } from '../../io/safe-path.ts'
import type { WorkspacePort } from './service/ports.ts'

/** The files of a workspace, for artifacts of phases and texts for the clipboard; nothing outside `root` is looked at. */
export function openWorkspacePort(root: string): WorkspacePort {
  return {
    async checkFile(path) {
      const found = await lstatInside(root, path)
      if (!found.ok) return found
      if (found.value?.isFile() === true) return ok(undefined)
      return fail('not-found', `There is no file ${path} in the workspace.`)
    },
    async readText(path) {
      const read = await readStart(root, path, limits.message)
      if (!read.ok) return read
      if (read.value.size > limits.message) {
        const size = read.value.size.toLocaleString('en-US')
        return fail('too-large', `${path} has ${size} bytes; the limit is ${limits.message.toLocaleString('en-US')}.`)
      }
      return ok(read.value.bytes.toString('utf8'))
    },
  }
}
