import type { z } from 'zod'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import type { AppState } from '../../../renderer/features/screen.ts'
import { ownState } from '../../../renderer/features/state/own-state.ts'
import type { MessageList, MessageRow, SwitchboardMethods } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'

export type Method = keyof SwitchboardMethods
export type SwitchboardInput<M extends Method> = z.input<SwitchboardMethods[M]['input']>
export type SwitchboardOutput<M extends Method> = z.output<SwitchboardMethods[M]['output']>

/** What fills the main pane. */
export type InboxPlace =
  /** `group`: only this part of the mailbox. */
  | { readonly kind: 'mailbox'; readonly name: string; readonly group?: MessageList }
  | { readonly kind: 'dead'; readonly reason?: string }
  | { readonly kind: 'roster'; readonly team?: string }
  | { readonly kind: 'workflows' }
  | { readonly kind: 'terminal'; readonly name: string }
  | { readonly kind: 'server' }

const inboxTabs = ['message', 'raw', 'ledger', 'lint', 'thread'] as const
export type InboxTab = (typeof inboxTabs)[number]

/** One message of one mailbox. */
export interface MessageKey {
  readonly mailbox: string
  readonly id: string
}

/** The fetched part of a group, newest first. */
export interface MessagePage {
  readonly rows: readonly MessageRow[]
  readonly total: number
  readonly hasMore: boolean
  readonly fault?: Fault
}

export interface InboxState {
  /** Absent: the first link. */
  readonly link?: string
  /** Absent: a mailbox, see `openSwitchboardOf`. */
  readonly place?: InboxPlace
  readonly message?: MessageKey
  /** File of the dead letter in the inspector. */
  readonly deadLetter?: string
  /** Name of the agent in the inspector of the roster. */
  readonly agent?: string
  /** Fault of the last action on a message. */
  readonly fault?: { readonly id: string; readonly fault: Fault }
}

/** One Switchboard link and what it shows. */
export interface SwitchboardLink {
  readonly link: Link
  readonly view: SwitchboardView | undefined
}

/** What is on screen of the inboxes. */
export interface OpenSwitchboard extends SwitchboardLink {
  readonly place: InboxPlace
}

export interface InboxSlice {
  readonly inbox: InboxState
  readonly inboxTab: InboxTab
  /** Fills the main pane; `link` names another link. */
  openInbox(place: InboxPlace, link?: string): void
  /** Keeps the mailbox shown by default, so new messages elsewhere do not switch the view. */
  settleInbox(): void
  /** Shows a message in the inspector, opening it where it is a drawer. */
  openMessage(key: MessageKey): void
  selectMessage(key: MessageKey): void
  selectDeadLetter(file: string): void
  selectRosterAgent(name: string): void
  setInboxTab(tab: InboxTab): void
  /** Calls a method of the link on screen, or of `link`. */
  callSwitchboard<M extends Method>(method: M, input: SwitchboardInput<M>, link?: string): Promise<Result<SwitchboardOutput<M>>>
  /** Acknowledges or archives a message; a fault is kept with it. */
  actOnMessage(act: 'acknowledge' | 'archive', key?: MessageKey): Promise<void>
  /** Opens the dialog for a new message. */
  writeMessage(draft?: MessageDraft): void
  /** A key for one try to send. */
  newKey(): string
}

/** A message from the form. Every field a sender chooses is required, so none is forgotten. */
export type ComposedMessage = { readonly [field in keyof Required<SwitchboardInput<'preview'>>]: SwitchboardInput<'preview'>[field] }

/** Initial contents of the dialog for a new message. */
export interface MessageDraft extends Readonly<Partial<SwitchboardInput<'preview'>>> {
  /** Title of the dialog: `Reply to coder`. */
  readonly title?: string
}

/** The fetched part of the mailbox on screen. */
interface HeldMessages {
  /** Link and mailbox that the pages are of. */
  readonly of: string
  readonly pages: ReadonlyMap<MessageList, MessagePage>
}

export interface MessagesSlice {
  readonly messages: HeldMessages
  /** Groups that show only their headers. */
  readonly folded: ReadonlySet<MessageList>
  foldGroup(group: MessageList): void
  /** Fetches the mailbox on screen again; older fetched rows stay. */
  loadMessages(): Promise<void>
  /** Fetches the next rows of a group. */
  loadOlderMessages(group: MessageList): Promise<void>
  /** Selects the next or previous visible row. */
  stepMessage(by: 1 | -1): void
}

/** State of this screen. */
export type SwitchboardSlice = InboxSlice & MessagesSlice
/** The shared state with this screen's slice. */
export type State = AppState & SwitchboardSlice

/** `useSwitchboard` reads the state with this screen's slice in components, `switchboardOf` elsewhere. */
export const { use: useSwitchboard, of: switchboardOf } = ownState<SwitchboardSlice>()
