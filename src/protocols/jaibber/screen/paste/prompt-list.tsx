import { useNow } from '../../../../renderer/features/state/clock.ts'
import { openPromptOf, promptKey, promptsOf } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'
import { projectOf } from '../teams.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { DeskItem } from '../../../../renderer/features/paste/paste-row.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** Prompts of agents that wait for the operator's paste, above the sessions: they need somebody now. */
export function PromptList({ words }: { readonly words: string }): React.JSX.Element | null {
  const waiting = useApp(promptsOf)
  const openKey = useApp((state) => {
    const open = openPromptOf(state)
    return open === undefined ? undefined : promptKey(open)
  })
  const now = useNow()
  const rows = waiting.filter(({ item }) => words === '' || `${item.agent} ${item.from} ${item.text}`.toLowerCase().includes(words))
  if (rows.length === 0) return null
  return (
    <section aria-label="Prompts of agents">
      <h3 className="sect">
        Needs you <span className="n">{rows.length}</span>
      </h3>
      <ul>
        {rows.map((prompt) => (
          <PromptItem key={promptKey(prompt)} prompt={prompt} isOn={promptKey(prompt) === openKey} now={now} />
        ))}
      </ul>
    </section>
  )
}

interface PromptItemProps {
  readonly prompt: WaitingPrompt
  readonly isOn: boolean
  readonly now: number
}

function PromptItem({ prompt: { link, item }, isOn, now }: PromptItemProps): React.JSX.Element {
  const openPrompt = useApp((state) => state.openPrompt)
  const project = useApp((state) => projectOf(state, link.id, item.project)?.name ?? item.project)
  return (
    <DeskItem
      isOn={isOn}
      shape="needs"
      text={`${item.agent}: ${item.text}`}
      title={`${item.from} in ${project}: ${item.text}`}
      at={item.at}
      now={now}
      onOpen={() => openPrompt(link.id, item.id)}
    >
      <span className="word needs">paste its answer</span>
      <span className="cut">
        <VisibleText text={`${item.from} in ${project}`} />
      </span>
    </DeskItem>
  )
}
