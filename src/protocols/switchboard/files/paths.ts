/** The folder that a link is about; everything below is named relative to the folder that holds it. */
export const switchboardFolder = '.switchboard'

/** Folders of `.switchboard/` that hold one folder per agent. `ledger` is ours; other programs do not look there. */
export type AgentFolders = 'inbox' | 'archive' | 'outbox' | 'ledger'

/** A path below `.switchboard/`, relative to the folder that holds it. */
export function inSwitchboard(...parts: readonly string[]): string {
  return [switchboardFolder, ...parts].join('/')
}
