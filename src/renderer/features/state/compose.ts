import { sendingHeld } from '../halt/state/in-force.ts'
import { chooseLink } from '../../../core/choose-link.ts'
import type { Draft } from '../../../core/command.ts'
import { isMessage } from '../../../core/event.ts'
import type { Event, MessageEvent } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Command } from '../../../core/command.ts'
import { readMs } from '../../../core/read-time.ts'
import { isUlid } from '../../../core/ulid.ts'
import { positionOf } from '../feed/feed-window.ts'
import { notLive } from './connection-words.ts'
import {
  composeOn,
  draftKey,
  draftOf,
  emptyDraft,
  handedTo,
  hasContent,
  linkChoice,
  prepared,
  sourceOf,
  toldOf,
  typedOf,
  wireDraft,
} from './draft.ts'
import { createSentAsShown } from './sent-as-shown.ts'
import type { MakeSlice } from '../screen.ts'
import type { ComposerDraft, ComposeSlice, DraftPatch } from './compose-slice.ts'

const leftBefore = fail('cancelled', 'Another workspace was opened before the recipients of this reply were known. Send it again.')
const notBefore = fail('conflict', 'The message before this one was not sent. Send that one first.')
const inHand = fail('conflict', 'Another message is being written. Send it or clear it first.')

