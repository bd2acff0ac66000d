import { useNow } from '../../../../renderer/features/state/clock.ts'
import { openPromptOf, promptKey } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'
import { projectOf } from '../teams.ts'
import { useTeamAnswer } from '../use-team.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { Chip } from '../../../../renderer/features/common/chip.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { age } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { MessageLink } from '../agents/local-prompts.tsx'
import { AnswerStep } from './answer-step.tsx'
import { PasteHead } from '../../../../renderer/features/paste/paste-head.tsx'
import { usePastedText } from '../../../../renderer/features/paste/use-pasted-text.ts'
import { PromptStep } from './prompt-step.tsx'
import './prompts.css'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'

/** A prompt of an agent that answers by copy and paste: copy it, paste the LLM's answer, publish it. */
export function PromptPane(): React.JSX.Element {
  const open = useApp(openPromptOf)
  return open === undefined ? <NoPrompt /> : <OpenPrompt key={promptKey(open)} open={open} />
}

function OpenPrompt({ open }: { readonly open: WaitingPrompt }): React.JSX.Element {
  const { link, item } = open
  const prompt = useTeamAnswer(link.id, 'prompt', { prompt: item.id })
  const project = useApp((state) => projectOf(state, link.id, item.project)?.name ?? item.project)
  const now = useNow()
  const setAnswer = useJaibber((state) => state.setAnswer)
  usePastedText(true, setAnswer)
  return (
    <>
      <PasteHead>
        <h1 className="cut">
          <VisibleText text={`${item.agent} in ${project}`} />
        </h1>
        <Chip protocol={link.protocol} />
        <span className="sub">waiting {age(item.at, now)}</span>
      </PasteHead>
      <div className="asked-for">
        <span className="agent">
          <AgentName source={link.id} name={item.from} />
        </span>
        <p className="cut">
          <VisibleText text={item.text} />
        </p>
        <MessageLink link={link.id} messageId={item.messageId} />
      </div>
      {prompt?.ok === false && (
        <div className="paste-note">
          <FieldFault fault={prompt.fault} />
        </div>
      )}
      <div className="steps for-answer">
        <PromptStep open={open} prompt={prompt?.ok === true ? prompt.value : undefined} />
        <AnswerStep open={open} />
      </div>
    </>
  )
}

/** No prompt is waiting: shown until the operator leaves the view. */
function NoPrompt(): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  return (
    <>
      <PasteHead />
      <div className="empty">
        <h2>No prompts waiting</h2>
        <p>When a message mentions a local agent that answers by copy and paste, its prompt appears here.</p>
        <div className="acts">
          <button type="button" className="btn" onClick={() => setView('agents')}>
            Go to Agents
          </button>
        </div>
      </div>
    </>
  )
}
