import { monotonicFactory } from 'ulid'
import type { Actor } from '../../../core/approval.ts'
import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, LinkContext, Permit } from '../../../core/protocol.ts'
import type { IrcConnection } from '../irc/connection.ts'
import type { Said } from '../irc/happening.ts'
import { keyOf } from '../pure/agents.ts'
import { formatDraft, formatEnvelope } from '../pure/draft.ts'
import { newEnvelopeTo } from '../pure/envelope.ts'
import { nickOf } from '../pure/events.ts'
import type { AddressForm } from '../pure/mention.ts'
import type { Prefix } from '../pure/size.ts'

/** What the publisher needs of its link. */
interface PublisherOptions {
  readonly context: LinkContext
  readonly connection: IrcConnection
  /** `host:port`, for the record of the gate. */
  readonly place: string
  /** How nicks are addressed in a channel, as far as it was seen. */
  formIn(channel: string): AddressForm | undefined
  /** A line of ours that the server will not send back. */
  heard(said: Said): void
}

/** Our user and host until the server has shown them: no shorter than what it will show. */
export const widestMask = { user: `~${'x'.repeat(10)}`, host: 'x'.repeat(63) }
const spoken = /^(PRIVMSG|NOTICE) (\S+) :(.*)$/su

/** Everything that we say on a network goes out here, through the gate. */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #ulid = monotonicFactory()
  #mask: { readonly user: string; readonly host: string } | undefined

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** The server showed who we are. */
  shown(user: string, host: string): void {
    if (user !== '' && host !== '') this.#mask = { user, host }
  }

  /** A name for an envelope, greater than every one before. */
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

  /** Sends a formatted line. Resolves when the server has taken it. */
  async send(wire: string, actor: Actor): Promise<Result<void>> {
    const [, command, target, text] = spoken.exec(wire) ?? []
    if (command === undefined || target === undefined || text === undefined)
      return fail('invalid', 'This is no message to a channel or a nick.', { field: 'text' })
    const sent = await this.#perform(wire, target, actor, undefined, () => this.#options.connection.send(wire, { target }))
    if (!sent.ok || this.#isEchoed) return sent
    this.#options.heard(this.#own(command === 'NOTICE' ? 'NOTICE' : 'PRIVMSG', target, text))
    return sent
  }

  /** Publishes an envelope. @returns its id. */
  async publish(
    {
      type,
      to = [],
      payload,
      place,
    }: { readonly type: string; readonly to?: readonly string[]; readonly payload: unknown; readonly place: string },
    actor: Actor,
    id: string = this.newId(),
  ): Promise<Result<{ readonly id: string }>> {
    const { context, connection } = this.#options
    const envelope = newEnvelopeTo(type, connection.nick, to, payload, { now: context.now, newId: () => id })
    const line = formatEnvelope(envelope, place, this.prefix)
    if (!line.ok) return line
    const sent = await this.send(line.value.wire, actor)
    return sent.ok ? ok({ id: envelope.id }) : sent
  }

  /** Sends a line of the console as it is. */
  raw(line: string, actor: Actor, confirmed: Confirmation | undefined): Promise<Result<void>> {
    return this.#perform(line, 'the server', actor, confirmed, () => this.#options.connection.send(line))
  }

  /** Joins or leaves, as the operator asked. */
  enter(line: string, channel: string, actor: Actor, run: () => Promise<Result<void>>): Promise<Result<void>> {
    return this.#perform(line, channel, actor, undefined, run)
  }

  get #isEchoed(): boolean {
    return this.#options.connection.hasCap('echo-message')
  }

  #perform(
    exact: string,
    target: string,
    actor: Actor,
    confirmed: Confirmation | undefined,
    run: (permit: Permit) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const { context, place } = this.#options
    return context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: `${place} ${target}`, exact },
        question: `${actor.name} asks to send to ${target} on ${place}`,
        ...(confirmed !== undefined && { confirmed }),
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
