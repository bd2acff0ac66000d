import { systemActor, type Actor } from '../../core/approval.ts'
import type { Anchor, Event, NewEvent } from '../../core/event.ts'
import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { HaltHook, LinkContext, LinkDriver } from '../../core/protocol.ts'
import { appendText } from '../../io/append.ts'
import { archiveChat, archivePath, finishArchiving, hasUnfinishedArchive } from './archive.ts'
import { WorkplaceWatch } from './workplace-watch.ts'
import { ChatFollow } from './follow.ts'
import { KnownEvents } from './known.ts'
import { inWorkplace } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { haltLines } from './pure/halt-lines.ts'
import { chatFile } from './pure/place.ts'
import { chatStateSchema, mostArchives } from './state.ts'
import type { ChatState } from './state.ts'

type ActResult = Result<{ readonly text: string }>

/** The running link of one `chat.md`: follows it and the files next to it, sends, archives. */
export class ChatLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #config: ChatConfig
  readonly #path: string
  readonly #follow: ChatFollow
  readonly #workplace: WorkplaceWatch
  readonly #known: KnownEvents
  #archives: NonNullable<ChatState['archives']>
  /** The archive run in progress, started by the operator or at the start. */
  #archiving: Promise<unknown> | undefined

  constructor(context: LinkContext, config: ChatConfig) {
    this.#context = context
    this.#config = config
    this.#path = inWorkplace(config, chatFile)
    const parsed = chatStateSchema.safeParse(context.saved)
    const saved = parsed.success ? parsed.data : undefined
    this.#archives = saved?.archives ?? []
    this.#known = new KnownEvents(saved?.known ?? [])
    const emit = (events: readonly NewEvent[]): void => this.#emit(events)
    const root = context.workspacePath
    this.#follow = new ChatFollow({ root, path: this.#path, poll: config.poll, saved, context, emit, status: context.status })
    this.#workplace = new WorkplaceWatch({ root, config, known: this.#known, context, emit })
  }

  start(): void {
    this.#follow.start()
    this.#workplace.start()
    this.#archiving = this.#finishArchiving()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#follow.stop(), this.#workplace.stop(), this.#archiving])
  }

  async send(wire: string, actor: Actor): Promise<Result<void>> {
    const sent = await this.#context.gate.perform(
      {
        actor,
        effect: { kind: 'append', target: this.#path, exact: wire },
        question: `${actor.name} asks to write to ${this.#path}`,
      },
      (permit) => appendText(permit, this.#context.workspacePath, this.#path, wire),
    )
    this.#follow.kick()
    return sent.ok ? ok(undefined) : sent
  }

  readonly halt: HaltHook = { preview: (order) => haltLines(order, this.#path) }

  /** An archived line is in the archive of its generation. */
  anchorOf({ wireId, raw }: Event): Anchor | undefined {
    const { anchor } = raw
    if (anchor?.path !== this.#path || anchor.line === undefined) return undefined
    const generation = Number(wireId.split(':', 1)[0])
    const found = this.#archives.find((one) => one.generation === generation)
    if (found === undefined) return undefined
    const line = anchor.line + found.linesAbove
    return { label: `${found.path.slice(found.path.lastIndexOf('/') + 1)}:${line}`, path: found.path, line }
  }

  async act(act: string, actor: Actor): Promise<ActResult> {
    if (act === 'archive') return this.#archive(actor)
    if (act === 'earlier') {
      if (!this.#follow.hasEarlier) return ok({ text: 'All lines of the file are loaded.' })
      this.#follow.resume()
      return ok({ text: 'Loading earlier lines.' })
    }
    if (act === 'cancel') {
      if (!this.#follow.hasEarlier) return ok({ text: 'No earlier lines are being loaded.' })
      await this.#follow.pause()
      return ok({ text: 'Stopped loading earlier lines. Use “Load earlier” to continue.' })
    }
    return fail('unsupported', `chat.md has no action “${act.slice(0, 40)}”.`)
  }

  async #archive(actor: Actor): Promise<ActResult> {
    if (this.#follow.isBusy) return fail('conflict', 'chat.md is still being read. Archive it when its status says “caught up”.')
    const now = this.#context.now()
    const target = archivePath(this.#config, now)
    const work = this.#context.gate.perform(
      {
        actor,
        effect: { kind: 'move', target: this.#path, exact: `move the lines of ${this.#path} to the end of ${target}` },
        question: `${actor.name} asks to archive ${this.#path}`,
      },
      (permit) => {
        const restarted = this.#follow.expectRestart(`Archived to ${target}; chat.md starts empty again.`)
        return archiveChat(permit, this.#context.workspacePath, this.#config, now, restarted)
      },
    )
    const { generation } = this.#follow.state()
    this.#archiving = work
    const done = await work
    this.#follow.expectNothing()
    this.#follow.kick()
    if (!done.ok) return done
    const { bytes, linesAbove } = done.value
    if (bytes === 0) return ok({ text: 'chat.md is empty: nothing to archive.' })
    this.#archives = [...this.#archives, { generation, path: target, linesAbove }].slice(-mostArchives)
    this.#emit([])
    return ok({ text: `Moved ${bytes.toLocaleString('en-US')} bytes to ${target}.` })
  }

  /** Finishes an archive run that a crash interrupted, before anything else. */
  async #finishArchiving(): Promise<void> {
    const root = this.#context.workspacePath
    try {
      if (!(await hasUnfinishedArchive(root, this.#config))) return
      const done = await this.#context.gate.perform(
        {
          actor: systemActor,
          effect: {
            kind: 'move',
            target: this.#path,
            exact: `move the rest of an interrupted archive of ${this.#path} to ${inWorkplace(this.#config, 'memory')}`,
            why: 'You archived it, and Patchbay stopped before archiving was complete.',
          },
          question: `Finish archiving ${this.#path}?`,
        },
        (permit) => finishArchiving(permit, root, this.#config),
      )
      if (!done.ok) this.#context.log('an interrupted archive could not be finished', { fault: done.fault, level: 'warn' })
    } catch (thrown) {
      this.#context.log('an interrupted archive could not be finished', { reason: reasonOf(thrown), level: 'error' })
    }
  }

  #emit(events: readonly NewEvent[]): void {
    const state: ChatState = { v: 1, ...this.#follow.state(), archives: [...this.#archives], known: this.#known.saved() }
    this.#context.emit(events, state)
  }
}
