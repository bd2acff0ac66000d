import type { Link } from '../../../../core/link.ts'
import type { PasteItem } from '../../pure/api.ts'
import { teamsOf } from '../teams.ts'
import type { TeamData } from '../teams.ts'
import type { AppState } from '../../../../renderer/features/screen.ts'

/** A prompt that waits for the operator's paste, with its team. */
export interface WaitingPrompt {
  readonly link: Link
  readonly item: PasteItem
}

/** Which prompt of which team. */
export interface PromptName {
  readonly link: string
  readonly id: string
}

type PromptData = Pick<AppState, 'state' | 'paste'>

const noPrompts: readonly WaitingPrompt[] = []
const prompts = new WeakMap<object, readonly WaitingPrompt[]>()

/** Prompts of all teams that wait for a paste, oldest first; the same array while the state is the same. */
export function promptsOf(state: TeamData): readonly WaitingPrompt[] {
  const now = state.state
  if (now === undefined) return noPrompts
  const before = prompts.get(now)
  if (before !== undefined) return before
  const found = teamsOf(state)
    .flatMap(({ link, view }) => view.prompts.map((item) => ({ link, item })))
    .toSorted((a, b) => a.item.at - b.item.at)
  prompts.set(now, found)
  return found
}

/** Whether the Paste view shows prompts of agents: one was opened, or there is nothing else to show. */
export function isAtPrompts(state: PromptData): boolean {
  if (state.paste.prompt !== undefined) return true
  return promptsOf(state).length > 0 && state.state?.links.some((link) => link.protocol === 'codingagent') !== true
}

/** The prompt on screen of the Paste view: the one that was opened, or, when it waits no more, the oldest. */
export function openPromptOf(state: PromptData): WaitingPrompt | undefined {
  if (!isAtPrompts(state)) return undefined
  const { prompt } = state.paste
  const waiting = promptsOf(state)
  return waiting.find(({ link, item }) => link.id === prompt?.link && item.id === prompt.id) ?? waiting[0]
}

/** Names a prompt among those of all teams. */
export function promptKey({ link, item }: WaitingPrompt): string {
  return `${link.id} ${item.id}`
}
