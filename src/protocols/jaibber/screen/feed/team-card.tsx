import { memo } from 'react'
import type { Event, MessageBody } from '../../../../core/event.ts'
import { teamDataOf } from '../team-data.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { Doubts } from '../../../../renderer/ui/doubts.tsx'
import { LineText } from '../../../../renderer/ui/line-text.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { AttachedFiles } from './attached-files.tsx'
import { clipText } from '../../../../renderer/features/feed/clip-text.ts'
import { MessageCard } from '../../../../renderer/features/feed/message-card.tsx'
import { Quote } from '../../../../renderer/features/feed/quote.tsx'
import '../../../../renderer/features/feed/stream.css'
import './team-card.css'

/** A message of a team: the quoted message above its text, linked files below; errors, tasks and stopped chains have their own form. */
export const TeamCard = memo(function TeamCard({ event }: { readonly event: Event }): React.JSX.Element | null {
  const { body } = event
  if (body.kind !== 'message') return null
  return (
    <>
      {body.replyTo !== undefined && <Quote source={event.source} wireId={body.replyTo} />}
      <Said event={event} body={body} />
    </>
  )
})

function Said({ event, body }: { readonly event: Event; readonly body: MessageBody }): React.JSX.Element {
  const { partial, agent, title, task, attachments } = teamDataOf(body)
  switch (body.label) {
    case 'stopped':
      return <Doubts doubts={[body.text]} />
    case 'error':
      return <Failed body={body} partial={partial} />
    case 'task':
      if (task === undefined) break
      return (
        <>
          <TaskNews source={event.source} task={task} />
          <Doubts doubts={body.doubts} />
        </>
      )
    default:
  }
  return (
    <>
      {agent !== undefined && title !== undefined && (
        <p className="handoff">
          assigns{' '}
          <span className="ink">
            <VisibleText text={title} />
          </span>{' '}
          to <AgentName source={event.source} name={agent} />
        </p>
      )}
      <MessageCard event={event} />
      {attachments.length > 0 && <AttachedFiles event={event} files={attachments} />}
    </>
  )
}

/** The part of an answer that arrived before its error, and the error. */
function Failed({ body, partial }: { readonly body: MessageBody; readonly partial: string | undefined }): React.JSX.Element {
  const clipped = partial === undefined ? undefined : clipText(partial)
  return (
    <>
      {partial !== undefined && (
        <p className="streaming">
          <VisibleText text={clipped ?? partial} />
          {clipped !== undefined && '…'}
        </p>
      )}
      <p className="failed">
        <Glyph shape="no" />
        <span className="sr">error: </span>
        <span>
          <VisibleText text={clipText(body.text) ?? body.text} />
        </span>
      </p>
      <Doubts doubts={body.doubts} />
    </>
  )
}

interface TaskNewsProps {
  readonly source: string
  readonly task: NonNullable<ReturnType<typeof teamDataOf>['task']>
}

function TaskNews({ source, task }: TaskNewsProps): React.JSX.Element {
  return (
    <div className="env">
      <div className="top">
        <code>
          <VisibleText text={`task ${task.change}`} />
        </code>
      </div>
      <p className="title">
        <LineText text={task.title} />
      </p>
      <dl>
        {task.status !== '' && (
          <div>
            <dt>Status</dt>
            <dd>
              <VisibleText text={task.status} />
            </dd>
          </div>
        )}
        {task.assignee !== undefined && (
          <div>
            <dt>Assignee</dt>
            <dd>
              <AgentName source={source} name={task.assignee} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
