import { utf8Length } from '../../pure/size.ts'
import type { Local } from './locals.ts'
import { projectOf } from '../teams.ts'
import { useTeamAnswer } from '../use-team.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { clockTime, counted, sizeText } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { Peek } from '../../../../renderer/features/common/peek.tsx'
import { MessageLink } from './local-prompts.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** The full prompt of an agent's last answer, as its provider got it. */
export function LocalMadeFrom({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element | null {
  const again = `${agent.current?.responseId} ${agent.answered} ${agent.state}`
  const answer = useTeamAnswer(link.id, 'lastPrompt', { agent: agent.id }, again)
  const project = useApp((state) => {
    const id = answer?.ok === true ? answer.value?.project : undefined
    return projectOf(state, link.id, id)?.name ?? id ?? ''
  })
  if (answer === undefined || (answer.ok && answer.value === null)) return null
  return (
    <>
      <h3>
        Last prompt
        {answer.ok && answer.value !== null && (
          <span className="end dim">
            {clockTime(answer.value.at)} <MessageLink link={link.id} messageId={answer.value.messageId} />
          </span>
        )}
      </h3>
      {!answer.ok && <FieldFault fault={answer.fault} />}
      {answer.ok && answer.value !== null && (
        <>
          <p className="small dim">
            {sizeText(utf8Length(answer.value.prompt))} from <VisibleText text={project} />: the message,{' '}
            {counted(answer.value.context, 'message')} before it
            {answer.value.left > 0 && `, ${counted(answer.value.left, 'older one')} left out`}
          </p>
          <Peek title={`Prompt of ${agent.settings.name}`} text={answer.value.prompt} />
        </>
      )}
    </>
  )
}
