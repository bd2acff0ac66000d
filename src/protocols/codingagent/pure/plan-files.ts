import { limits } from '../../../core/limits.ts'
import { summaries } from './results.ts'
import { pathKey } from './workspace-path.ts'

/** A file that can be replaced and deleted, but not shown or edited: it is not text, or too large. */
export interface Opaque {
  readonly what: 'binary' | 'too large'
  readonly bytes: number
  readonly hash: string
}

/** What is at a path of the workspace now. `why` is the summary of a result: outside, a folder, far too large. */
export type FileLook =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly text: string; readonly hash: string; readonly isReadOnly?: boolean }
  | ({ readonly kind: 'opaque'; readonly isReadOnly?: boolean } & Opaque)
  | { readonly kind: 'refused'; readonly why: string }

/** A file version that an outbox showed. `text` is absent if only its hash was kept. */
export interface ShownFile {
  readonly hash: string
  readonly text?: string
}

/** One file while a reply is planned. */
export interface PlannedFile {
  /** The contents after the steps so far; undefined: there is no such file, or it is opaque. */
  text: string | undefined
  readonly opaque: Opaque | undefined
  readonly refused: string | undefined
  /** Why it can be read but not changed. */
  readonly locked: string | undefined
  /** The contents that the LLM assumes after all of its commands so far; undefined: unknown. */
  seen: string | undefined
  /** The contents it assumed before the first of them. */
  readonly shown: string | undefined
  /** It is not the version that was shown, and none of the steps has replaced all of it. */
  isStale: boolean
  /** Neither an outbox nor this reply contains it. */
  isUnseen: boolean
}

/** The workspace as it will be after each step. Nothing is read twice, so all steps are planned on the same state of the disk. */
export class PlannedFiles {
  readonly #look: (path: string) => FileLook
  readonly #shown: ReadonlyMap<string, ShownFile>
  readonly #caseInsensitive: boolean
  readonly #files = new Map<string, PlannedFile>()
  readonly #folders = new Set<string>()
  readonly #spellings = new Map<string, string>()
  #room: number = limits.planChars

  constructor(look: (path: string) => FileLook, shown: ReadonlyMap<string, ShownFile>, caseInsensitive: boolean) {
    this.#look = look
    this.#shown = shown
    this.#caseInsensitive = caseInsensitive
  }

  /** The state of a path, read on first use. */
  file(path: string): PlannedFile {
    const key = this.#key(path)
    const known = this.#files.get(key)
    if (known !== undefined) return known
    const look = this.#look(path)
    const shown = this.#shown.get(path)
    const text = look.kind === 'file' ? look.text : undefined
    const isThere = look.kind === 'file' || look.kind === 'opaque'
    const isStale = isThere && shown !== undefined && shown.hash !== look.hash
    const seen = isStale ? shown.text : text
    const file: PlannedFile = {
      text,
      opaque: look.kind === 'opaque' ? { what: look.what, bytes: look.bytes, hash: look.hash } : undefined,
      refused: look.kind === 'refused' ? look.why : undefined,
      locked: isThere && look.isReadOnly === true ? summaries.readOnly(path) : undefined,
      seen,
      shown: seen,
      isStale,
      isUnseen: look.kind === 'file' && shown === undefined,
    }
    this.#files.set(key, file)
    return file
  }

  /** A step writes the whole file and creates its folders. */
  replace(path: string, text: string): void {
    const file = this.file(path)
    this.#files.set(this.#key(path), { ...file, text, opaque: undefined, seen: text, shown: text, isStale: false, isUnseen: false })
    for (const folder of foldersOf(path)) this.#folders.add(this.#key(folder))
  }

  /** A step deletes the file. */
  remove(path: string): void {
    this.#files.set(this.#key(path), {
      ...this.file(path),
      text: undefined,
      opaque: undefined,
      seen: undefined,
      shown: undefined,
      isStale: false,
      isUnseen: false,
    })
  }

  /** Why an earlier step leaves no place for such a file. */
  blocked(path: string): string | undefined {
    if (this.#folders.has(this.#key(path))) return `Path '${path}' is a folder after the commands before`
    const file = foldersOf(path).find((folder) => isFile(this.#files.get(this.#key(folder))))
    return file === undefined ? undefined : `Path '${path}' cannot be: '${file}' is a file`
  }

  /** Another spelling of the same path in this reply that differs only in case. */
  twin(path: string): string | undefined {
    const key = pathKey(path, true)
    const first = this.#spellings.get(key) ?? path
    this.#spellings.set(key, first)
    return first === path ? undefined : first
  }

  /** Takes from the amount of text that one plan may hold and search; false when it is used up. */
  spend(chars: number): boolean {
    if (chars > this.#room) return false
    this.#room -= chars
    return true
  }

  #key(path: string): string {
    return pathKey(path, this.#caseInsensitive)
  }
}

function isFile(one: PlannedFile | undefined): boolean {
  return one?.text !== undefined || one?.opaque !== undefined
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
