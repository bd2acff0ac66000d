import { resolve } from 'node:path'
import type { Gate } from '../../../core/protocol.ts'
import { appendText } from '../../../io/append.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { FileTail } from '../../../io/tail/file-tail.ts'
import type { TailCondition, TailSink } from '../../../io/tail/tail-types.ts'
import { chatFile, workplace } from '../pure/place.ts'
import { MessagePrinter } from './message-printer.ts'
import { complain, complainOf, printJsonBytes } from '../../../io/standard-streams.ts'

const chunkBytes = 1024 * 1024
const settleMs = 1_000
const path = `${workplace}/${chatFile}`

/** `patchbay tail`: prints until the end (`--once`) or until interrupted. Exit code 0: done; 1: failed, with the reason on stderr. */
export async function tail(
  dir: string,
  options: { readonly fromStart?: boolean; readonly once?: boolean; readonly create?: boolean; readonly poll?: boolean },
  gate: Gate,
): Promise<number> {
  const root = resolve(dir)
  const ready = await prepare(root, dir, options.create === true, gate)
  if (!ready) return 1
  return new Promise((done) => {
    const follower = new PrintingSink(root, options, done)
    const stop = (): void => void follower.finish(0)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    follower.start()
  })
}

async function prepare(root: string, dir: string, create: boolean, gate: Gate): Promise<boolean> {
  const folder = await lstatInside(root, workplace)
  if (!folder.ok) {
    complainOf(folder.fault)
    return false
  }
  if (folder.value === undefined && !create) {
    complain(`${dir} has no ${workplace} folder; use --create to create it.`)
    return false
  }
  if (!create) return true
  const file = await lstatInside(root, path)
  if (!file.ok || file.value !== undefined) return true
  const made = await gate.perform(
    {
      actor: { kind: 'operator', name: 'operator' },
      effect: { kind: 'append', target: path, exact: '' },
      question: `Create ${path}?`,
      folder: root,
    },
    (permit) => appendText(permit, root, path, ''),
  )
  if (!made.ok) complainOf(made.fault)
  return made.ok
}

/** Prints what the tail reads. */
class PrintingSink implements TailSink {
  readonly #once: boolean
  readonly #done: (code: number) => void
  readonly #tail: FileTail
  #printer: MessagePrinter
  #settle: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()
  #isFinished = false
  /** These bytes were in the file before we started: an unfinished line at the end is not printed until it grows. */
  #isBefore: boolean

  constructor(
    root: string,
    options: { readonly fromStart?: boolean; readonly once?: boolean; readonly poll?: boolean },
    done: (code: number) => void,
  ) {
    this.#once = options.once === true
    this.#isBefore = options.fromStart !== true
    this.#done = done
    this.#printer = this.#printerAt({ offset: 0, line: 1 })
    this.#tail = new FileTail(
      {
        root,
        path,
        poll: options.poll === true,
        chunkBytes,
        once: this.#once,
        now: Date.now,
        ...(options.fromStart === true ? {} : { skip: { above: 0, window: 0, begins: () => true, onlyFirst: true } }),
      },
      this,
    )
  }

  start(): void {
    this.#tail.start()
  }

  async finish(code: number): Promise<void> {
    if (this.#isFinished) return
    this.#isFinished = true
    clearTimeout(this.#settle)
    await this.#tail.stop()
    await this.#written
    this.#done(code)
  }

  bytes(chunk: Buffer, _offset: number, more: boolean): void {
    clearTimeout(this.#settle)
    this.#print(this.#printer.push(chunk))
    if (this.#isBefore) this.#printer.ignoreUnfinished()
    this.#isBefore &&= more
    if (!more && this.#printer.unfinished) this.#settle = setTimeout(() => this.#print(this.#printer.settle()), settleMs)
  }

  restarted(): void {
    clearTimeout(this.#settle)
    this.#printer = this.#printerAt({ offset: 0, line: 1 })
  }

  /** Lines from before the start are never printed, so the gap is not read. */
  skipped(_from: number, to: number, newlines: number): void {
    this.#printer = this.#printerAt({ offset: to, line: this.#printer.line + newlines })
  }

  condition(condition: TailCondition): void {
    if (condition.is === 'fault') complainOf(condition.fault)
    else this.#isBefore = false
    if (!this.#once) return
    if (condition.is === 'following') this.#print(this.#printer.settle())
    void this.finish(condition.is === 'fault' ? 1 : 0)
  }

  broken(thrown: unknown): void {
    complain(`this is a bug: ${String(thrown)}`)
    void this.finish(1)
  }

  #print(text: string | Uint8Array): void {
    if (text.length > 0) this.#written = printJsonBytes(text)
  }

  #printerAt(at: { readonly offset: number; readonly line: number }): MessagePrinter {
    return new MessagePrinter(at, () => new Date().toISOString(), complain)
  }
}
