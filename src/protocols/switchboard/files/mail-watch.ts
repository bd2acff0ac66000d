import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Fault } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import type { FolderFile } from '../../../io/folder-files.ts'
import { newerFilesInside } from '../../../io/folder-times.ts'
import type { FolderChange } from '../../../io/watch-folder.ts'
import { outcomeOf } from '../pure/outcome.ts'
import { isMarkerFile, isMessageFile } from '../pure/message.ts'
import { parseReceipt, parseResultFile } from '../pure/receipt.ts'
import { AgentWatch } from './agent-watch.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { KnownMail } from './known-mail.ts'
import { isThere, toMessage } from './read-mail.ts'
import type { MailFolders } from './mail-folders.ts'
import type { MailBox, MailboxChange, MailboxesOptions, StoredMessage, WatchOptions } from './mailbox-types.ts'
import { markOfName } from './marks.ts'
import { MonthWatches } from './month-watches.ts'
import { agentOf, inSwitchboard } from './paths.ts'
import type { AgentFolders, OwnFile, OwnFiles } from './paths.ts'
import { isReceiptFile } from './receipts.ts'

/** Files read before their messages are reported. */
const together = 64
/** A file unchanged for this long is complete, ms. */
const settleMs = 1_000
/** Number of messages whose file state is remembered. */
const mostReported = 1_000
/** Names that are reported before other work gets a turn. */
const breath = 1_000
const kinds = ['inbox', 'archive', 'outbox', 'ledger'] as const

export interface MailWatchParts {
  readonly options: MailboxesOptions
  readonly watch: WatchOptions
  readonly folders: MailFolders
  readonly dead: DeadLetters
  readonly known: KnownMail
  readonly tell: (change: MailboxChange) => void
  /** A message in an inbox was found. */
  readonly found: (stored: StoredMessage) => void
}

/**
 * Watches all folders of the mailboxes. A message is reported as soon as its file is complete JSON. Any other file is checked again, because it may still be
 * being written, and becomes a dead letter only if it stays unchanged.
 */
export class MailWatch implements OwnFiles<MailboxChange> {
  readonly #parts: MailWatchParts
  readonly #watches: ReadonlyMap<AgentFolders, AgentWatch>
  readonly #months: MonthWatches
  /** Files that did not contain a message at the last check, and since when they have been unchanged. */
  readonly #doubtful = new Map<string, { readonly stamp: string; readonly since: number }>()
  /** The stamps of the files of the messages reported last: this way a file that grows between check and read is seen again. */
  readonly #reported = new Map<string, string>()
  #waiting: number = kinds.length
  #stopped = false

