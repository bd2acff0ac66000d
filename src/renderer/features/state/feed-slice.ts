import type { FeedFilter } from '../../../api/contract.ts'
import type { Event } from '../../../core/event.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { FeedWindow } from '../feed/feed-window.ts'

/** Where the list is asked to scroll; a new object is a new request. */
export type ScrollRequest = { readonly to: 'end' } | { readonly to: 'event'; readonly id: string; readonly align: 'center' | 'nearest' }

export interface FeedSlice {
  readonly filter: FeedFilter
  readonly feed: FeedWindow
  /** Grows when the rows have nothing to do with those before: the list starts anew. */
  readonly feedLoad: number
  readonly feedPhase: 'loading' | 'ready' | 'failed'
  readonly feedFault: Fault | undefined
  readonly loadingSide: 'before' | 'after' | undefined
  /** New rows scroll into view. */
  readonly following: boolean
  /** Why it does not follow: the operator said so, or scrolled away (then the end resumes it). */
  readonly pausedBy: 'key' | 'scroll' | undefined
  /** Messages that came since the pause. */
  readonly newCount: number
  /** Where the rows begin that the operator had not seen. */
  readonly marker: { readonly ord: number; readonly count: number } | undefined
  /** Row that was jumped to. */
  readonly highlight: string | undefined
  readonly scroll: ScrollRequest | undefined
  /** For the live region: how many messages came, and the last of them. */
  readonly arrived: { readonly count: number; readonly last: Event | undefined }
  setFilter(filter: FeedFilter): void
  /** Loads the newest page again, or the page around where the list is. */
  reload(): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows an event in its context, with the filter dropped when it would hide the event. */
  jumpTo(id: string): Promise<Result<Event>>
  follow(): void
  pause(by: 'key' | 'scroll'): void
  toggleFollow(): void
  /** The list shows rows up to this position; they count as read when somebody looks. */
  seen(ord: number): void
  /** The event and what follows in its conversation become unread. */
  markUnread(id?: string): Promise<Result<unknown>>
  /** Pushed events; applied before the next frame. */
  receive(events: readonly Event[]): void
  stateArrived(): void
}
