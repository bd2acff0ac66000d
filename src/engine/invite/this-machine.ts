import { existsSync } from 'node:fs'
import path from 'node:path'
import { clients } from '../../core/invite/clients.ts'
import type { InviteChoice, InviteRequest } from '../../core/invite/invite.ts'
import type { InviteClient } from '../../core/invite/client-names.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { programFolder } from '../../io/program-file.ts'
import { programOnPath } from '../../io/runner/runner-program.ts'

/** A choice, with where it applies and what this machine adds: its system and our own program. */
export async function requestHere(
  choice: InviteChoice,
  place: Pick<InviteRequest, 'workspace' | 'operator' | 'data'>,
): Promise<Result<InviteRequest>> {
  const program = await ownProgram()
  if (!program.ok) return program
  const system = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
  return ok({ ...choice, ...place, system, program: program.value })
}

/** Absolute path of the program that runs the command line, with its first arguments: other programs start it without our PATH. */
async function ownProgram(): Promise<Result<readonly string[]>> {
  const bin = path.join(programFolder, 'bin', 'patchbay.mjs')
  if (existsSync(bin)) {
    const node = /^node(?:\.exe)?$/.test(path.basename(process.execPath)) ? process.execPath : await programOnPath('node')
    return node === undefined
      ? fail('unavailable', 'Node was not found on the PATH, and agents need it to run Patchbay’s commands.')
      : ok([node, bin])
  }
  const packaged = await programOnPath('patchbay')
  return packaged === undefined
    ? fail('unavailable', 'The command patchbay was not found on the PATH, and agents need it. Install it and try again.')
    : ok([packaged])
}

/** What speaks against a client on this machine, as a sentence; undefined: its program was found, or it has none that could be looked up. */
export async function whyNotInstalled(client: InviteClient): Promise<string | undefined> {
  const { programs } = clients[client]
  for (const name of programs) if ((await programOnPath(name)) !== undefined) return undefined
  return programs.length === 0 ? undefined : `The program ${programs.join(' or ')} was not found on the PATH: install it first.`
}
