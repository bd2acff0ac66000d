import { createHash } from 'node:crypto'
import type { EventBody, NewEvent } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import type { LinkContext } from '../../core/protocol.ts'
import { reasonOf } from '../../core/fault.ts'
import type { Fault } from '../../core/fault.ts'
import { readStart } from '../../io/read-start.ts'
import { FolderWatch } from '../../io/watch-folder.ts'
import type { FolderChange } from '../../io/watch-folder.ts'
import { readAgentFile } from './agents-file.ts'
import type { KnownEvents } from './known.ts'
import { inWorkplace } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { readProcessStatus } from './pure/process-status.ts'

const statusFile = 'process-status.json'
/** Number of agent files stored as one batch, so that the screen fills while thousands are read. */
const together = 100

export interface WorkplaceWatchOptions {
  readonly root: string
  readonly config: ChatConfig
  readonly known: KnownEvents
  readonly context: Pick<LinkContext, 'log' | 'now' | 'isWatched'>
  readonly emit: (events: readonly NewEvent[]) => void
  readonly sweepMs?: number
}

/** Follows the files next to a chat file: `agents/*.md` become profiles, `process-status.json` becomes presence. */
export class WorkplaceWatch {
  readonly #options: WorkplaceWatchOptions
  readonly #watches: readonly FolderWatch[]
  /** Files that could not be parsed once; they may have been half written. */
  readonly #doubtful = new Map<string, string>()

