/** The folder that a link is about; everything below is named relative to the folder that holds it. */
export const switchboardFolder = '.switchboard'

/** Folders of `.switchboard/` that hold one folder per agent. `ledger` is ours; other programs do not look there. */
export type AgentFolders = 'inbox' | 'archive' | 'outbox' | 'ledger'

/** A path below `.switchboard/`, relative to the folder that holds it. */
export function inSwitchboard(...parts: readonly string[]): string {
  return [switchboardFolder, ...parts].join('/')
}

/** Whose folder it is: the last part of `coder`, or of `2026-11/inbox/coder` where another program archived by month. */
export function agentOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** `msg_1.json`, `msg_1-2.json`, `msg_1-3.json` … */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`)
}

/** The folder that a mailbox file is in. */
export function folderOf(file: string): string {
  return file.split('/').at(-2) ?? ''
}

/** A file that this process writes to the folder of an agent. */
export interface OwnFile {
  readonly kind: AgentFolders
  readonly folder: string
  readonly name: string
}

/** Hears of the files that this process writes, so that nobody has to find them. */
export interface OwnFiles<C> {
  /** Before a file gets its name. */
  writing(file: OwnFile): void
  /** After that. `change`: what the file tells; undefined when it did not get its name. */
  wrote(file: OwnFile, change: C | undefined): void
}