/** Writing, replying, and the fate of sent messages. */
export const composeSlice: MakeSlice<ComposeSlice> = (set, get, env) => {
  const { client } = env
  /** Replies whose recipients are still being loaded, by the key of their draft: sending that draft waits for them. */
  const replies = new Map<string, { readonly made: Promise<Result<Draft>>; readonly before: DraftPatch }>()

  /** The last message that waits because something happened to its debt: its draft, the reason, and when that was shown, ms. */
  let overtaken: { readonly key: string; readonly fault: Fault; readonly at: number } | undefined

  const { preview, sendShown } = createSentAsShown(env)

  function put(key: string, draft: ComposerDraft): void {
    set((state) => {
      const drafts = new Map(state.drafts)
      // The newest are last: they are kept for a reload.
      drafts.delete(key)
      return { drafts: drafts.set(key, draft) }
    })
  }

  /** Changes one draft: after an answer, another one may be in hand. */
  function edit(key: string, patch: DraftPatch): void {
    const { fault: _fault, commandId: _commandId, from: before, ...kept } = get().drafts.get(key) ?? emptyDraft
    const { from = 'from' in patch ? undefined : before, ...changed } = patch
    const next = { ...kept, ...changed, ...(from === undefined ? {} : { from }) }
    put(key, patch.to === undefined ? next : handedTo(next, patch.to[0]))
  }

  function eventOf(id: string | undefined): Event | undefined {
    const { feed, selected } = get()
    return feed.rows[positionOf(feed, id)] ?? (selected?.id === id ? selected : undefined)
  }

  function setCommandFault(command: string, fault: Fault | undefined): void {
    const next = new Map(get().commandFaults)
    if (fault === undefined) next.delete(command)
    else next.set(command, fault)
    set({ commandFaults: next })
  }

  async function onCommand(method: 'messages.retry' | 'messages.discard', id: string): Promise<Result<Command>> {
    setCommandFault(id, undefined)
    const answer = await client.call(method, { id })
    if (!answer.ok) setCommandFault(id, answer.fault)
    return answer
  }

  /** Sends under an id derived from the content: what was sent is not sent again, what failed is retried. */
  async function sendOnce(id: string, source: string, draft: Draft): Promise<Result<Command>> {
    const sent = await client.call('messages.send', { id, source, draft })
    if (!sent.ok) return sent
    if (sent.value.state === 'discarded') return client.call('messages.send', { id: env.newId(), source, draft })
    return sent.value.state === 'unsent' ? client.call('messages.retry', { id }) : sent
  }

  /** The message that a draft replies to. */
  async function repliedTo(id: string | undefined): Promise<Event | undefined> {
    const answer = id === undefined ? undefined : await client.call('events.get', { id })
    return answer?.ok === true ? answer.value : undefined
  }

  /**
   * Sends the messages that belong to one that was sent, one after another.
   * @returns why one was not sent: it takes the place of what was sent, with those after it; undefined: all are sent
   */
  async function sendAlso(key: string, source: string, also: readonly Draft[], first: Command): Promise<Result<Command> | undefined> {
    let before = first
    for (const [index, one] of also.entries()) {
      const next = before.state === 'failed' ? undefined : sendShown(source, one)
      const told = next === undefined ? notBefore : await next.sent
      if (told.ok) {
        before = told.value
        continue
      }
      const asked = await repliedTo(one.replyTo)
      put(key, {
        ...prepared(one, source, composeOn(get(), source), asked),
        also: also.slice(index + 1),
        fault: told.fault,
        ...(next !== undefined && { commandId: next.id }),
      })
      return told
    }
    return undefined
  }

  /** Fills the composer for a reply. */
  function draftReply(event: MessageEvent): Promise<Result<Draft>> {
    // The composer takes the focus before the answer arrives: fast typing must not trigger commands.
    set((state) => ({ composerFocus: state.composerFocus + 1, view: 'feed', drawer: undefined, actFault: undefined }))
    const { source, to, observers, replyTo } = draftOf(get())
    const key = draftKey(get())
    // What a reply that is still incomplete has put there is not what was before.
    const { before } = replies.get(key) ?? { before: { source, to, observers, replyTo } }
    edit(key, { source: event.source, to: [event.body.from], replyTo: event })
    const made = loadParties(key, event, before)
    replies.set(key, { made, before })
    void made.finally(() => {
      if (replies.get(key)?.made === made) replies.delete(key)
    })
    return made
  }

  /** Loads who receives a reply: the protocol decides. @param before what the draft was, for when it cannot be known. */
  async function loadParties(key: string, event: MessageEvent, before: DraftPatch): Promise<Result<Draft>> {
    const made = await client.call('messages.draft', { event: event.id, intent: 'reply' })
    // It may have been cancelled.
    const isWanted = get().drafts.get(key)?.replyTo?.id === event.id
    if (!made.ok) {
      if (isWanted) edit(key, before)
      set({ actFault: { event: event.id, fault: made.fault } })
      return made
    }
    if (!isWanted) return made
    const { text = '' } = get().drafts.get(key) ?? {}
    const typed = typedOf(made.value, composeOn(get(), event.source))
    edit(key, { to: made.value.to, observers: made.value.observers, text: text === '' ? made.value.text : text, ...typed })
    return made
  }

  return {
    drafts: new Map(),
    composerFocus: 0,
    preview,
    sendShown,
    commandFaults: new Map(),
    acknowledged: new Set(),

    editDraft: (patch, key = draftKey(get())) => edit(key, patch),

    address(to) {
      const { source, ...draft } = draftOf(get())
      const isTheirs = draft.isLinkPicked === true || chooseLink(to, { ...linkChoice(get()), preferred: source }) === source
      put(draftKey(get()), isTheirs && source !== undefined ? { ...draft, source } : draft)
      get().editDraft({ to })
    },

    async send() {
      const { workspace, view, answer: asked, filter } = get()
      const key = draftKey({ workspace, view, answer: asked, filter })
      // A fast operator sends before the recipients of the reply are known: without them the message would go to others.
      const reply = await replies.get(key)?.made
      if (reply?.ok === false) return reply
      // What the operator opened while waiting has a draft of its own.
      const state = { ...get(), view, answer: asked, filter }
      if (state.connection.state !== 'open') return fail('unavailable', notLive)
      const held = sendingHeld(state)
      if (held !== undefined) return fail('refused', held)
      const draft = state.drafts.get(key) ?? emptyDraft
      const source = sourceOf(state)
      if (draft.sending === true) return fail('conflict', 'The message is already being sent.')
      let trying: ComposerDraft | undefined
      const refuse = (fault: Fault, id?: string): Result<Command> => {
        const now = get().drafts.get(key) ?? draft
        const { sending: _sending, ...kept } = now
        // What was changed since is another message: under the same id it would not be sent.
        put(key, { ...kept, fault, ...(id === undefined || now !== trying ? {} : { commandId: id }) })
        return { ok: false, fault }
      }
      // The second press of a double click is no answer to what it has just made appear.
      if (overtaken?.key === key && Math.abs(env.now() - overtaken.at) < readMs) return refuse(overtaken.fault)
      if (state.workspace !== workspace) return refuse(leftBefore.fault)
      if (source === undefined)
        return refuse({ code: 'not-found', message: 'There is no link to send on. Add one in Links.', field: 'source' })
      const made = wireDraft(state)
      if (!made.ok) return refuse(made.fault)
      const wire = made.value
      if (wire.to.length === 0 && wire.where === undefined) return refuse({ code: 'invalid', message: 'Choose a recipient.', field: 'to' })
      if (!hasContent(state)) return refuse({ code: 'invalid', message: 'Write a message first.', field: 'text' })
      const { id, sent } = sendShown(source, wire, draft.commandId)
      trying = { ...draft, sending: true, commandId: id }
      put(key, trying)
      const answer = await sent
      if (!answer.ok && answer.fault.field === 'about') {
        overtaken = { key, fault: answer.fault, at: env.now() }
        const refused = refuse(answer.fault)
        put(key, toldOf(get().drafts.get(key) ?? draft))
        return refused
      }
      if (!answer.ok) return refuse(answer.fault, id)
      const unsent = await sendAlso(key, source, draft.also ?? [], answer.value)
      if (unsent !== undefined) return unsent
      const now = get().drafts.get(key) ?? draft
      put(key, { ...(now === trying ? emptyDraft : typedSince(now, draft)), ...choicesAfter(now, draft, source) })
      return answer
    },

    async reply(id = get().selection) {
      const event = eventOf(id)
      if (event === undefined || !isMessage(event)) return fail('not-found', 'Select a message first.')
      return draftReply(event)
    },

    cancelReply() {
      const { text, from } = draftOf(get())
      replies.delete(draftKey(get()))
      put(draftKey(get()), { ...emptyDraft, text, ...(from === undefined ? {} : { from }) })
    },

    async acknowledge(id = get().selection) {
      const event = eventOf(id)
      if (event === undefined || event.body.kind !== 'message') return fail('not-found', 'Select a message first.')
      if (get().acknowledged.has(event.id)) return fail('conflict', 'This message is already acknowledged.')
      // Marked immediately, so a quick second press does nothing.
      const mark = (isDone: boolean): void =>
        set((state) => ({
          acknowledged: new Set([...state.acknowledged].filter((each) => each !== event.id).concat(isDone ? event.id : [])),
        }))
      mark(true)
      set({ actFault: undefined })
      const made = await client.call('messages.draft', { event: event.id, intent: 'acknowledge' })
      const sent = made.ok ? await sendOnce(acknowledgementId(event.id) ?? env.newId(), event.source, made.value) : made
      if (sent.ok) get().toast({ text: 'Acknowledged', detail: event.raw.anchor?.label ?? '' })
      else {
        mark(false)
        set({ actFault: { event: event.id, fault: sent.fault } })
      }
      return sent
    },

    messageTo(name, source) {
      if (get().view !== 'feed') set({ view: 'feed' })
      if (name !== undefined) get().editDraft({ to: [name], ...(source !== undefined && { source }) })
      set((state) => ({ composerFocus: state.composerFocus + 1, drawer: undefined }))
    },

    retry: (command) => onCommand('messages.retry', command),
    discard: (command) => onCommand('messages.discard', command),

    async editCommand(id) {
      const key = draftKey(get())
      if (hasContent(get())) {
        setCommandFault(id, inHand.fault)
        return inHand
      }
      const answered = get().state?.commands.find((command) => command.id === id)?.draft.replyTo
      const asked = await repliedTo(answered)
      const taken = await onCommand('messages.discard', id)
      if (!taken.ok) return taken
      const { source, draft } = taken.value
      const { operator } = get().state?.info ?? {}
      // Nothing of another reply that was begun there: it is the message that was not sent.
      put(key, {
        ...prepared(draft, source, composeOn(get(), source), asked),
        ...(draft.from === operator ? {} : { from: draft.from }),
      })
      replies.delete(key)
      set((state) => ({ composerFocus: state.composerFocus + 1 }))
      return taken
    },
  }
}

