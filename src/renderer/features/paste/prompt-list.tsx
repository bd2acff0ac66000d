import { openPromptOf, promptKey, promptsOf } from '../../app/prompts.ts'
import type { WaitingPrompt } from '../../app/prompts.ts'
import { useApp } from '../../app/store.ts'
import { projectOf } from '../../app/teams.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'

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
    <li className={`sess ${isOn ? 'on' : ''}`}>
      <button
        type="button"
        className="plain task"
        aria-current={isOn ? 'true' : undefined}
        title={visibleString(`${item.from} in ${project}: ${item.text}`)}
        onClick={() => openPrompt(link.id, item.id)}
      >
        <Glyph shape="needs" />
        <span className="name cut">
          <VisibleText text={`${item.agent}: ${item.text}`} />
        </span>
        <span className="age">{age(item.at, now)}</span>
      </button>
      <span className="under">
        <span className="word needs">paste its answer</span>
        <span className="cut">
          <VisibleText text={`${item.from} in ${project}`} />
        </span>
      </span>
    </li>
  )
}
