import { useState } from 'react'
import type { Agent } from '../../../core/agent.ts'
import type { Conversation } from '../../../core/conversation.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { paletteOverlay } from '../../features/overlays.ts'
import type { AppCommand } from '../../features/screen.ts'
import { useSearch, type SearchState } from '../../features/search/use-search.ts'
import { useNow } from '../../features/state/clock.ts'
import { canRun, labelOf } from '../../features/state/command.ts'
import { useApp, useStoreApi } from '../../features/state/store.ts'
import { commandsOf } from '../commands.ts'
import { agentWords, byRecency, matchesOf, type Matches } from './palette-groups.ts'

/** Rows per group while something is typed; the totals count all of them. */
export const mostRows = 5

/** What is typed in the palette, and what it finds. */
export interface PaletteFound {
  readonly query: string
  setQuery(query: string): void
  readonly isTyped: boolean
  readonly actions: Matches<AppCommand>
  readonly agents: Matches<Agent>
  readonly conversations: Matches<Conversation>
  /** Their hits belong to an earlier query until `isSettled`. */
  readonly messages: SearchState
  /** Without the one on screen. */
  readonly workspaces: Matches<Workspace>
  readonly total: number
  /** Whether everything found is of this query: messages come later than the rest. */
  readonly isSettled: boolean
  /** For the ages of what was found, ms. */
  readonly now: number
}

/** Finds commands, agents, conversations, messages and workspaces by what is typed; before that it offers all commands and the newest of the rest. */
export function usePalette(): PaletteFound {
  const initial = useApp((state) => paletteOverlay.of(state)?.query) ?? ''
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const folds = useApp((state) => state.state)
  const known = useApp((state) => state.workspaces)
  const [query, setQuery] = useState(initial)
  const [messages] = useSearch(client, workspace, query, mostRows)
  // Commands look at all of the state. They follow it once a second: with every change, the palette would be drawn again too often.
  const now = useNow()
  const state = useStoreApi().getState()
  const commands = commandsOf(state.screens)
  const isTyped = query.trim() !== ''
  const actions = matchesOf(
    commands.filter((command) => command.keyOnly !== true && canRun(command, state)),
    query,
    (command) => labelOf(command, state),
    isTyped ? mostRows : commands.length,
    ({ group, words = '' }) => `${group} ${words}`,
  )
  const agents = matchesOf(folds?.agents ?? [], query, (agent) => agent.name, mostRows, agentWords)
  const conversations = matchesOf(byRecency(folds?.conversations ?? []), query, (one) => one.key, mostRows)
  const workspaces = matchesOf(
    known.filter((one) => one.id !== workspace),
    query,
    (one) => one.name,
    mostRows,
    (one) => one.path,
  )
  return {
    query,
    setQuery,
    isTyped,
    actions,
    agents,
    conversations,
    messages,
    workspaces,
    total: actions.total + agents.total + conversations.total + workspaces.total + messages.total,
    isSettled: !messages.busy && messages.query === query.trim(),
    now,
  }
}
