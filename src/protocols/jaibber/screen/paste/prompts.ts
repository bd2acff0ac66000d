import type { Link } from '../../../../core/link.ts'
import type { PasteItem } from '../../pure/api.ts'
import { teamProtocol, teamsOf } from '../teams.ts'
import { isPasteOf, type PasteData } from '../../../../renderer/features/paste/shown-paste.ts'
import { perState } from '../../../../renderer/features/state/per-state.ts'
import type { PasteName } from '../../../../renderer/features/state/slices.ts'

/** A prompt that waits for the operator's paste, with its team. */
export interface WaitingPrompt {
  readonly link: Link
  readonly item: PasteItem
}

/** Prompts of all teams waiting for a paste, oldest first; the same array while the state is the same. */
export const promptsOf = perState<WaitingPrompt>((_now, state) =>
  teamsOf(state)
    .flatMap(({ link, view }) => view.prompts.map((item) => ({ link, item })))
    .toSorted((a, b) => a.item.at - b.item.at),
)

/** A prompt by its key in the Paste view, or the oldest when that one is no longer waiting. */
export function promptAt(waiting: readonly WaitingPrompt[], opened: PasteName | undefined): WaitingPrompt | undefined {
  return waiting.find(({ link, item }) => link.id === opened?.link && item.id === opened.id) ?? waiting[0]
}

/** The prompt on screen of the Paste view. */
export function openPromptOf(state: PasteData): WaitingPrompt | undefined {
  return isPasteOf(state, teamProtocol) ? promptAt(promptsOf(state), state.pasteItem) : undefined
}

/** The key of a prompt among those of all teams. */
export function promptKey({ link, item }: WaitingPrompt): string {
  return `${link.id} ${item.id}`
}
