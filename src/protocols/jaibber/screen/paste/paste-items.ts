import type { WorkspaceState } from '../../../../api/contract.ts'
import type { PasteItem, PasteItems } from '../../../../renderer/features/screen.ts'
import type { JaibberSlice } from '../state.ts'
import { projectOf } from '../teams.ts'
import { PromptPane } from './prompt-pane.tsx'
import { PromptUnder } from './prompt-under.tsx'
import { promptAt, promptsOf } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'

/** Agent prompts in the Paste view that wait for the operator's paste. */
export const pasteItems: PasteItems<JaibberSlice> = {
  sections: (state) => [
    {
      key: 'prompts',
      label: 'Agent prompts',
      groups: [{ title: 'Needs you', items: promptsOf({ state }).map((prompt) => itemOf(state, prompt)) }],
    },
  ],
  current(state, opened) {
    const prompt = promptAt(promptsOf({ state }), opened)
    return prompt && { link: prompt.link.id, id: prompt.item.id }
  },
  open: (state, { link, id }) => state.openPrompt(link, id),
  copy(state, item) {
    state.showPasteItem(item)
    return state.copyPrompt()
  },
  paste(state, { link, id }) {
    state.openPrompt(link, id)
    return state.pasteAnswer()
  },
  Main: PromptPane,
  Under: PromptUnder,
}

function itemOf(state: WorkspaceState, { link, item }: WaitingPrompt): PasteItem {
  const project = projectOf({ state }, link.id, item.project)?.name ?? item.project
  return {
    link: link.id,
    id: item.id,
    shape: 'needs',
    line: `${item.agent}: ${item.text}`,
    title: `${item.from} in ${project}: ${item.text}`,
    at: item.at,
    words: `${item.agent} ${item.from} ${item.text}`,
  }
}
