/** The folder of a link. Everything in it is named relative to its parent. */
export const switchboardFolder = '.switchboard'

/** Folders of `.switchboard/` that contain one folder per agent. `ledger` is ours; other programs do not read it. */
export type AgentFolders = 'inbox' | 'archive' | 'outbox' | 'ledger'

/** A path in `.switchboard/`, relative to its parent. */
export function inSwitchboard(...parts: readonly string[]): string {
  return [switchboardFolder, ...parts].join('/')
}

/** The agent of a folder: the last part of `coder`, or of `2026-11/inbox/coder` in another program's archive. */
export function agentOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** `msg_1.json`, `msg_1-2.json`, `msg_1-3.json` … */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`)
}

/** The folder of a mailbox file. */
export function folderOf(file: string): string {
  return file.split('/').at(-2) ?? ''
}

/** A file that this process writes to an agent's folder. */
export interface OwnFile {
  readonly kind: AgentFolders
  readonly folder: string
  readonly name: string
}

/** Notified of files that this process writes, so watching need not find them. */
export interface OwnFiles<C> {
  /** Called before a file gets its name. */
  writing(file: OwnFile): void
  /** Called after that. `change`: what the file contains; undefined if it did not get its name. */
  wrote(file: OwnFile, change: C | undefined): void
}
