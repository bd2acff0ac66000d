import { previewMs, unsureMs } from '../../core/command.ts'
import type { Command, CommandState, Draft, WirePreview } from '../../core/command.ts'
import type { Event, NewEvent } from '../../core/event.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import type { Services } from '../services.ts'
import { confirmations, shownText, shownWire, withDoubtedName } from './confirm.ts'
import { tryJournal } from '../journal-fault.ts'
import { storedSince } from './stored-since.ts'

/** Confirmed commands that screens still receive, so that a fast confirmation can be seen. */
const confirmedShown = 20
/** Texts of halts that may still be read back. */
const expectedMost = 400

/** What the send queue needs from the links. */
export interface OutboxLinks {
  format(source: string, draft: Draft, stamp: { readonly id: string; readonly at: number }): Result<WirePreview>
  /** Puts wire text on the source as the operator. */
  send(source: string, wire: string, operator: string): Promise<Result<void>>
}

/** The operator's outgoing messages, one per command id. */
export interface SendQueue {
  /** @param shownAt when the operator saw the preview of exactly this text, ms: its bytes are sent. */
  send(id: string, source: string, draft: Draft, shownAt?: number): Promise<Result<Command>>
  retry(id: string): Promise<Result<Command>>
  discard(id: string): Result<Command>
  /** A text of a halt is about to be sent in the operator's name, or was before a restart. */
  expect(source: string, wire: string): void
  /** Events of a source, before they are stored: those in the operator's name that are none of these messages get a doubt. */
  doubtNames(source: string, events: readonly NewEvent[]): readonly NewEvent[]
  /** Stored events: some of them show that a command arrived. */
  observe(events: readonly Event[]): void
  /** The source has been read to its end for the first time in this run: messages that it does not show count as unsent. */
  caughtUp(source: string): void
  /** All commands that are not final, and the most recently confirmed ones. */
  list(): Command[]
}

const open: readonly CommandState[] = ['accepted', 'sent']
const stuck: readonly CommandState[] = ['failed', 'unsent']

/** Whether a preview is not older than the operator's screen shows one; a clock that is wrong gives no message its time. */
function isRecent(at: number | undefined, now: number): at is number {
  return at !== undefined && Math.abs(now - at) <= 2 * previewMs
}

/** A failure that says nothing about the other side: the message may have arrived anyway. */
function mayHaveArrived({ state, fault }: Command): boolean {
  return stuck.includes(state) && (fault?.code === 'timeout' || fault?.code === 'unavailable')
}

/**
 * Opens the send queue of a workspace with the commands of the last run. `changed` is called whenever `list` changes, `confirmed` with each message that
 * a stored event shows.
 */
