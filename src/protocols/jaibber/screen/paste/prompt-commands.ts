import { ClipboardCopy, ClipboardPaste, SendHorizontal, X } from 'lucide-react'
import { openPromptOf, promptsOf } from './prompts.ts'
import type { AppCommand, AppState } from '../../../../renderer/features/screen.ts'
import { declinePromptOverlay } from '../overlays.ts'
import { answerOf, type PromptSlice } from './prompts-state.ts'

const onPrompt = (state: AppState): boolean => state.view === 'paste' && openPromptOf(state) !== undefined
const agentHint = (state: AppState): string | undefined => openPromptOf(state)?.item.agent

/** Whether there is an answer to publish. */
function hasAnswer(state: AppState): boolean {
  const open = openPromptOf(state)
  return onPrompt(state) && open !== undefined && answerOf(state, open).trim() !== ''
}

/** Commands for prompts of agents that answer by copy and paste. */
export const promptCommands: readonly AppCommand<PromptSlice>[] = [
  {
    id: 'prompt.open',
    group: 'Paste',
    label: 'Answer the oldest agent prompt',
    icon: ClipboardPaste,
    hint: (state) => promptsOf(state)[0]?.item.agent,
    when: (state) => promptsOf(state).length > 0 && !onPrompt(state),
    run(state) {
      const [first] = promptsOf(state)
      if (first !== undefined) state.openPrompt(first.link.id, first.item.id)
    },
  },
  {
    id: 'prompt.copy',
    group: 'Paste',
    label: 'Copy the agent prompt',
    icon: ClipboardCopy,
    keys: ['$mod+Shift+c'],
    hint: agentHint,
    when: onPrompt,
    run: (state) => state.copyPrompt(),
  },
  {
    id: 'prompt.paste',
    group: 'Paste',
    label: 'Paste the agent answer',
    icon: ClipboardPaste,
    keys: ['$mod+Shift+v'],
    hint: agentHint,
    when: onPrompt,
    run: (state) => state.pasteAnswer(),
  },
  {
    id: 'prompt.publish',
    group: 'Paste',
    label: 'Publish the agent answer',
    icon: SendHorizontal,
    keys: ['$mod+Enter'],
    hint: agentHint,
    when: hasAnswer,
    run: (state) => state.publishAnswer(),
  },
  {
    id: 'prompt.decline',
    group: 'Paste',
    label: 'Decline the agent prompt',
    icon: X,
    hint: agentHint,
    when: onPrompt,
    run(state) {
      const open = openPromptOf(state)
      if (open !== undefined) state.setOverlay(declinePromptOverlay({ link: open.link.id, prompt: open.item.id }))
    },
  },
]
