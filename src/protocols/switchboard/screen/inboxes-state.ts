import type { z } from 'zod'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { switchboardMethods } from '../pure/api.ts'
import type { MessageList, MessageRow, SwitchboardMethods } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import type { AppState, MakeSlice } from '../../../renderer/features/screen.ts'
import { writeMailOverlay } from './overlays.ts'

type Method = keyof SwitchboardMethods
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
export interface MailKey {
  readonly mailbox: string
  readonly id: string
}

/** The part of a group that was fetched, newest first. */
export interface MailPage {
  readonly rows: readonly MessageRow[]
  readonly total: number
  readonly hasMore: boolean
  readonly fault?: Fault
}

interface InboxState {
  /** Absent: the first link that there is. */
  readonly link?: string
  /** Absent: a mailbox, see `openSwitchboardOf`. */
  readonly place?: InboxPlace
  readonly message?: MailKey
  /** File of the dead letter in the inspector. */
  readonly deadLetter?: string
  /** Name of the agent in the inspector of the roster. */
  readonly agent?: string
  /** Fault of the last act on a message. */
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

type SwitchboardData = Pick<AppState, 'state' | 'inbox'>

export interface InboxSlice {
  readonly inbox: InboxState
  readonly inboxTab: InboxTab
  /** Fills the main pane; `link` when another one is meant. */
  openInbox(place: InboxPlace, link?: string): void
  /** Keeps a mailbox that is on screen by default, so that new mail elsewhere does not change what is looked at. */
  settleInbox(): void
  /** Shows a message in the inspector; a drawer opens where that floats. */
  openMail(key: MailKey): void
  selectMail(key: MailKey): void
  selectDeadLetter(file: string): void
  selectRosterAgent(name: string): void
  setInboxTab(tab: InboxTab): void
  /** Calls a method of the link on screen, or of `link`. */
  callSwitchboard<M extends Method>(method: M, input: SwitchboardInput<M>, link?: string): Promise<Result<SwitchboardOutput<M>>>
  /** Acknowledges or archives a message; a fault is kept beside it. */
  actOnMail(act: 'acknowledge' | 'archive', key?: MailKey): Promise<void>
  /** Opens the dialog for a new message. */
  writeMail(draft?: MailDraft): void
  /** A key for one try to send. */
  newKey(): string
}

/** A message as the form makes it: every field that a sender chooses, so that none is forgotten. */
export type ComposedMail = { readonly [field in keyof Required<SwitchboardInput<'preview'>>]: SwitchboardInput<'preview'>[field] }

/** What the dialog for a new message begins with. */
export interface MailDraft extends Readonly<Partial<SwitchboardInput<'preview'>>> {
  /** What the dialog is called: `Reply to coder`. */
  readonly title?: string
}

/** Every Switchboard of the workspace, in the order of the links. Makes new objects: not for a selector. */
export function switchboardLinks(state: SwitchboardData): readonly SwitchboardLink[] {
  return (state.state?.links ?? [])
    .filter((link) => link.protocol === 'switchboard')
    .map((link) => ({ link, view: state.state?.views.find((one) => one.link === link.id)?.view as SwitchboardView | undefined }))
}

/** What is on screen, by choice or by default. Undefined: there is no Switchboard. Makes new objects: not for a selector. */
export function openSwitchboardOf(state: SwitchboardData): OpenSwitchboard | undefined {
  const switchboards = switchboardLinks(state)
  const switchboard = switchboards.find((one) => one.link.id === state.inbox.link) ?? switchboards[0]
  return switchboard === undefined ? undefined : { ...switchboard, place: state.inbox.place ?? firstPlace(switchboard.view) }
}

/** The operator's own mail, else the first mailbox with mail to handle, else the first with any, else what makes the first mail possible. */
function firstPlace(view: SwitchboardView | undefined): InboxPlace {
  const boxes = (view?.mailboxes ?? []).filter((box) => box.failed + box.new + box.read + box.acked + box.done > 0)
  const open = boxes.find((box) => box.failed + box.new + box.read + box.acked > 0)
  const name = (boxes.find((box) => box.isOperator) ?? open ?? boxes[0])?.name
  if (name !== undefined) return { kind: 'mailbox', name }
  return (view?.deadLetterCount ?? 0) > 0 ? { kind: 'dead' } : { kind: 'server' }
}

/** Where the operator is and what is chosen on the inboxes' screen. */
export const inboxSlice: MakeSlice<InboxSlice> = (set, get, env) => {
  const patch = (change: Partial<InboxState>): void => set((state) => ({ inbox: { ...state.inbox, ...change } }))
  return {
    inbox: {},
    inboxTab: 'message',

    openInbox(place, link = openSwitchboardOf(get())?.link.id) {
      set({ inbox: { ...(link === undefined ? {} : { link }), place }, drawer: undefined })
    },

    settleInbox() {
      const open = openSwitchboardOf(get())
      if (get().inbox.place === undefined && open?.place.kind === 'mailbox') patch({ link: open.link.id, place: open.place })
    },

    openMail(key) {
      get().selectMail(key)
      set({ drawer: 'inspector' })
    },

    selectMail(key) {
      get().settleInbox()
      set(({ inbox: { fault, ...kept } }) => ({ inbox: { ...kept, message: key, ...(fault?.id === key.id ? { fault } : {}) } }))
    },

    selectDeadLetter(file) {
      patch({ deadLetter: file })
      set({ drawer: 'inspector' })
    },

    selectRosterAgent(name) {
      patch({ agent: name })
      set({ drawer: 'inspector' })
    },

    setInboxTab: (tab) => set({ inboxTab: tab }),

    async callSwitchboard(method, input, link = openSwitchboardOf(get())?.link.id) {
      if (link === undefined) return fail('not-found', 'There is no Switchboard in this workspace. Add one in Links.')
      return callLink(env.client, link, switchboardMethods, method, input)
    },

    async actOnMail(act, key = get().inbox.message) {
      if (key === undefined) return
      set(({ inbox: { fault: _fault, ...kept } }) => ({ inbox: kept }))
      const done = await get().callSwitchboard(act, { mailbox: key.mailbox, id: key.id })
      if (done.ok) get().toast({ text: act === 'archive' ? 'Archived' : 'Acknowledged', detail: key.id })
      else patch({ fault: { id: key.id, fault: done.fault } })
      await get().loadMail()
    },

    writeMail(draft = {}) {
      set({ overlay: writeMailOverlay({ draft }) })
    },

    newKey: () => env.newId(),
  }
}
