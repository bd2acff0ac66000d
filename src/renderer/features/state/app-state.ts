import type { BoardMoves } from '../board/state/board-moves.ts'
import type { BoardSlice } from '../board/state/board.ts'
import type { ComposeSlice } from './compose.ts'
import type { FeedSlice } from './feed-slice.ts'
import type { ListSlice } from './list.ts'
import type { LiveSlice } from './live.ts'
import type { LocalsSlice } from '../../../protocols/jaibber/screen/agents/locals-state.ts'
import type { FoldingSlice } from './folding.ts'
import type { InboxSlice } from '../../../protocols/switchboard/screen/inboxes-state.ts'
import type { MailSlice } from '../../../protocols/switchboard/screen/mail-pages.ts'
import type { PasteActs } from '../../../protocols/codingagent/screen/paste-acts.ts'
import type { PasteSlice } from '../paste/paste-state.ts'
import type { PromptSlice } from '../../../protocols/jaibber/screen/paste/prompts-state.ts'
import type { ReviewSlice } from '../../../protocols/codingagent/screen/review-state.ts'
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
