import { BellOff, Bell } from 'lucide-react'
import { shownAgent } from '../agents/agent-order.ts'
import { titleOf } from '../conversations/tree-rows.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { NoticeMute } from '../../../core/notice.ts'

const hourMs = 60 * 60_000

/** What a command mutes: the agent or the conversation on screen. */
interface Target {
  readonly what: Pick<NoticeMute, 'agent' | 'source' | 'conversation'>
  readonly name: string
}

/** The agent that is shown, or that the selected need is about. */
function agentOf(state: AppState): Target | undefined {
  const chosen = state.view === 'agents' ? shownAgent(state)?.id : needOf(state)?.who
  const agent = state.state?.agents.find(({ id }) => id === chosen)
  return agent === undefined || agent.isOperator ? undefined : { what: { agent: agent.id }, name: agent.name }
}

/** The conversation in the feed, or that of the selected need. */
function conversationOf(state: AppState): Target | undefined {
  const need = needOf(state)
  const ofNeed = need?.link !== undefined && need.conversation !== undefined ? conversationId(need.link, need.conversation) : undefined
  const id = state.view === 'feed' ? state.filter.conversation : ofNeed
  const conversation = state.state?.conversations.find((one) => one.id === id)
  return conversation === undefined
    ? undefined
    : { what: { source: conversation.source, conversation: conversation.id }, name: titleOf(conversation) }
}

function needOf({ view, need, state }: AppState) {
  return view === 'needs' ? state?.desk.needs.find(({ id }) => id === need) : undefined
}

function muteCommands(noun: 'agent' | 'conversation', targetOf: (state: AppState) => Target | undefined): AppCommand[] {
  return ([hourMs, undefined] as const).map((ms) => ({
    id: `notices.mute-${noun}${ms === undefined ? '' : '-hour'}`,
    group: noun === 'agent' ? 'Agents' : 'Message',
    label: ms === undefined ? `Mute this ${noun}` : `Mute this ${noun} for an hour`,
    icon: BellOff,
    hint: (state) => targetOf(state)?.name,
    when: (state) => targetOf(state) !== undefined,
    writes: true,
    run: (state) => {
      const target = targetOf(state)
      return target && state.mute(target.what, ms, target.name)
    },
  }))
}

/** Commands that keep notifications silent. */
export const noticeCommands: readonly AppCommand[] = [
  ...muteCommands('agent', agentOf),
  ...muteCommands('conversation', conversationOf),
  {
    id: 'notices.mute-all',
    group: 'Workspace',
    label: 'Mute all notifications for an hour',
    words: 'silence quiet disturb',
    icon: BellOff,
    when: (state) => !isMuted(state),
    writes: true,
    run: (state) => state.muteAll(hourMs),
  },
  {
    id: 'notices.unmute-all',
    group: 'Workspace',
    label: 'Show notifications again',
    words: 'unmute',
    icon: Bell,
    when: isMuted,
    writes: true,
    run: (state) => state.muteAll(undefined),
  },
]

function isMuted({ settings, now }: AppState): boolean {
  return (settings.notices.mutedUntil ?? 0) > now()
}
