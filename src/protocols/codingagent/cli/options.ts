import { InvalidArgumentError } from 'commander'

/** What `--yes` applies without asking: files (everything except RUN_COMMAND), or all. */
export type Yes = 'files' | 'all'

export interface HomeOptions {
  /** Folder that contains `inbox/`, `outbox/` and `sessions/`. */
  readonly home: string
}
export interface ResumeOptions extends HomeOptions {
  readonly workspace?: string
  readonly yes?: Yes
  readonly once?: boolean
}
export interface ApplyOptions extends HomeOptions {
  readonly yes?: Yes
  readonly dryRun?: boolean
}

/** Parses the value of `--yes`. */
export function yesOption(text: string): Yes {
  if (text === 'files' || text === 'all') return text
  throw new InvalidArgumentError('It must be files or all.')
}
