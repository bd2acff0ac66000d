/** A file beside the journal with the texts of the events that arrived in one month. */
export interface Archive {
  /** Its name in the data folder. */
  readonly file: string
  /** `2026-03`, in UTC. */
  readonly month: string
  readonly state: 'moving' | 'closed' | 'returning' | 'returned'
  readonly bytes: number
  /** Absent: the file is missing or damaged. */
  readonly events?: number
}

/** An archive that was just written. */
export interface WrittenArchive {
  readonly file: string
  readonly month: string
  readonly events: number
}

/** What the journal has of a month, in UTC; `bytes` is the size of the texts. */
export interface MonthSize {
  readonly month: string
  readonly events: number
  readonly bytes: number
}

/** A copy of the journal in the data folder: a backup, a journal that was replaced, or an archive. */
export interface JournalCopy {
  readonly file: string
  readonly bytes: number
  /** False: it may be damaged, so nothing can be removed from it. */
  readonly isReadable: boolean
  /** It has a month of other workspaces, too, which is nowhere else: it is never deleted, only written again. */
  readonly isArchive: boolean
}

/** One of the daily backups. */
export interface BackupFile {
  readonly file: string
  /** When it was made, ms. */
  readonly at: number
  readonly bytes: number
}
