import { createHash } from 'node:crypto'
import type { Doubt } from '../../../core/doubt.ts'
import { isMessage } from '../../../core/event.ts'
import type { Event, NewEvent } from '../../../core/event.ts'
import type { DeadLetter, MailboxChange, StoredMessage } from '../files/mailbox-types.ts'
import { changedSince, notFromItsSession, rewritten } from '../pure/claim.ts'
import { failureIn, notDoneWords } from '../pure/failure.ts'
import { defined } from '../pure/defined.ts'
import { deadLetterEvent, mailEvent, questionWireId, receiptEvent } from '../pure/events.ts'
import { movedByOther } from '../pure/mark.ts'
import { outcomeOf, stageOfOutcome } from '../pure/outcome.ts'
import { formatReceipt } from '../pure/receipt.ts'
import { mailWireId } from '../pure/wire.ts'
import { mostSaved } from './saved.ts'
import type { Saved } from './saved.ts'
import { letterOf, WaitingProofs } from './waiting-proofs.ts'
import type { Proof } from './waiting-proofs.ts'

/** What the journal needs to know besides the files. */
export interface MailJournalOptions {
  /** The workspace path of a path of the link. */
  readonly inWorkspace: (file: string) => string
  /** What is odd about a message, one sentence each. */
  readonly doubts: (stored: StoredMessage, isProven: boolean) => readonly Doubt[]
  /** True if no file is written for this name now but by a server of ours. */
  readonly writesBySession: (name: string) => boolean
  /** True if the operator or a session of ours wrote exactly this. */
  readonly proves: (stored: StoredMessage) => boolean
  /** The link has never read this folder: what is in the archive then was archived before anybody looked. */
  readonly isFirstRead: boolean
  /** False for mail of the operator that is in the archive and that the operator did not move there. */
  readonly isArchivedByUs: (stored: StoredMessage) => boolean
  /** A stored event by its identity. */
  readonly stored: (wireId: string) => Event | undefined
  readonly now: () => number
  readonly emit: (events: readonly NewEvent[]) => void
}

interface Told {
  /** Of the text reported last; of a text that came back, of those before it, too. */
  hash: string
  /** First letters of the reported stages; `v`: the text has changed since it was first reported; `p`: a session of ours wrote the first one. */
  stages: string
  isProven: boolean
}
/** A message that is reported, with what is known of it. */
interface Found {
  readonly hash: string
  readonly isProven: boolean
  readonly before: Told | undefined
  /** Proofs that came before it. */
  readonly waiting: readonly Proof[]
}

/** Maximum number of messages in memory. */
const most = 200_000
/** Messages read at the start are sorted by time before they are reported, in batches of this size. */
const together = { messages: 5_000, chars: 16 * 1024 * 1024 }

/** Turns files into journal events, each once: messages, proofs of how far they got, dead letters. */
export class MailJournal {
  readonly #options: MailJournalOptions
  readonly #reported: Map<string, Told>
  /** Mailbox key and id by id alone, for proofs that do not name a mailbox. */
  readonly #keys = new Map<string, string>()
  readonly #waiting = new WaitingProofs()
  #early: { stored: StoredMessage[]; chars: number } | undefined = { stored: [], chars: 0 }

