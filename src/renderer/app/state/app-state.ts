import type { BoardMoves } from './board-moves.ts'
import type { BoardSlice } from './board.ts'
import type { ComposeSlice } from './compose.ts'
import type { FeedSlice } from './feed-slice.ts'
import type { ListSlice } from './list.ts'
import type { LiveSlice } from './live.ts'
import type { LocalsSlice } from './locals.ts'
import type { FoldingSlice } from './folding.ts'
import type { InboxSlice } from './inboxes.ts'
import type { MailSlice } from './mail-pages.ts'
import type { PasteActs } from './paste-acts.ts'
import type { PasteSlice } from './paste.ts'
import type { PromptSlice } from './prompts.ts'
import type { ReviewSlice } from './review.ts'
import type { SelectionSlice } from './selection.ts'
import type { SessionSlice } from './session.ts'
import type { ScreenSlice } from './screen.ts'
import type { UnreadSlice } from './unread.ts'
import type { StoreEnv } from './env.ts'

/** Everything the screen knows. Each slice has its own file. */
export type AppState = SessionSlice &
  ScreenSlice &
  FeedSlice &
  ListSlice &
  UnreadSlice &
  LiveSlice &
  SelectionSlice &
  FoldingSlice &
  ComposeSlice &
  InboxSlice &
  MailSlice &
  PasteSlice &
  PasteActs &
  ReviewSlice &
  BoardSlice &
  BoardMoves &
  LocalsSlice &
  PromptSlice

export type SetState = (next: Partial<AppState> | ((state: AppState) => Partial<AppState>)) => void
export type GetState = () => AppState

/** Makes one slice. */
export type MakeSlice<T> = (set: SetState, get: GetState, env: StoreEnv) => T
