import type { Command, Draft, DraftAbout, WirePreview } from '../../../core/command.ts'
import type { Event } from '../../../core/event.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { FormValues } from '../links/form-values.ts'

/** The content of the composer for one filter. */
export interface ComposerDraft {
  /** Link to send on; absent: one that knows the recipients. */
  readonly source?: string
  /** The operator chose the link: it stays, whoever the recipients are. */
  readonly isLinkPicked?: boolean
  /** A sender other than the operator. */
  readonly from?: string
  /** Absent: nobody was chosen yet, and the conversation on screen decides. */
  readonly to?: readonly string[]
  /** Where it is posted; empty: to the recipients alone. Absent: the conversation on screen decides. */
  readonly where?: string
  /** Kind of message; absent or empty: plain text. */
  readonly label?: string
  /** A custom kind, with `json` as its data. */
  readonly isCustom?: boolean
  /** Values of the kind's form. */
  readonly fields?: FormValues
  readonly json?: string
  readonly observers: readonly string[]
  readonly text: string
  readonly replyTo?: Event
  /** The debt that it answers, reminds of or hands over; not on the wire. */
  readonly about?: DraftAbout
  /** Kind and data of a prepared message, for a link whose composer has no field for them. */
  readonly kept?: Pick<Draft, 'label' | 'data'>
  /** Messages that belong to it, each sent once the one before was accepted. */
  readonly also?: readonly Draft[]
  /** Id of the command while sending is tried; a retry is the same message. */
  readonly commandId?: string
  readonly fault?: Fault
  readonly sending?: boolean
}

/** A change of a draft; `from: undefined` resets the sender. */
export type DraftPatch = Partial<Omit<ComposerDraft, 'from'>> & { readonly from?: string | undefined }

/** Writing, replying, and the fate of sent messages. */
export interface ComposeSlice {
  /** By `draftKey`; kept while the operator looks elsewhere. */
  readonly drafts: ReadonlyMap<string, ComposerDraft>
  /** Grows when the composer should take the focus. */
  readonly composerFocus: number
  /** Faults of retry and discard, by command. */
  readonly commandFaults: ReadonlyMap<string, Fault>
  /** Changes a draft; `from: undefined` resets the sender to the operator. @param key by default, of the draft in hand (`draftKey`) */
  editDraft(patch: DraftPatch, key?: string): void
  /** Chooses recipients. The link changes with them, unless the operator chose it or it knows them too. */
  address(to: readonly string[]): void
  /** What would be written. A message that is sent while this is shown has the same bytes. */
  preview(source: string, draft: Draft): Promise<Result<WirePreview>>
  /**
   * Sends a message as it was last shown by `preview`, without the composer.
   * @param id of an attempt before, which this one repeats: the message is sent once
   */
  sendShown(source: string, draft: Draft, id?: string): { readonly id: string; readonly sent: Promise<Result<Command>> }
  /** Sends the content of the composer; a refusal keeps the text. */
  send(): Promise<Result<Command>>
  /** Fills the composer with a reply to the event. */
  reply(id?: string): Promise<Result<Draft>>
  cancelReply(): void
  /** Messages that were acknowledged from here. */
  readonly acknowledged: ReadonlySet<string>
  /** Sends the protocol's acknowledgement immediately, once per message. */
  acknowledge(id?: string): Promise<Result<Command>>
  /** A new message to this name on a link; the composer takes the focus. */
  messageTo(name?: string, source?: string): void
  retry(command: string): Promise<Result<Command>>
  discard(command: string): Promise<Result<Command>>
  /** Moves a failed command back into the composer. */
  editCommand(command: string): Promise<Result<Command>>
}