  constructor(options: MailJournalOptions, saved: Saved['mail']) {
    this.#options = options
    this.#reported = new Map(saved.map(([key, hash, stages, isProven]) => [key, { hash, stages, isProven }]))
    for (const key of this.#reported.keys()) this.#keys.set(key.slice(key.indexOf('/') + 1), key)
  }

  /** The newest, as JSON. */
  saved(): Saved['mail'] {
    return [...this.#reported].slice(-mostSaved).map(([key, { hash, stages, isProven }]) => [key, hash, stages, isProven])
  }

  /** True if the sender is proven: now, or when the message was reported with the same text. */
  isProven(stored: StoredMessage): boolean {
    const key = mailWireId(stored.agent, stored.message.id)
    const told = this.#reported.get(key)
    return (told?.isProven === true && this.#isTold(key, told, stored.text)) || this.#options.proves(stored)
  }

  /** Identity of the event that reports a message with this text; undefined: it was not reported. */
  wireIdOf({ agent, message, text }: StoredMessage): string | undefined {
    const key = mailWireId(agent, message.id)
    const told = this.#reported.get(key)
    if (told === undefined || !this.#isTold(key, told, text)) return undefined
    return told.stages.includes('v') ? `${key}@${told.hash}` : key
  }

  take(change: MailboxChange): void {
    if (change.kind === 'message') this.#message(change.stored, change.earlier)
    else if (change.kind === 'dead') this.#dead(change.letter)
    else if (change.kind === 'ready') {
      this.#flush()
      this.#early = undefined
    } else {
      const events = this.#proofOf(change)
      if (events.length > 0) this.#options.emit(events)
    }
  }

  #proofOf(change: MailboxChange): NewEvent[] {
    if (change.kind === 'receipt' && change.receipt.status === 'delivered') {
      const { receipt, file } = change
      const text = receipt.summary ?? 'delivered'
      return this.#proof(receipt.inReplyTo, undefined, { stage: 'delivered', path: file, raw: formatReceipt(receipt), text })
    }
    if (change.kind === 'mark') {
      const stage = change.stage === 'acknowledged' ? 'acked' : change.stage
      return this.#proof(change.id, change.agent, { stage, path: change.file, raw: change.file, text: change.stage })
    }
    if (change.kind !== 'result') return []
    const { result, file, agent } = change
    return this.#proof(result.inReplyTo, agent, {
      stage: stageOfOutcome[outcomeOf(result)],
      path: file,
      raw: JSON.stringify(result),
      text: failureIn(result) ?? result.status,
      by: agent,
      isResult: true,
      ...(this.#options.writesBySession(agent) && { doubt: notFromItsSession }),
    })
  }

  #message(stored: StoredMessage, earlier: boolean): void {
    const early = this.#early
    if (early === undefined || !earlier) return this.#report([stored])
    early.stored.push(stored)
    early.chars += stored.text.length
    if (early.stored.length >= together.messages || early.chars >= together.chars) this.#flush()
  }

  /** Programs write to folders in any order; the journal gets the messages in order of time. */
  #flush(): void {
    const early = this.#early
    if (early === undefined || early.stored.length === 0) return
    this.#early = { stored: [], chars: 0 }
    this.#report(
      early.stored.toSorted((one, other) => timeOf(one) - timeOf(other) || (one.message.id < other.message.id ? -1 : 1)),
      true,
    )
  }

  #report(all: readonly StoredMessage[], isEarly = false): void {
    const events: NewEvent[] = []
    for (const stored of all) {
      const { agent, message, text, file } = stored
      const key = mailWireId(agent, message.id)
      const before = this.#reported.get(key)
      const waiting = [...this.#waiting.take(key), ...this.#waiting.take(message.id)]
      if (before === undefined || !this.#isTold(key, before, text)) {
        const hash = this.#versionOf(key, before, text)
        const isProven = this.#options.proves(stored)
        const isOriginal = isProven && before?.stages.includes('p') === true && this.#options.stored(key)?.raw.text === text
        if (!isOriginal) events.push(this.#mail(stored, { hash, isProven, before, waiting }))
        const others = before?.stages.replaceAll(/[vp]/gu, '') ?? ''
        const isVersion = before !== undefined && !isOriginal
        const wasProven = isProven || before?.isProven === true || before?.stages.includes('p') === true
        this.#remember(key, { hash, stages: `${others}${isVersion ? 'v' : ''}${wasProven ? 'p' : ''}`, isProven })
      }
      const { replyTo, sender } = message
      for (const proof of waiting) events.push(...this.#prove(key, proof, sender))
      if (stored.box === 'archive') {
        const isArchived = (isEarly && this.#options.isFirstRead) || this.#options.isArchivedByUs(stored)
        events.push(...this.#prove(key, { stage: 'archived', path: file, raw: file, text: isArchived ? 'archived' : movedByOther }))
      }
      if (replyTo !== undefined)
        events.push(...this.#proof(replyTo, sender, { stage: 'answered', path: file, raw: file, text: message.action, by: sender }))
    }
    if (events.length > 0) this.#options.emit(events)
  }

  /**
   * A message, or its text as it is now. What a session of ours wrote stays as it was when somebody else changes its file: the other text stands beside it, in
   * doubt, and takes back nothing of it.
   */
  #mail(stored: StoredMessage, of: Found): NewEvent {
    const { hash, isProven, before, waiting } = of
    const { agent, message, text, file } = stored
    const key = mailWireId(agent, message.id)
    const failed = waiting.find((proof) => proof.stage === 'failed')
    const isChanged = !isProven && (before?.isProven === true || before?.stages.includes('p') === true)
    const last = before?.stages.includes('v') === true ? `${key}@${before.hash}` : key
    const first = before === undefined || isChanged ? undefined : this.#options.stored(key)
    const change = first !== undefined && isMessage(first) ? rewritten(first.body, message.payload) : undefined
    return mailEvent({
      mailbox: agent,
      message,
      text,
      path: this.#options.inWorkspace(file),
      doubts: [
        ...this.#options.doubts(stored, isProven),
        ...(isChanged ? [changedSince] : []),
        ...(change === undefined ? [] : [change]),
        ...(failed === undefined ? [] : [notDone(failed)]),
      ],
      now: this.#options.now(),
      ...(before === undefined ? {} : { version: hash }),
      ...(before === undefined || (isChanged && before.isProven) ? {} : { supersedes: last }),
    })
  }

  /** @param mailbox of the message; undefined: the proof names only its id. */
  #proof(id: string, mailbox: string | undefined, proof: Proof): NewEvent[] {
    const key = mailbox === undefined ? this.#keys.get(id) : mailWireId(mailbox, id)
    if (key !== undefined && this.#reported.has(key)) return this.#prove(key, proof)
    this.#waiting.add(key ?? id, proof)
    return []
  }

  /** @param sender of the message; absent: the journal has it. */
  #prove(of: string, proof: Proof, sender?: string): NewEvent[] {
    const told = this.#reported.get(of)
    const letter = letterOf(proof)
    const version = letter === 'c' && told?.stages.includes(letter) === true ? this.#newQuestion(of, proof) : undefined
    if (told === undefined || (told.stages.includes(letter) && version === undefined)) return []
    if (version === undefined) told.stages += letter
    const { stage, path, raw, text, by, isResult, doubt } = proof
    const asked = letter === 'c' ? (sender ?? this.#senderOf(of, told)) : undefined
    const receipt = receiptEvent({
      of,
      stage,
      text,
      raw,
      path: this.#options.inWorkspace(path),
      ...defined({ by, isResult, asked, version, doubts: doubt === undefined ? undefined : [doubt] }),
    })
    return stage === 'failed' ? [receipt, ...this.#markFailed(of, proof)] : [receipt]
  }

  /** Who asks back may do so again, once it has been answered. @returns what tells this question from those before; undefined: it is one of them. */
  #newQuestion(of: string, { raw }: Proof): string | undefined {
    const first = this.#options.stored(questionWireId(of))
    const version = hashOf(raw)
    const isNew = first !== undefined && first.raw.text !== raw && this.#options.stored(questionWireId(of, version)) === undefined
    return isNew ? version : undefined
  }

  /** Whether this text is the one that was reported last. */
  #isTold(key: string, told: Told, text: string): boolean {
    return told.hash === hashOf(text) || (told.stages.includes('v') && this.#stored(key, told)?.raw.text === text)
  }

  /** The journal takes an identity once, and a text that comes back needs another one. */
  #versionOf(key: string, before: Told | undefined, text: string): string {
    const hash = hashOf(text)
    const isBack = before?.stages.includes('v') === true && this.#options.stored(`${key}@${hash}`) !== undefined
    return isBack ? hashOf(before.hash + text) : hash
  }

  #senderOf(of: string, told: Told): string | undefined {
    const event = this.#stored(of, told)
    return event !== undefined && isMessage(event) ? event.body.from : undefined
  }

  #stored(of: string, told: Told | undefined): Event | undefined {
    return this.#options.stored(told?.stages.includes('v') === true ? `${of}@${told.hash}` : of)
  }

  /** Marks the message as not carried out: with a new version in its place. */
  #markFailed(of: string, proof: Pick<Proof, 'text' | 'by'>): NewEvent[] {
    const event = this.#stored(of, this.#reported.get(of))
    if (event === undefined || !isMessage(event)) return []
    const { body, raw, claimedAt, wireId } = event
    const doubts = [...(body.doubts ?? []), notDone(proof)]
    const claimed = claimedAt === undefined ? {} : { claimedAt }
    return [{ wireId: `${wireId}!failed`, supersedes: wireId, raw, body: { ...body, doubts }, ...claimed }]
  }

  #remember(key: string, told: Told): void {
    this.#reported.delete(key)
    this.#reported.set(key, told)
    this.#keys.set(key.slice(key.indexOf('/') + 1), key)
    if (this.#reported.size <= most) return
    const oldest = this.#reported.keys().next().value ?? ''
    this.#reported.delete(oldest)
    this.#keys.delete(oldest.slice(oldest.indexOf('/') + 1))
  }

  #dead({ file, text, fault, modifiedAt }: DeadLetter): void {
    const path = this.#options.inWorkspace(file)
    this.#options.emit([deadLetterEvent(path, text ?? '', fault, hashOf(text ?? String(modifiedAt)))])
  }
}

function notDone({ by, text }: Pick<Proof, 'text' | 'by'>): Doubt {
  return `${notDoneWords}${by === undefined ? '' : ` at ${by}`}: ${text}`
}

/** The sender's time, otherwise the file's. */
function timeOf({ message, modifiedAt }: StoredMessage): number {
  return Date.parse(message.createdAt) || modifiedAt
}

/** A short hash that distinguishes versions under one name. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