  constructor(options: WorkplaceWatchOptions) {
    this.#options = options
    const { root, config, context } = options
    const watch = (folder: string, accepts: (name: string) => boolean, most: number): FolderWatch =>
      new FolderWatch({
        expected: options.known.names(folder).filter(accepts),
        root,
        folder,
        accepts,
        most,
        poll: config.poll,
        isShown: context.isWatched,
        changed: (changes) => this.#changed(folder, changes),
        problem: (problem) => this.#problem(folder, problem, most),
        broken: (thrown) => context.log('watching a folder failed', { folder, reason: reasonOf(thrown), level: 'error' }),
        ...(options.sweepMs === undefined ? {} : { sweepMs: options.sweepMs }),
      })
    this.#watches = [
      watch(inWorkplace(config, 'agents'), (name) => /\.md$/iu.test(name), limits.agentsListed),
      watch(inWorkplace(config), (name) => name === statusFile, limits.agentsListed),
    ]
  }

  start(): void {
    for (const watch of this.#watches) watch.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.stop()))
  }

  async #changed(folder: string, changes: readonly FolderChange[]): Promise<readonly string[]> {
    const again: string[] = []
    for (let from = 0; from < changes.length; from += together) {
      const events: NewEvent[] = []
      for (const change of changes.slice(from, from + together)) {
        const path = `${folder}/${change.name}`
        if (change.gone) events.push(...this.#gone(path))
        else {
          const read = await this.#read(path, change.name)
          events.push(...read.events)
          if (read.again) again.push(change.name)
        }
      }
      if (events.length > 0) this.#options.emit(events)
    }
    return again
  }

  async #read(path: string, name: string): Promise<{ readonly events: NewEvent[]; readonly again: boolean }> {
    const file = await readStart(this.#options.root, path, limits.message + 1)
    if (!file.ok) return file.fault.code === 'not-found' ? { events: [], again: false } : this.#failed(path, '', 0, file.fault)
    const { bytes, size, mtimeMs } = file.value
    const text = bytes.toString('utf8')
    if (size > limits.message) {
      const message = `${path} has ${size} bytes, more than the limit of ${limits.message}; it was not read.`
      return this.#failed(path, text, mtimeMs, { code: 'too-large', message })
    }
    const parsed = name === statusFile ? readProcessStatus(text) : this.#profile(name, text)
    if (!parsed.ok) return this.#failed(path, text, mtimeMs, parsed.fault)
    this.#doubtful.delete(path)
    if (name !== statusFile) return { events: this.#news(path, path, text, mtimeMs, parsed.value[0]), again: false }
    return { events: this.#statuses(path, parsed.value, mtimeMs), again: false }
  }

  #profile(
    name: string,
    text: string,
  ): { readonly ok: true; readonly value: readonly EventBody[] } | { readonly ok: false; readonly fault: Fault } {
    const read = readAgentFile(name, text)
    return read.ok ? { ok: true, value: [read.value] } : read
  }

  #statuses(path: string, entries: readonly EventBody[], mtimeMs: number): NewEvent[] {
    const events = this.#cleared(path)
    const present = new Set<string>()
    for (const body of entries) {
      if (body.kind !== 'presence') continue
      const key = `status ${path} ${body.agent}`
      present.add(key)
      events.push(...this.#news(key, path, JSON.stringify(body), mtimeMs, body))
    }
    for (const key of this.#options.known.keys(`status ${path} `)) {
      if (!present.has(key)) events.push(...this.#forget(key, path, 'no longer listed in process-status.json'))
    }
    return events
  }

  /** Reports that a fault of this file is resolved. */
  #cleared(path: string): NewEvent[] {
    return this.#options.known.get(path) === undefined ? [] : this.#forget(path, path, 'readable again')
  }

  /** After the first failure the file is only read again: it may be half written. */
  #failed(path: string, text: string, mtimeMs: number, fault: Fault): { readonly events: NewEvent[]; readonly again: boolean } {
    const key = `${mtimeMs} ${fault.message}`
    if (this.#doubtful.get(path) !== key) {
      this.#doubtful.set(path, key)
      return { events: [], again: true }
    }
    const words = { ...fault, message: `${path.slice(path.lastIndexOf('/') + 1)}: ${fault.message}`.slice(0, 2_000) }
    return { events: this.#news(path, path, text, mtimeMs, { kind: 'fault', fault: words }), again: false }
  }

  #gone(path: string): NewEvent[] {
    this.#doubtful.delete(path)
    const keys = [...this.#options.known.keys(`status ${path} `), ...(this.#options.known.get(path) === undefined ? [] : [path])]
    return keys.flatMap((key) => this.#forget(key, path, 'the file was removed'))
  }

  #forget(key: string, path: string, words: string): NewEvent[] {
    const before = this.#options.known.get(key)
    this.#options.known.delete(key)
    if (before === undefined) return []
    const body: EventBody = { kind: 'comment', text: `${path}: ${words}` }
    return [{ wireId: `${before.wireId} gone`, supersedes: before.wireId, raw: rawOf(path, ''), body }]
  }

  /** The event, unless it repeats the previous one. It replaces the previous one. */
  #news(key: string, path: string, text: string, mtimeMs: number, body: EventBody | undefined): NewEvent[] {
    if (body === undefined) return []
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)
    const before = this.#options.known.get(key)
    if (before?.hash === hash) return []
    const wireId = `${key} ${mtimeMs} ${hash}`
    this.#options.known.set(key, { wireId, hash })
    const raw = rawOf(path, text)
    if (before === undefined) return [{ wireId, raw, body }]
    // A status is news; a definition replaces the previous one.
    if (body.kind === 'presence') return [{ wireId, raw, body: { ...body, after: before.wireId } }]
    return [{ wireId, supersedes: before.wireId, raw, body }]
  }

  #problem(folder: string, problem: { readonly fault?: Fault; readonly more: boolean }, most: number): void {
    const key = `problem ${folder}`
    const tooMany: Fault = { code: 'too-large', message: `${folder} contains more than ${most} entries; the rest are not shown.` }
    const fault = problem.more ? tooMany : problem.fault
    const events =
      fault === undefined
        ? this.#forget(key, folder, 'readable again')
        : this.#news(key, folder, '', this.#options.context.now(), { kind: 'fault', fault })
    if (events.length > 0) this.#options.emit(events)
  }
}

function rawOf(path: string, text: string): NewEvent['raw'] {
  const label = path.slice(path.lastIndexOf('/') + 1)
  return { text: text.slice(0, limits.message), anchor: { label, path } }
}
