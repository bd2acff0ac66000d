import { useState } from 'react'
import { useAnswer } from '../state/use-answer.ts'
import { CopyButton } from '../common/copy-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { clockTime, counted } from '../../ui/time.ts'
import type { TaskChange } from './task-source.ts'
import type { ShownTask } from './use-shown-task.ts'
import { useApp } from '../state/store.ts'

const step = 10
const rawShown = 4_000

/** The exact lines behind the changes of a task, newest first. */
export function TaskRaw({ task }: { readonly task: ShownTask }): React.JSX.Element {
  const [shown, setShown] = useState(step)
  const { history } = task
  if (history === undefined)
    return task.fault === undefined ? <p className="small dim" aria-busy="true" /> : <FieldFault fault={task.fault} />
  const older = history.length - shown
  return (
    <>
      {history
        .toReversed()
        .slice(0, shown)
        .map((change) => (
          <RawChange key={change.id} link={task.link.id} change={change} />
        ))}
      {older > 0 && (
        <button type="button" className="btn small" onClick={() => setShown(shown + step)}>
          Show {counted(older, 'older change')}
        </button>
      )}
    </>
  )
}

function RawChange({ link, change }: { readonly link: string; readonly change: TaskChange }): React.JSX.Element {
  const jumpTo = useApp((state) => state.jumpTo)
  const answer = useAnswer('events.find', { source: link, wireId: change.wireId })
  const text = answer?.ok === true ? answer.value.raw.text : ''
  return (
    <section aria-label={`${clockTime(change.at)} ${change.label}`}>
      <h3>
        <span className="mono">{clockTime(change.at)}</span> {change.label}
        {answer?.ok === true && (
          <span className="end">
            <button type="button" className="link" onClick={() => void jumpTo(answer.value.id)}>
              in the feed
            </button>
            <CopyButton text={text} what="Raw text" />
          </span>
        )}
      </h3>
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {answer?.ok === true && <RawText label="Raw text" text={text} most={rawShown} />}
    </section>
  )
}
