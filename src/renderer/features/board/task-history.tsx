import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { AgentName } from '../common/agent-name.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime, counted, exactTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { shortId } from '../../../core/short-id.ts'
import type { TaskChange } from './task-source.ts'
import type { ShownTask } from './use-shown-task.ts'
import { useApp } from '../state/store.ts'
import { cutText } from '../../../core/text.ts'

const wordsShown = 300

/** The changes of a task, oldest first. The id links to the envelope in the feed. */
export function TaskHistory({ task, history }: { readonly task: ShownTask; readonly history: readonly TaskChange[] }): React.JSX.Element {
  return (
    <>
      <ol className="hist" aria-label="History">
        {history.map((change) => (
          <ChangeRow key={change.id} link={task.link.id} change={change} />
        ))}
      </ol>
      {task.more > 0 && <p className="small dim">{counted(task.more, 'further change')} not kept</p>}
    </>
  )
}

function ChangeRow({ link, change }: { readonly link: string; readonly change: TaskChange }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const jumpTo = useApp((state) => state.jumpTo)
  const [fault, setFault] = useState<Fault>()
  const show = async (): Promise<void> => {
    const found = await client.call('events.find', { source: link, wireId: change.wireId })
    const shown = found.ok ? await jumpTo(found.value.id) : found
    setFault(shown.ok ? undefined : shown.fault)
  }
  const { words } = change
  return (
    <li>
      <time className="t" title={exactTime(change.at)}>
        {clockTime(change.at)}
      </time>
      <span className="what" title={visibleString(words)}>
        <LineText text={cutText(words, wordsShown)} />
      </span>
      <button type="button" className="anchor link" title={`Show ${visibleString(change.id)} in the feed`} onClick={() => void show()}>
        <VisibleText text={shortId(change.id)} />
      </button>
      <span className="by dim">
        by <AgentName source={link} name={change.by} />
      </span>
      {change.doubt !== undefined && (
        <span className="doubt wrong">
          <Glyph shape="over" /> <VisibleText text={change.doubt} />
        </span>
      )}
      {fault !== undefined && <FieldFault fault={fault} />}
    </li>
  )
}
