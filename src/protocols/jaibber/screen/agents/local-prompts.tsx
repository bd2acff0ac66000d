import { ClipboardPaste, Square } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { QueuedPrompt } from '../../pure/api.ts'
import { wireIdOf } from '../../pure/ids.ts'
import type { Local } from './locals.ts'
import { projectOf } from '../teams.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { clockTime, count, counted } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { promptCount, waitsForPaste } from './local-words.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'

/** The prompt a local agent is answering and its queue, each with a link to its message. */
export function LocalPrompts({ local }: { readonly local: Local }): React.JSX.Element | null {
  const { link, agent } = local
  const { current, queue, more } = agent
  if (promptCount(agent) === 0) return null
  return (
    <>
      {current !== undefined && (
        <>
          <h3>
            {agent.state === 'answering' ? 'Answering' : waitsForPaste(agent) ? 'Waiting for your paste' : 'About to answer'}
            {agent.state === 'answering' && <span className="end dim">{counted(current.chars, 'character')} so far</span>}
          </h3>
          <ul className="hist prompts">
            <PromptRow link={link.id} prompt={current} />
          </ul>
          <CurrentActs local={local} />
        </>
      )}
      {queue.length > 0 && (
        <>
          <h3>
            Queue <span className="end dim">{counted(queue.length + more, 'prompt')}</span>
          </h3>
          <ol className="hist prompts" aria-label="Queue">
            {queue.map((prompt) => (
              <PromptRow key={prompt.messageId} link={link.id} prompt={prompt} />
            ))}
          </ol>
          {more > 0 && <p className="small dim">{count(more)} later prompts not shown.</p>}
        </>
      )}
    </>
  )
}

function CurrentActs({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const stopLocal = useJaibber((state) => state.stopLocal)
  const openPrompts = useJaibber((state) => state.openPrompts)
  return (
    <div className="acts">
      {waitsForPaste(agent) && (
        <button type="button" className="btn small" onClick={() => openPrompts(link.id, agent.settings.name)}>
          <ClipboardPaste className="i" aria-hidden="true" /> Paste answer{' '}
        </button>
      )}
      {agent.state === 'answering' && (
        <button type="button" className="btn small" onClick={() => void stopLocal('stopAnswer', link.id, agent.id)}>
          <Square className="i" aria-hidden="true" /> Stop answer <kbd>x</kbd>
        </button>
      )}
    </div>
  )
}

interface PromptRowProps {
  readonly link: string
  readonly prompt: QueuedPrompt
}

function PromptRow({ link, prompt }: PromptRowProps): React.JSX.Element {
  const project = useApp((state) => projectOf(state, link, prompt.project)?.name ?? prompt.project)
  return (
    <li>
      <time className="t">{clockTime(prompt.at)}</time>
      <span className="cut what" title={visibleString(prompt.text)}>
        <VisibleText text={prompt.text} />
      </span>
      <MessageLink link={link} messageId={prompt.messageId} />
      <span className="by dim">
        <AgentName source={link} name={prompt.from} />
        <span className="cut">
          in <VisibleText text={project} />
        </span>
      </span>
    </li>
  )
}

/** Shows a message in the feed, or says why it cannot. */
export function MessageLink({ link, messageId }: { readonly link: string; readonly messageId: string }): React.JSX.Element {
  const showMessage = useJaibber((state) => state.showMessage)
  const [fault, setFault] = useState<Fault>()
  return (
    <>
      <button
        type="button"
        className="link anchor"
        title="Show in the feed"
        onClick={() => void showMessage(link, wireIdOf(messageId)).then((refused) => setFault(refused))}
      >
        show
      </button>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}
