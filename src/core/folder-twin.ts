import { twinsAmong, type TwinOf } from './twin.ts'
import type { Workspace } from './workspace.ts'

/** Another folder that a folder can be taken for: the names, or the parts of the paths, that look alike. */
export interface FolderTwin {
  readonly own: string
  readonly other: string
  /** They are folders above. */
  readonly isAbove: boolean
}

const found = new WeakMap<readonly Workspace[], { readonly names: TwinOf; readonly paths: TwinOf }>()

/** The folder of another workspace that this one's name, or a folder above it, only looks like. */
export function folderTwinOf(workspaces: readonly Workspace[], { name, path }: Workspace): FolderTwin | undefined {
  const twins = found.get(workspaces) ?? {
    names: twinsAmong(workspaces.map((one) => ({ name: one.name, agent: one.id, isOperator: false }))),
    paths: twinsAmong(workspaces.map((one) => ({ name: one.path, agent: one.id, isOperator: false }))),
  }
  found.set(workspaces, twins)
  const named = twins.names(name)
  if (named !== undefined) return { own: name, other: named.name, isAbove: false }
  const placed = twins.paths(path)
  if (placed === undefined) return undefined
  const others = partsOf(placed.name)
  const at = partsOf(path).findIndex((part, index) => part !== others[index])
  return { own: partsOf(path)[at] ?? path, other: others[at] ?? placed.name, isAbove: true }
}

function partsOf(path: string): readonly string[] {
  return path.split(/[\\/]/)
}
