import { useApp } from '../state/store.ts'
import { HaltDialog } from './halt-dialog.tsx'
import { ResumeDialog } from './resume-dialog.tsx'

/** The dialogs of Halt and Resume, above all others: opening them closes nothing, and nothing opens over them. */
export function HaltDialogs(): React.JSX.Element | null {
  const table = useApp((state) => state.haltDialog)
  if (table === undefined) return null
  return table.kind === 'halt' ? <HaltDialog table={table} /> : <ResumeDialog table={table} />
}