/** Whether the draft is still the reply that was sent. */
function isReplyTo(now: ComposerDraft, sent: ComposerDraft): boolean {
  return sent.replyTo !== undefined && now.replyTo?.id === sent.replyTo.id
}

/** What was chosen for a message that was sent and is kept for the next one: its link and sender; whom and where, unless it was a reply. */
function choicesAfter(now: ComposerDraft, sent: ComposerDraft, source: string): Partial<ComposerDraft> {
  const { source: chosen, from, to, where } = now
  const isReply = isReplyTo(now, sent)
  return {
    source: chosen ?? source,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined || isReply ? {} : { to }),
    ...(where === undefined || isReply ? {} : { where }),
  }
}

/** What the operator wrote while a message was being sent: it is the next one. */
function typedSince(now: ComposerDraft, sent: ComposerDraft): ComposerDraft {
  const text = now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text
  const isNewReply = now.replyTo !== undefined && !isReplyTo(now, sent)
  return { ...emptyDraft, text, ...(isNewReply && { replyTo: now.replyTo, observers: now.observers }) }
}

/** Id of the command that acknowledges an event: always the same, so two pages, or a page after a reload, write one line. */
function acknowledgementId(event: string): string | undefined {
  return isUlid(event) ? `${event.slice(0, 10)}ACK${event.slice(13)}` : undefined
}
