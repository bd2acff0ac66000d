import { limits } from '../../../core/limits.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import { classifyPaste, looksLikeReply } from '../pure/classify-paste.ts'
import { count, plain, sizeText } from '../../../renderer/ui/time.ts'
import { clipboardText } from '../../../renderer/features/state/clipboard-text.ts'
import { typingKey } from '../../../renderer/features/state/typing.ts'
import { openSessionOf } from './open-session.ts'
import type { MakeSlice } from '../../../renderer/features/screen.ts'
import type { CodingAgentSlice, ReplySlice, State } from './slices.ts'

const textsKnown = 16

function refuse(message: string): Fault {
  return fail('conflict', message).fault
}

/** Key of the reply that is being typed for a session. */
export function replyKey(state: Pick<State, 'workspace'>, session: string | undefined): string {
  return typingKey(state, `reply ${session ?? ''}`)
}

/** Why no reply can be pasted into the session on screen; undefined when one can. */
export function pasteObstacle(state: State): Fault | undefined {
  const open = openSessionOf(state)
  const newest = open?.row?.rounds.at(-1)
  if (open?.row === undefined) return refuse('No session yet. Start one first.')
  if (open.view?.readOnly !== undefined) return open.view.readOnly
  if (open.row.isComplete) return refuse('This session is done. Start a new one for another task.')
  if (newest?.state === 'applying') return refuse('The previous reply is still being applied.')
  if (newest?.state === 'interrupted') return refuse('The round was interrupted. Review it in step 3 first.')
  return undefined
}

/** Whether the session on screen waits for a reply. */
export function waitsForReply(state: State): boolean {
  return pasteObstacle(state) === undefined && openSessionOf(state)?.row?.rounds.at(-1)?.state === 'open'
}

/** Whether the file list of the outbox on screen can still change: it has no reply. */
export function canChooseFiles(state: State): boolean {
  const open = openSessionOf(state)
  return open?.row?.isComplete === false && open.view?.readOnly === undefined && open.sequence === open.row.sequence && waitsForReply(state)
}

/** Copying the outbox and getting the reply. */
export const replySlice: MakeSlice<ReplySlice, CodingAgentSlice> = (set, get, env) => {
  /** Replies that were used or declined are not offered again. */
  const known = new Set<string>()
  function remember(text: string): void {
    known.delete(text)
    known.add(text)
    for (const oldest of known) if (known.size > textsKnown) known.delete(oldest)
  }

  return {
    held: undefined,
    offer: undefined,
    holdReply(held) {
      if (held === undefined) get().keepTyped(replyKey(get(), openSessionOf(get())?.row?.id), undefined)
      set({ held })
    },

    async copyOutbox() {
      const open = openSessionOf(get())
      if (open?.row === undefined) return false
      const { outbox: shown } = get().session
      const round = { session: open.row.id, sequence: open.sequence }
      const { id: link } = open.link
      const outbox = shown === undefined ? await get().callHome('outbox', round, link) : { ok: true as const, value: shown }
      const copied = outbox.ok ? await env.copy(outbox.value.text) : outbox
      get().setSessionFault('copy', copied.ok ? undefined : copied.fault)
      if (!outbox.ok || !copied.ok) return false
      get().toast({ text: `Outbox ${open.sequence} copied`, detail: plain(sizeText(outbox.value.bytes)) })
      await get().callHome('copied', round, link)
      return true
    },

    async fetchReply() {
      get().setSessionFault('paste', undefined)
      const obstacle = pasteObstacle(get())
      const here = openSessionOf(get())?.row?.id
      const read = obstacle === undefined ? await clipboardText(get, env) : { ok: false as const, fault: obstacle }
      if (openSessionOf(get())?.row?.id !== here) return undefined
      if (read.ok && read.value.trim() !== '') return get().takeReply(read.value)
      get().setSessionFault('paste', read.ok ? fail('invalid', 'The clipboard contains no text. Copy the reply first.').fault : read.fault)
      // The field takes what the keyboard pastes, which needs no permission.
      if (obstacle === undefined && get().held === undefined) set({ held: { text: '', warnings: [] } })
      return undefined
    },

    async takeReply(text, isSure = false) {
      const open = openSessionOf(get())
      const obstacle = pasteObstacle(get())
      // After an answer, another session may be on screen: what is typed there stays.
      const isHere = (): boolean => openSessionOf(get())?.row?.id === open?.row?.id
      const keep = (fault: Fault | undefined, warnings: readonly string[] = []): void => {
        if (!isHere()) return
        set({ held: { text, warnings } })
        get().setSessionFault('paste', fault)
      }
      set({ offer: undefined })
      if (open?.row === undefined || obstacle !== undefined) return keep(obstacle)
      if (text.length > limits.message)
        return keep(fail('too-large', `The reply is too long: ${count(text.length)} of at most ${count(limits.message)} characters.`).fault)
      const { id, sequence, rounds } = open.row
      const key = replyKey(get(), id)
      const judged = classifyPaste(text, { session: id, sequence, version: rounds.at(-1)?.version })
      if (!judged.ok) return keep(judged.fault)
      if (judged.value.warnings.length > 0 && !isSure) return keep(undefined, judged.value.warnings)
      const newest = rounds.at(-1)
      if (newest?.state === 'replied') {
        const { round } = get().session
        const shown = isHere() && round?.sequence === sequence ? round.reply?.number : undefined
        const taken = await get().callHome('discard', { session: id, sequence, reply: shown ?? newest.reply ?? 0 }, open.link.id)
        if (!taken.ok) return keep(taken.fault)
      }
      // The answer refers to the newest round, which must be the one on screen.
      if (open.sequence !== sequence && isHere()) get().openRound(sequence)
      const pasted = await get().callHome('paste', { session: id, text }, open.link.id)
      if (!pasted.ok) return keep(pasted.fault)
      remember(text)
      get().keepTyped(key, undefined)
      if (isHere()) set({ held: undefined })
      return undefined
    },

    async takeFile(file) {
      // A character has at most three bytes per UTF-16 unit.
      if (file.size > limits.message * 3) {
        get().setSessionFault('paste', fail('too-large', `${file.name} has ${plain(sizeText(file.size))}: too large for a reply.`).fault)
        return
      }
      await get().takeReply(await file.text())
    },

    async lookAtClipboard() {
      const isAsked = (): boolean =>
        get().view === 'paste' && get().info?.canReadClipboard === true && waitsForReply(get()) && env.isLooking()
      if (!isAsked()) return
      const read = await env.client.call('clipboard.read', {})
      const row = openSessionOf(get())?.row
      if (!read.ok || !isAsked() || row === undefined) return
      const { text } = read.value
      const isOld = known.has(text) || text === get().session.before?.reply?.text
      const isNew = !isOld && looksLikeReply(text) && classifyPaste(text, { session: row.id, sequence: row.sequence }).ok
      set({ offer: isNew ? text : undefined })
    },

    declineOffer() {
      const { offer } = get()
      if (offer !== undefined) remember(offer)
      set({ offer: undefined })
    },

    async discardReply() {
      const open = openSessionOf(get())
      const { round } = get().session
      if (open?.row === undefined || round?.reply === undefined || round.sequence !== open.sequence) return
      await get().callHome('discard', { session: open.row.id, sequence: open.sequence, reply: round.reply.number })
    },
  }
}
