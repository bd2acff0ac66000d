import type { Output, Push, Settings } from '../../../../api/contract.ts'
import type { Result } from '../../../../core/fault.ts'
import type { Notice, NoticeKind, NoticeMute, NoticeSettings, NoticeVerb } from '../../../../core/notice.ts'
import type { NoticePermission } from '../../../ui/system-notices.ts'

/** What a notification leads to; without an item, the list of everything that needs the operator. */
export type NoticeTarget = Pick<Notice, 'workspace' | 'item'>

/** What stays silent: an agent, a conversation, or one kind of notification in one of them. */
export type NoticeTopic = Pick<NoticeMute, 'agent' | 'source' | 'conversation' | 'kind'>

/** Notifications that the engine lets this page show, and what the operator wants to hear of. */
export interface NoticesSlice {
  readonly noticePermission: NoticePermission
  /** Notifications that the system does not show: they stand in the window. */
  readonly noticeToasts: readonly Notice[]
  /** Title of the last notification, for the live region. */
  readonly noticeSpoken: string
  receiveNotices(push: Extract<Push, { type: 'notices' }>): void
  /** Goes to the item of a notification, in its workspace, and does what its button says. *Later* stays in the view that is open. From a moment in the past, it goes back to now. */
  openNotice(target: NoticeTarget, verb?: NoticeVerb): Promise<void>
  /** Notes in the window have a place to stand, or none: without one they are not shown, and wait. */
  placeNotices(isPlaced: boolean): void
  /** Takes a notification out of the window. */
  closeNotice(id: string): void
  /** Asks for the browser's permission. */
  allowNotices(): Promise<void>
  testNotice(): Promise<Result<Output<'desk.testNotice'>>>
  /** Changes what reaches the operator, from the settings as they are stored now. */
  changeNotices(change: (settings: NoticeSettings) => NoticeSettings): Promise<Result<Settings>>
  /** Mutes an agent or a conversation of the workspace on screen; `ms`: for how long. Undefined: until it is taken back. */
  mute(what: NoticeTopic, ms: number | undefined, name: string): Promise<Result<Settings>>
  unmute(mute: NoticeMute): Promise<Result<Settings>>
  /** Notifies of a kind no longer, or again; the badge stays. */
  muteKind(kind: NoticeKind, isMuted: boolean): Promise<Result<Settings>>
  /** Shows nothing for this long, ms; undefined: shows them again. */
  muteAll(ms: number | undefined): Promise<Result<Settings>>
}
