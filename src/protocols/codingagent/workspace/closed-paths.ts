/** Paths relative to a workspace that a session neither lists, reads nor changes: its own home where that lies inside, and what belongs to Git. */
export type ClosedPaths = readonly string[]

/** A reply that could write hooks or settings of Git would run whatever it likes at the operator's next commit. */
const git = '.git'

/** Why commands may not touch `path`, as the end of a sentence; undefined when they may. Case does not open it: not every disk sees a difference. */
export function whyClosed(path: string, closed: ClosedPaths): string | undefined {
  const plain = fold(path)
  if (plain.split('/').includes(git)) return 'it belongs to Git.'
  const isInHome = closed.some((each) => plain === fold(each) || plain.startsWith(`${fold(each)}/`))
  return isInHome ? 'it belongs to the session itself.' : undefined
}

/** As a disk that ignores case and normal forms would compare it. */
function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}
