import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AgentProgram } from './programs.ts'
import type { AgentWorld } from './world.ts'

const patchbay = path.join(import.meta.dirname, '..', '..', 'bin', 'patchbay.mjs')

/** Invites a program with `patchbay invite`, and its hooks if it has any; `more`: further options. @returns the files of the workspace that changed. */
export function invite({ id }: AgentProgram, agent: string, world: AgentWorld, more: readonly string[] = []): string {
  const { workspace, dataDir, home } = world
  const before = filesIn(workspace)
  const args = ['invite', id, '--agent', agent, '--workspace', workspace, '--data', dataDir, '--yes', ...more]
  execFileSync(process.execPath, [patchbay, ...args], { env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] })
  const after = filesIn(workspace)
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file)).join(', ')
}

/** Texts of the workspace's own files: what agents and Patchbay exchange is in `.switchboard`. */
function filesIn(workspace: string): ReadonlyMap<string, string> {
  const files = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => path.relative(workspace, path.join(entry.parentPath, entry.name)))
  const own = paths.filter((file) => !/^\.(?:git|switchboard|workplace)\//.test(file))
  return new Map(own.map((file) => [file, readFileSync(path.join(workspace, file), 'utf8')]))
}
