import type { DebtKind } from '../../../core/acts.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { useApp, useStoreApi } from '../state/store.ts'

const byMessage: ReadonlySet<DebtKind> = new Set(['answer', 'review', 'task'])

/** Whether a message can end a debt. The others are pasted, decided or approved. */
export function canMessageEnd({ debt }: DebtRow): boolean {
  return byMessage.has(debt.kind)
}

interface NoMessageEndsProps {
  readonly row: DebtRow
  onClose(): void
}

/** In place of the ways out where no message ends a wait: leads to what does. */
export function NoMessageEnds({ row, onClose }: NoMessageEndsProps): React.JSX.Element {
  const store = useStoreApi()
  const need = useApp(({ state }) => state?.desk.needs.find((each) => each.row?.keys.includes(row.debt.key))?.id)
  const show = (): void => {
    const { setView, selectNeed } = store.getState()
    onClose()
    setView('needs')
    selectNeed(need)
  }
  return (
    <p className="small mid" role="status">
      No message can end this wait.{' '}
      {need !== undefined && (
        <button type="button" className="link" onClick={show}>
          Show it in Needs me
        </button>
      )}
    </p>
  )
}
