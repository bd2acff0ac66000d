import type { Actor } from '../../core/approval.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { NewEvent } from '../../core/event.ts'
import type { LinkContext, LinkDriver } from '../../core/protocol.ts'
import { appendText } from '../../io/append.ts'
import { ChatFollow } from './follow.ts'
import { chatFile, inWorkplace } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { chatStateSchema } from './state.ts'
import type { ChatState } from './state.ts'

/** The running link of one `chat.md`: follows it and what lies beside it, sends, archives. */
export class ChatLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #path: string
  readonly #follow: ChatFollow

  constructor(context: LinkContext, config: ChatConfig) {
    this.#context = context
    this.#path = inWorkplace(config, chatFile)
    const saved = chatStateSchema.safeParse(context.saved)
    this.#follow = new ChatFollow({
      root: context.workspacePath,
      path: this.#path,
      poll: config.poll,
      saved: saved.success ? saved.data : undefined,
      context,
      emit: (events) => this.#emit(events),
      status: (status) => context.status(status),
    })
  }

  start(): void {
    this.#follow.start()
  }

  async stop(): Promise<void> {
    await this.#follow.stop()
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

  async act(act: string, actor: Actor): Promise<Result<{ readonly text: string }>> {
    if (act === 'earlier') {
      if (!this.#follow.hasEarlier) return ok({ text: 'Every line of the file is here.' })
      this.#follow.resume()
      return ok({ text: 'Reading earlier lines.' })
    }
    if (act === 'cancel') {
      await this.#follow.pause()
      return ok({ text: 'Stopped reading earlier lines. “Load earlier” goes on.' })
    }
    return fail('unsupported', `chat.md has no act “${act.slice(0, 40)}” for ${actor.name}.`)
  }

  #emit(events: readonly NewEvent[]): void {
    const state: ChatState = { v: 1, ...this.#follow.state(), known: [] }
    this.#context.emit(events, state)
  }
}
