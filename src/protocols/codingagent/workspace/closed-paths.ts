import { folded, isSpelling } from '../pure/path-spelling.ts'

/** Paths relative to a workspace that a session neither lists, reads nor changes: its own home if that is inside, and those that `closedFolders` names. */
export type ClosedPaths = readonly string[]

/**
 * Folders that no command can access, anywhere in a workspace, with the reason as the end of a sentence. Git's hooks and settings could run anything
 * at the operator's next commit; the two others contain other agents' mail, registrations and tokens.
 */
const closedFolders: readonly (readonly [name: string, why: string])[] = [
  ['.git', 'it belongs to Git.'],
  ['.switchboard', 'it contains mail and tokens of other agents.'],
  ['.workplace', 'it contains messages of other agents.'],
]

/** Names that listings skip. */
export const closedNames: readonly string[] = closedFolders.map(([name]) => name)

/** Why commands must not touch `path`, as the end of a sentence; undefined if they may. Covers every spelling that some disk treats as equal. */
export function whyClosed(path: string, closed: ClosedPaths): string | undefined {
  const parts = path.split('/')
  const shut = closedFolders.find(([name]) => parts.some((part) => isSpelling(part, name)))
  if (shut !== undefined) return shut[1]
  const isInHome = closed.some((each) => {
    const wanted = each.split('/')
    return wanted.length <= parts.length && wanted.every((name, at) => isSpelling(parts[at] ?? '', folded(name)))
  })
  return isInHome ? 'it belongs to the session itself.' : undefined
}
