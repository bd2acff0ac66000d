import { Check, CheckCheck, Reply } from 'lucide-react'
import type { Event } from '../../../core/event.ts'
import { whyNoMessages } from '../state/draft.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** What can be done with a message. Icons only: the keys are listed in the inspector and the shortcut sheet, and nothing may cover the text of the row. */
export function RowActs({ event, isSelected }: { readonly event: Event; readonly isSelected: boolean }): React.JSX.Element | null {
  const store = useStoreApi()
  const tab = isSelected ? 0 : -1
  const { reply, acknowledge } = store.getState()
  const isDone = useApp((state) => state.acknowledged.has(event.id))
  // The inspector says why.
  const isMute = useApp((state) => whyNoMessages(state, event.source) !== undefined)
  if (isMute) return null
  const acts = [
    { label: 'Reply', key: 'r', Icon: Reply, run: reply, isDone: false },
    { label: isDone ? 'Acknowledged' : 'Acknowledge', key: 'a', Icon: isDone ? CheckCheck : Check, run: acknowledge, isDone },
  ]
  return (
    <div className="row-acts">
      <span className="under-anchor" />
      <span className="row-btns">
        {acts.map(({ label, key, Icon, run, isDone: isOver }) => (
          <button
            key={key}
            type="button"
            className="btn ghost icon mini"
            aria-pressed={isOver ? true : undefined}
            title={`${label}  ${key}`}
            aria-label={label}
            tabIndex={tab}
            onClick={(click) => {
              click.stopPropagation()
              void run(event.id)
            }}
          >
            <Icon className="i" aria-hidden="true" />
          </button>
        ))}
      </span>
    </div>
  )
}
