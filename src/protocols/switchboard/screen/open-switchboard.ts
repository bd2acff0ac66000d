import { conversationId } from '../../../core/conversation.ts'
import type { AppState } from '../../../renderer/features/screen.ts'
import type { SwitchboardView } from '../pure/view.ts'
import type { InboxPlace, OpenSwitchboard, State, SwitchboardLink } from './slices.ts'

/** The part of the state that the functions below read. */
export type SwitchboardData = Pick<State, 'state' | 'inbox'>

/** Every Switchboard of the workspace, in the order of the links. Returns new objects: not for a selector. */
export function switchboardLinks(state: Pick<AppState, 'state'>): readonly SwitchboardLink[] {
  return (state.state?.links ?? [])
    .filter((link) => link.protocol === 'switchboard')
    .map((link) => ({ link, view: state.state?.views.find((one) => one.link === link.id)?.view as SwitchboardView | undefined }))
}

/** What is on screen, by choice or by default. Undefined: the workspace has no Switchboard. Returns new objects: not for a selector. */
export function openSwitchboardOf(state: SwitchboardData): OpenSwitchboard | undefined {
  const switchboards = switchboardLinks(state)
  const switchboard = switchboards.find((one) => one.link.id === state.inbox.link) ?? switchboards[0]
  return switchboard === undefined ? undefined : { ...switchboard, place: state.inbox.place ?? firstPlace(switchboard.view) }
}

/** Id of the conversation of the mailbox on screen. */
export function mailboxInSight(state: SwitchboardData): string | undefined {
  const open = openSwitchboardOf(state)
  return open?.place.kind === 'mailbox' ? conversationId(open.link.id, `inbox/${open.place.name}`) : undefined
}

/** The operator's own mail, else the first mailbox with mail to handle, else the first with any, else what makes the first mail possible. */
function firstPlace(view: SwitchboardView | undefined): InboxPlace {
  const boxes = (view?.mailboxes ?? []).filter((box) => box.failed + box.new + box.read + box.acked + box.done > 0)
  const open = boxes.find((box) => box.failed + box.new + box.read + box.acked > 0)
  const name = (boxes.find((box) => box.isOperator) ?? open ?? boxes[0])?.name
  if (name !== undefined) return { kind: 'mailbox', name }
  return (view?.deadLetterCount ?? 0) > 0 ? { kind: 'dead' } : { kind: 'server' }
}
