/** The operator's choices for an outbox: paths of files and folders. */
export interface Choice {
  readonly leaveOut: ReadonlySet<string>
  readonly attach: ReadonlySet<string>
}

/** Chooses a path, or undoes the choice. A path is never both; contents of a folder that is left out are not attached. */
export function toggled(choice: Choice, what: keyof Choice, path: string): Choice {
  const isOn = choice[what].has(path)
  const leaveOut = new Set(choice.leaveOut)
  const attach = new Set(choice.attach)
  leaveOut.delete(path)
  attach.delete(path)
  if (isOn) return { leaveOut, attach }
  if (what === 'attach') return { leaveOut, attach: attach.add(path) }
  const within = (one: string): boolean => one.startsWith(`${path}/`)
  const kept = (paths: ReadonlySet<string>): Set<string> => new Set([...paths].filter((one) => !within(one)))
  return { leaveOut: kept(leaveOut).add(path), attach: kept(attach) }
}

/** Whether a folder above this path is among those left out. */
export function isUnderOne(path: string, leaveOut: ReadonlySet<string>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) if (leaveOut.has(path.slice(0, at))) return true
  return false
}