export function openSendQueue(
  services: Services,
  workspace: string,
  operator: () => string,
  links: OutboxLinks,
  changed: () => void,
  confirmed: (command: Command, event: Event) => void = () => undefined,
): SendQueue {
  const commands = new Map(services.journal.commands(workspace, [...open, ...stuck]).map((command) => [command.id, command]))
  /** Commands of an earlier run that may or may not have been sent. */
  const doubtful = new Set([...commands.values()].filter((command) => open.includes(command.state)).map((command) => command.id))

  /** When those of this run that are not confirmed were written: the same message again has the same bytes. */
  const writtenAt = new Map<string, number>()

  /** By source: what was sent and seen before its beginning was read again, which may contain it a second time. */
  const seenBefore = new Map<string, string[]>()

  /** Texts of halts and their ends, by source, as they will be read back. */
  const expected = new Map<string, string[]>()
  for (const { rows } of services.halts.list())
    for (const { link, says } of rows) for (const { wire, step } of says) if (step === 'sending' || step === 'done') expectOf(link, wire)

  function expectOf(source: string, wire: string): void {
    expected.set(source, [...(expected.get(source) ?? []), shownText(wire)].slice(-expectedMost))
  }

  function put(command: Command): Result<Command> {
    const stored = tryJournal(() => services.journal.putCommand(command))
    if (!stored.ok) return stored
    commands.set(command.id, command)
    const confirmed = [...commands.values()].filter((each) => each.state === 'confirmed')
    for (const old of confirmed.slice(0, -confirmedShown)) commands.delete(old.id)
    if (command.state === 'discarded') commands.delete(command.id)
    if (command.state === 'confirmed' || command.state === 'discarded') writtenAt.delete(command.id)
    changed()
    return ok(command)
  }

  /** Journal first, then the effect: a crash in between leaves a command for the next start to resolve. */
  async function deliver(id: string, source: string, draft: Draft, at = services.now()): Promise<Result<Command>> {
    const formatted = links.format(source, draft, { id, at })
    if (!formatted.ok) return formatted
    const command: Command = { id, workspace, source, draft, wire: formatted.value.wire, state: 'accepted', at: services.now() }
    const accepted = put(command)
    if (!accepted.ok) return accepted
    writtenAt.set(id, at)
    const sent = await links.send(source, command.wire, operator())
    return settle(id, sent.ok ? undefined : sent.fault)
  }

  /** The effect has returned; our own inbound path may already have confirmed it. */
  function settle(id: string, fault: Fault | undefined): Result<Command> {
    const command = commands.get(id) ?? services.journal.command(id)
    if (command === undefined) return fail('not-found', 'The workspace of this message has been closed.')
    if (command.state !== 'accepted') return ok(command)
    return put({ ...command, state: fault === undefined ? 'sent' : 'failed', ...(fault !== undefined && { fault }) })
  }

  function confirm(waiting: readonly Command[], events: readonly Event[], used: ReadonlySet<string>): void {
    for (const { command, event } of confirmations(waiting, events, used)) {
      doubtful.delete(command.id)
      const { fault: _fault, ...rest } = command
      const stored = put({ ...rest, state: 'confirmed', event: event.id })
      if (stored.ok) confirmed(stored.value, event)
      else services.log('a confirmation could not be stored', { fault: stored.fault })
    }
  }

  function confirmedOf(source: string): string[] {
    return services.journal.commands(workspace, ['confirmed']).flatMap((each) => (each.source === source ? shownWire(each) : []))
  }

  /**
   * Whether it is final as far as is known: it failed, or there has been no sign of its arrival for a while. A time in the future is from before the clock was
   * set back.
   */
  function isStuck({ state, at }: Command): boolean {
    return stuck.includes(state) || (state === 'sent' && Math.abs(services.now() - at) >= unsureMs)
  }

  function waiting(source?: string): Command[] {
    return [...commands.values()].filter((each) => open.includes(each.state) && (source === undefined || each.source === source))
  }

  return {
    async send(id, source, draft, shownAt) {
      const known = services.journal.command(id)
      if (known === undefined) return deliver(id, source, draft, isRecent(shownAt, services.now()) ? shownAt : undefined)
      const isSame = known.source === source && JSON.stringify(known.draft) === JSON.stringify(draft)
      return isSame ? ok(known) : fail('conflict', 'This message was already sent with different text. Send it as a new message.')
    },
    async retry(id) {
      const command = commands.get(id)
      if (command === undefined) return fail('not-found', 'This message is no longer waiting to be sent.')
      if (!isStuck(command)) return fail('conflict', 'This message is already being sent.')
      return deliver(id, command.source, command.draft, writtenAt.get(id) ?? command.at)
    },
    discard(id) {
      const command = commands.get(id)
      if (command === undefined) return fail('not-found', 'This message is no longer waiting to be sent.')
      if (!isStuck(command)) return fail('conflict', 'This message is already being sent and cannot be withdrawn.')
      return put({ ...command, state: 'discarded' })
    },
    expect: expectOf,
    doubtNames(source, events) {
      const unseen = [...commands.values()].filter((each) => each.source === source && each.state !== 'confirmed').map(shownWire)
      return events.map((event) => {
        if (event.body.kind === 'marker' && event.body.marker === 'restart') seenBefore.set(source, confirmedOf(source))
        return withDoubtedName([unseen, expected.get(source) ?? [], seenBefore.get(source) ?? []], event, operator())
      })
    },
    observe(events) {
      if (commands.size === 0) return
      const unsure = [...commands.values()].filter((each) => open.includes(each.state) || mayHaveArrived(each))
      if (unsure.length > 0) confirm(unsure, events, new Set())
    },
    caughtUp(source) {
      const unsure = waiting(source).filter((command) => doubtful.has(command.id))
      const oldest = unsure[0]
      if (oldest === undefined) return
      const used = services.journal.commands(workspace, ['confirmed']).flatMap((each) => each.event ?? [])
      const since = Math.min(...unsure.map((each) => each.at))
      confirm(unsure, storedSince(services.journal, workspace, source, ['message'], since), new Set(used))
      for (const command of unsure) {
        if (!doubtful.delete(command.id)) continue
        const fault = fail(
          'unavailable',
          'Patchbay stopped while sending this message, and nothing received since shows that it arrived.',
        ).fault
        const stored = put({ ...command, state: 'unsent', fault })
        if (!stored.ok) services.log('an unsent message could not be marked', { fault: stored.fault })
      }
    },
    list: () => [...commands.values()],
  }
}
