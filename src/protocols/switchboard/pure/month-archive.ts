const month = /^\d{4}-(?:0[1-9]|1[0-2])$/
const monthFolder = /(?:^|\/)\d{4}-(?:0[1-9]|1[0-2])\/inbox\//

/** True for a folder in `archive/` in which another program keeps what it archived in one month: `2026-11`. */
export function isMonth(name: string): boolean {
  return month.test(name)
}

/** True for a path in such an archive: `archive/2026-11/inbox/coder/msg_1.json`, or the part after `archive/`. */
export function isInMonth(path: string): boolean {
  return monthFolder.test(path)
}
