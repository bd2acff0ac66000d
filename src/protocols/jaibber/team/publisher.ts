import type { Actor } from '../../../core/approval.ts'
import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import type { LinkContext, MessageStamp, Permit } from '../../../core/protocol.ts'
import type { AblyConnection } from '../ably/connection.ts'
import { formatDraft } from '../pure/draft.ts'
import { namesOneAgent } from '../pure/halt-message.ts'
import { parseMessage } from '../pure/message.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { eventName, roomForText } from '../pure/size.ts'
import { splitText } from '../pure/split.ts'
import { nameThere } from '../pure/identity.ts'
import type { OwnIdentity } from '../pure/identity.ts'
import { channelOf } from '../pure/channel-names.ts'

interface PublisherParts {
  readonly context: Pick<LinkContext, 'gate' | 'operator' | 'newId'>
  readonly connection: Pick<AblyConnection, 'publish'>
  readonly place: string
  us(): OwnIdentity
  /** The id of a joined project, from its id or name. */
  projectOf(where: string): string | undefined
  /** Names that can be mentioned there. */
  names(project: string): readonly string[]
  /** It is about to be published, and may come back after a crash: remember that it is ours. */
  sending(message: JaibberMessage): void
  /** Ably accepted it: pass it to the server. */
  published(message: JaibberMessage): void
  /** Ably accepted it, as this data, and should send it back. */
  taken(message: JaibberMessage, data: unknown): void
}

/** Publishes the operator's messages through the gate. A message counts as confirmed when Ably sends it back. */
export class Publisher {
  readonly #parts: PublisherParts

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  format(draft: Draft, { id, answers }: Pick<MessageStamp, 'id' | 'answers'>): Result<WirePreview> {
    const { us, projectOf, names } = this.#parts
    const we = us()
    if (draft.from !== we.operator) return fail('invalid', `In this team you write as ${we.operator}.`, { field: 'from' })
    const sender = { from: we, id, projectOf, names, nameThere: (name: string) => nameThere(name, we) }
    return formatDraft(draft, { ...sender, ...(answers !== undefined && { answers }) })
  }

  /** Publishes the output of `format`. Resolves when Ably has accepted it. */
  async send(wire: string, actor: Actor): Promise<Result<void>> {
    const checked = this.#check(wire)
    if (!checked.ok) return checked
    const { message, data } = checked.value
    const { context, connection, place, sending, published, taken } = this.#parts
    const channel = channelOf(message.projectId)
    const sent = await context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: `${place} ${channel}`, exact: wire },
        question: `${actor.name} asks to send to ${message.projectId} on ${place}`,
      },
      // The connection may drop before we learn that Ably accepted it: a message sent again with the same id is accepted only once.
      (permit) => {
        sending(message)
        return connection.publish(permit, channel, { name: eventName, data, id: message.messageId })
      },
    )
    if (sent.ok) {
      // A server stores what people and agents say.
      if (message.type !== 'deregister') published(message)
      taken(message, data)
    }
    return sent
  }

  /** A long text as several messages that each fit. */
  split(project: string, text: string): Result<string[]> {
    const { context } = this.#parts
    const short = this.format({ from: context.operator(), to: [], observers: [], where: project, text: 'x' }, { id: context.newId() })
    if (!short.ok) return short
    const parts = splitText(text, roomForText(JSON.parse(short.value.wire) as object) - mentionsBytes)
    return ok(parts.filter((part) => part.trim() !== ''))
  }

  /** Sends texts in order until one is refused. @returns the ids of those sent, and the refusal; a fault if none was sent. */
  async sendParts(
    project: string,
    texts: readonly string[],
    actor: Actor,
  ): Promise<Result<{ readonly ids: string[]; readonly stopped?: Fault }>> {
    const { context } = this.#parts
    const ids: string[] = []
    for (const text of texts) {
      const draft: Draft = { from: context.operator(), to: [], observers: [], where: project, text }
      const wire = this.format(draft, { id: context.newId() })
      const sent = wire.ok ? await this.send(wire.value.wire, actor) : wire
      if (!sent.ok) {
        if (ids.length > 0) return ok({ ids, stopped: sent.fault })
        return fail(sent.fault.code, `Nothing was sent: ${sent.fault.message}`, { detail: sent.fault.detail })
      }
      const message = wire.ok ? parseMessage(JSON.parse(wire.value.wire) as unknown) : undefined
      if (message?.ok === true) ids.push(message.value.messageId)
    }
    return ok({ ids })
  }

  /** Publishes for an agent of this machine, which has already asked the gate. */
  publish(permit: Permit, message: JaibberMessage): Promise<Result<void>> {
    this.#parts.sending(message)
    return this.#parts.connection.publish(permit, channelOf(message.projectId), { name: eventName, data: message })
  }

  /** Checks a message once more before sending: it is ours, complete, and for a joined project. */
  #check(wire: string): Result<{ readonly message: JaibberMessage; readonly data: unknown }> {
    const json = parseJsonText(wire, 'This')
    if (!json.ok) return json
    const parsed = parseMessage(json.value)
    if (!parsed.ok) return parsed
    const { from, projectId } = parsed.value
    const { projectOf, us } = this.#parts
    if (projectOf(projectId) !== projectId)
      return fail('not-found', `You are not in the project ${projectId.slice(0, 80)}.`, { field: 'where' })
    if (from !== us().userId) return fail('conflict', 'Your identity in this team has changed. Write the message again.')
    if (parsed.value.type === 'deregister' && !namesOneAgent(parsed.value))
      return fail('refused', 'Without a name, this would end every agent of the project.', { field: 'agentName' })
    // Sends exactly what was shown, with its fields in the same order.
    return ok({ message: parsed.value, data: json.value })
  }
}

/** Room for the mentions of each part. */
const mentionsBytes = 4_096