  constructor(parts: MailWatchParts) {
    this.#parts = parts
    const { options, watch, tell } = parts
    const changed = (kind: AgentFolders) => (folder: string, changes: readonly FolderChange[]) => this.#changed(kind, folder, changes)
    const base = (kind: AgentFolders) => ({
      root: options.root,
      kind,
      poll: watch.poll ?? false,
      isShown: watch.isShown ?? (() => true),
      changed: changed(kind),
      problem: (folder: string, fault: Fault | undefined) => tell({ kind: 'problem', folder, ...(fault === undefined ? {} : { fault }) }),
      log: options.log,
    })
    const ready = (): void => {
      if (--this.#waiting === 0) tell({ kind: 'ready' })
    }
    this.#months = new MonthWatches({
      folder: { ...base('archive'), sweepMs: watch.sweepMs },
      began: () => {
        if (this.#waiting === 0) return () => undefined
        this.#waiting += 1
        return ready
      },
    })
    this.#watches = new Map(
      kinds.map((kind) => [
        kind,
        new AgentWatch({
          ...base(kind),
          sweepMs: watch.sweepMs,
          appeared: (name) => {
            parts.folders.forget()
            if (kind === 'archive' && !this.#stopped) this.#months.follow(name)
          },
          ready,
        }),
      ]),
    )
    for (const each of this.#watches.values()) each.start()
  }

  /** Starts a pass over all folders now. */
  kick(): void {
    for (const watch of this.#watches.values()) watch.kick()
    this.#months.kick()
  }

  /** This process is about to write a file, so watching need not find it. */
  writing({ kind, folder, name }: OwnFile): void {
    if (!this.#stopped) this.#watches.get(kind)?.of(folder).writing(name)
  }

  /** Ends `writing`: the written file is reported immediately. Undefined: nothing was written. */
  wrote({ kind, folder, name }: OwnFile, change: MailboxChange | undefined): void {
    if (this.#stopped) return
    const { known, tell } = this.#parts
    if (change?.kind === 'message') known.learn(change.stored)
    if (change !== undefined) tell(change)
    void this.#watches
      .get(kind)
      ?.of(folder)
      .wrote(name, change !== undefined)
  }

  async close(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#watches.values(), this.#months].map((watch) => watch.stop()))
  }

  async #changed(kind: AgentFolders, folder: string, changes: readonly FolderChange[]): Promise<readonly string[]> {
    const again: string[] = []
    const present: string[] = []
    for (const { name, gone } of changes) {
      if (gone) this.#gone(kind, folder, name)
      else if (kind === 'ledger') this.#mark(folder, name)
      else present.push(name)
    }
    const unread = await this.#tellOld(kind, folder, present)
    for (let from = 0; from < unread.length && !this.#stopped; from += together) {
      again.push(...(await this.#read(kind, folder, unread.slice(from, from + together))))
    }
    return again
  }

  /** Reports archived files of an earlier run by their names. Returns the others. */
  async #tellOld(kind: AgentFolders, folder: string, names: readonly string[]): Promise<readonly string[]> {
    const { watch, options, known, tell } = this.#parts
    if (kind !== 'archive' || watch.readArchiveSince === undefined || this.#waiting === 0) return names
    const newer = await newerFilesInside(options.root, inSwitchboard(kind, folder), names, watch.readArchiveSince)
    if (!newer.ok) return names
    const unread = new Set(newer.value)
    for (const [index, name] of names.entries()) {
      if (unread.has(name) || !isMessageFile(name)) continue
      const file = inSwitchboard(kind, folder, name)
      const archived = { agent: agentOf(folder), id: known.idOf(file), file }
      known.learnName(archived)
      tell({ kind: 'archived', ...archived })
      if (index % breath === 0) await nextTurn()
    }
    return newer.value
  }

  /** Reads files and reports their contents. Returns those to read again. */
  async #read(kind: AgentFolders, folder: string, names: readonly string[]): Promise<string[]> {
    const files = await readFilesInside(this.#parts.options.root, inSwitchboard(kind, folder), names, limits.message)
    if (!files.ok) return files.fault.code === 'not-found' ? [] : [...names]
    const again: string[] = []
    for (const file of files.value) {
      if (this.#stopped || !isThere(file)) continue
      if (!this.#tellFile(kind, folder, file)) again.push(file.name)
    }
    return again
  }

  /** False if the file is not (yet) what its name says, and should be read again. */
  #tellFile(kind: AgentFolders, folder: string, file: FolderFile): boolean {
    const path = inSwitchboard(kind, folder, file.name)
    if (isMarkerFile(file.name) || isReceiptFile(file.name)) return this.#tellMarker(agentOf(folder), path, file)
    if ((kind !== 'inbox' && kind !== 'archive') || !isMessageFile(file.name)) return true
    return this.#tellMessage(kind, folder, path, file)
  }

  #tellMessage(box: MailBox, folder: string, path: string, file: FolderFile): boolean {
    const { dead, known, tell, found } = this.#parts
    const message = toMessage(box, folder, file)
    if (message.ok) {
      if (!this.#isNews(path, file)) return true
      this.#doubtful.delete(path)
      dead.remove(path)
      known.learn(message.value)
      tell({ kind: 'message', stored: message.value, earlier: this.#waiting > 0 })
      if (box === 'inbox') found(message.value)
      return true
    }
    if (!this.#isSettled(path, file)) return false
    const letter = {
      file: path,
      recipient: agentOf(folder),
      fault: message.fault,
      modifiedAt: file.modifiedAt,
      ...(file.text.ok ? { text: file.text.value } : {}),
    }
    if (dead.add(letter)) {
      this.#parts.options.log('a mailbox file is not a message', { file: path, fault: message.fault, level: 'warn' })
      tell({ kind: 'dead', letter })
    }
    return true
  }

  /** False if the file was reported in exactly this form. */
  #isNews(path: string, { size, modifiedAt }: FolderFile): boolean {
    const stamp = `${size}:${modifiedAt}`
    if (this.#reported.get(path) === stamp) return false
    this.#reported.delete(path)
    this.#reported.set(path, stamp)
    for (const oldest of this.#reported.keys()) {
      if (this.#reported.size <= mostReported) break
      this.#reported.delete(oldest)
    }
    return true
  }

  /** True if the file has not changed for a second: nobody is writing it. */
  #isSettled(path: string, file: FolderFile): boolean {
    const stamp = `${file.size}:${file.modifiedAt}`
    const now = this.#parts.options.now()
    const known = this.#doubtful.get(path)
    if (known?.stamp !== stamp) this.#doubtful.set(path, { stamp, since: now })
    else if (now - known.since >= settleMs) {
      this.#doubtful.delete(path)
      return true
    }
    return false
  }

  #tellMarker(agent: string, path: string, file: FolderFile): boolean {
    const { tell, options, known } = this.#parts
    const isResult = /\.result\.json$/i.test(file.name)
    if (!file.text.ok) return true
    if (isResult) {
      const result = parseResultFile(file.name, file.text.value)
      if (result.ok) known.learnOutcome(result.value.inReplyTo, outcomeOf(result.value))
      if (result.ok) tell({ kind: 'result', agent, file: path, result: result.value, at: file.modifiedAt })
      else if (!this.#isSettled(path, file)) return false
      else options.log('a result file cannot be read', { file: path, fault: result.fault, level: 'warn' })
      return true
    }
    const receipt = parseReceipt(file.text.value)
    if (receipt.ok) tell({ kind: 'receipt', agent, file: path, receipt: receipt.value })
    else if (!this.#isSettled(path, file)) return false
    else options.log('a receipt cannot be read', { file: path, fault: receipt.fault, level: 'warn' })
    return true
  }

  #mark(agent: string, name: string): void {
    const mark = markOfName(name)
    if (mark !== undefined) this.#parts.tell({ kind: 'mark', agent, ...mark, file: inSwitchboard('ledger', agent, name) })
  }

  #gone(kind: AgentFolders, folder: string, name: string): void {
    const path = inSwitchboard(kind, folder, name)
    this.#doubtful.delete(path)
    this.#reported.delete(path)
    if ((kind !== 'inbox' && kind !== 'archive') || !isMessageFile(name)) return
    const { dead, known, tell } = this.#parts
    dead.remove(path)
    const id = known.idOf(path)
    known.forget(path, agentOf(folder))
    tell({ kind: 'gone', box: kind, agent: agentOf(folder), id, file: path })
  }
}
