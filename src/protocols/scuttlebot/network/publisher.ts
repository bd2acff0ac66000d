import { monotonicFactory } from 'ulid'
import type { Actor } from '../../../core/approval.ts'
import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { DuringHalt } from '../../../core/halt.ts'
import type { Confirmation, LinkContext, Permit } from '../../../core/protocol.ts'
import type { IrcConnection } from '../irc/connection.ts'
import type { Said } from '../irc/happening.ts'
import { keyOf } from '../pure/agents.ts'
import { formatDraft, formatEnvelope } from '../pure/draft.ts'
import { newEnvelope } from '../pure/envelope.ts'
import { nickOf } from '../pure/events.ts'
import type { AddressForm } from '../pure/mention.ts'
import type { Prefix } from '../pure/size.ts'
import { ulidTime } from '../../../core/ulid.ts'

/** What the publisher needs from its link. */
interface PublisherOptions {
  readonly context: LinkContext
  readonly connection: IrcConnection
  /** `host:port`, for the gate's record. */
  readonly place: string
  /** How nicks are addressed in a channel, if that is known. */
  formIn(channel: string): AddressForm | undefined
  /** A line of ours that the server will not echo. */
  heard(said: Said): void
}

/** An envelope and where to publish it. */
interface Addressed {
  readonly type: string
  readonly to?: readonly string[]
  readonly payload: unknown
  readonly place: string
}

/** Lines that were previewed but not sent. */
const mostPreviews = 64

/** Placeholders for our user and host until the server reports them: at least as long as the real ones. */
export const widestMask = { user: `~${'x'.repeat(10)}`, host: 'x'.repeat(63) }
const spoken = /^(PRIVMSG|NOTICE) (\S+) :(.*)$/su

/** Sends everything that we publish on a network, through the gate. */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #ulid = monotonicFactory()
  /** Previewed lines and their inputs, by the id reserved for each. */
  readonly #previews = new Map<string, string>()
  #mask: { readonly user: string; readonly host: string } | undefined

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** The server reported our user and host. */
  shown(user: string, host: string): void {
    if (user !== '' && host !== '') this.#mask = { user, host }
  }

  /** An envelope id greater than all previous ones. */
  newId(): string {
    return this.#ulid(this.#options.context.now())
  }

  get prefix(): Prefix {
    return { nick: this.#options.connection.nick, ...(this.#mask ?? widestMask) }
  }

  format(draft: Draft, id: string): Result<WirePreview> {
    const { context, connection, formIn } = this.#options
    const us = { nick: connection.nick, operator: context.operator() }
    return formatDraft(draft, { prefix: this.prefix, id, nickOf: (name) => nickOf(name, us), formIn })
  }

  /** Sends a formatted line. Resolves when the server has accepted it. */
  async send(wire: string, actor: Actor, duringHalt?: DuringHalt): Promise<Result<void>> {
    const [, command, target, text] = spoken.exec(wire) ?? []
    if (command === undefined || target === undefined || text === undefined)
      return fail('invalid', 'This is not a message to a channel or nick.', { field: 'text' })
    const sent = await this.#perform(wire, target, actor, { duringHalt }, () => this.#options.connection.send(wire, { target }))
    if (!sent.ok || this.#isEchoed) return sent
    this.#options.heard(this.#own(command === 'NOTICE' ? 'NOTICE' : 'PRIVMSG', target, text))
    return sent
  }

  /**
   * The exact line of an envelope, stored under an id until it is sent. `id`: an earlier one, if the operator has changed the envelope since.
   * @param about the state it was made from besides the envelope: if that changes, the line is not sent
   */
  preview(envelope: Addressed, about: string, id = ''): Result<WirePreview & { readonly id: string }> {
    const kept = this.#previews.has(id) ? id : this.newId()
    const line = this.lineOf(envelope, kept)
    if (!line.ok) return line
    this.#previews.delete(kept)
    this.#previews.set(kept, `${about} ${line.value.wire}`)
    const [oldest] = this.#previews.keys()
    if (this.#previews.size > mostPreviews && oldest !== undefined) this.#previews.delete(oldest)
    return ok({ ...line.value, id: kept })
  }

  /** Publishes exactly what `preview` showed under this id, one time; a fault if it would differ by now. */
  async publishShown(envelope: Addressed, about: string, actor: Actor, id: string): Promise<Result<{ readonly id: string }>> {
    const shown = this.#previews.get(id)
    const line = this.lineOf(envelope, id)
    if (!line.ok) return line
    if (shown !== `${about} ${line.value.wire}`)
      return fail('conflict', 'This has changed since you saw it, so nothing was sent. Review it again.')
    this.#previews.delete(id)
    const sent = await this.send(line.value.wire, actor)
    if (!sent.ok) this.#previews.set(id, shown)
    return sent.ok ? ok({ id }) : sent
  }

  /** Publishes an envelope. @returns its id. */
  async publish(
    envelope: Addressed,
    actor: Actor,
    id: string = this.newId(),
    duringHalt?: DuringHalt,
  ): Promise<Result<{ readonly id: string }>> {
    const line = this.lineOf(envelope, id)
    if (!line.ok) return line
    const sent = await this.send(line.value.wire, actor, duringHalt)
    return sent.ok ? ok({ id }) : sent
  }

  /** The exact line of an envelope under an id. */
  lineOf({ type, to = [], payload, place }: Addressed, id: string): Result<WirePreview> {
    const source = { now: () => ulidTime(id) ?? this.#options.context.now(), newId: () => id }
    return formatEnvelope(newEnvelope(type, this.#options.connection.nick, to, payload, source), place, this.prefix)
  }

  /** Sends a line of the console unchanged. */
  raw(line: string, actor: Actor, confirmed: Confirmation | undefined): Promise<Result<void>> {
    return this.#perform(line, 'the server', actor, { confirmed }, () => this.#options.connection.send(line))
  }

  /** Joins or leaves, at the operator's request. */
  enter(line: string, channel: string, actor: Actor, run: () => Promise<Result<void>>): Promise<Result<void>> {
    return this.#perform(line, channel, actor, line.startsWith('PART ') ? { duringHalt: 'leave' } : {}, run)
  }

  get #isEchoed(): boolean {
    return this.#options.connection.hasCap('echo-message')
  }

  #perform(
    exact: string,
    target: string,
    actor: Actor,
    { confirmed, duringHalt }: { readonly confirmed?: Confirmation | undefined; readonly duringHalt?: DuringHalt | undefined },
    run: (permit: Permit) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const { context, place } = this.#options
    return context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: `${place} ${target}`, exact },
        question: `${actor.name} asks to send to ${target} on ${place}`,
        ...(confirmed !== undefined && { confirmed }),
        ...(duringHalt !== undefined && { duringHalt }),
      },
      run,
    )
  }

  #own(command: Said['command'], target: string, text: string): Said {
    const { nick, user, host } = this.prefix
    const raw = `:${nick}!${user}@${host} ${command} ${target} :${text}`
    const isToUs = keyOf(target) === keyOf(nick)
    return { kind: 'said', command, nick, user, host, target, text, raw, badBytes: 0, isReplay: isToUs, isOwn: true }
  }
}
