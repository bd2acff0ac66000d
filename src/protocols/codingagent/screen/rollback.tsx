import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { fail, type Result } from '../../../core/fault.ts'
import type { Round } from '../pure/api.ts'
import { useAskedExactly } from '../../../renderer/features/state/use-asked.ts'
import { CancelButton } from '../../../renderer/ui/cancel-button.tsx'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useCodingAgent } from './slices.ts'

interface RollBackButtonProps {
  readonly sequence: number
  /** Why it cannot be rolled back yet: pressing the button says so, since no key reaches a disabled one. */
  readonly obstacle: string | undefined
}

/** Rolls back the newest applied round. */
export function RollBackButton({ sequence, obstacle }: RollBackButtonProps): React.JSX.Element {
  const askReview = useCodingAgent((state) => state.askReview)
  const setSessionFault = useCodingAgent((state) => state.setSessionFault)
  const isBusy = useCodingAgent((state) => state.session.busy !== undefined)
  return (
    <button
      type="button"
      className="btn"
      title={obstacle}
      disabled={isBusy}
      onClick={() => (obstacle === undefined ? askReview('roll back') : setSessionFault('review', fail('conflict', obstacle).fault))}
    >
      <Undo2 className="i" aria-hidden="true" /> Roll back round {sequence}
    </button>
  )
}

interface RollBackDialogProps {
  readonly session: string
  readonly sequence: number
  /** Number of the round whose outbox is open after the rollback. */
  readonly open: number
}

/** Shows exactly what a rollback would restore, remove and cannot undo, before doing it. */
export function RollBackDialog({ session, sequence, open }: RollBackDialogProps): React.JSX.Element {
  const callHome = useCodingAgent((state) => state.callHome)
  const askReview = useCodingAgent((state) => state.askReview)
  const loadRound = useCodingAgent((state) => state.loadRound)
  const isBusy = useCodingAgent((state) => state.session.busy !== undefined)
  const copyAfter = useCodingAgent((state) => state.copyAfter)
  const answer = useAskedExactly(`${session} ${sequence}`, () => callHome('round', { session, sequence }))
  const [failed, setFailed] = useState<Result<Round>>()
  const close = (): void => askReview(undefined)
  const plan = answer?.ok === true ? answer.value.rollBack : undefined
  const rollBack = async (): Promise<void> => {
    const done = await callHome('rollBack', { session, sequence })
    setFailed(done)
    if (!done.ok) return
    close()
    // The open outbox now reports it; the text on the clipboard does not.
    await copyAfter({ session, sequence: open }, `Round ${sequence} rolled back`)
    await loadRound()
  }
  return (
    <Dialog
      title={`Roll back round ${sequence}?`}
      about="Restores files to their state before this round was applied."
      footer={
        <>
          <CancelButton hasFocus onCancel={close} />
          <button type="button" className="btn danger" disabled={plan === undefined || isBusy} onClick={() => void rollBack()}>
            Roll back round {sequence}
          </button>
        </>
      }
      onClose={close}
    >
      {answer === undefined && <p className="small dim">Reading what it changed…</p>}
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {answer?.ok === true && plan === undefined && <p className="small">This round can no longer be rolled back.</p>}
      {plan !== undefined && (
        <>
          <Paths title="Restores" verb="file" paths={plan.restores} />
          <Paths title="Removes" verb="file" paths={plan.removes} />
          <Paths title="Can’t be undone" paths={plan.cannot} isLost />
          {plan.restores.length + plan.removes.length === 0 && <p className="small mid">No files change.</p>}
        </>
      )}
      {failed?.ok === false && <FieldFault fault={failed.fault} />}
    </Dialog>
  )
}

/** Maximum number of lines drawn. */
const shown = 500

interface PathsProps {
  readonly title: string
  readonly verb?: string
  readonly paths: readonly string[]
  readonly isLost?: boolean
}

function Paths({ title, verb, paths, isLost = false }: PathsProps): React.JSX.Element | null {
  if (paths.length === 0) return null
  return (
    <section>
      <h3 className={isLost ? 'small med lost' : 'small med mid'}>
        {title} {verb === undefined ? '' : counted(paths.length, verb)}
      </h3>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="raw" tabIndex={0} aria-label={title}>
        {paths.slice(0, shown).map((path, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list that never moves
          <li key={at}>
            <VisibleText text={path} />
          </li>
        ))}
        {paths.length > shown && <li className="k">{counted(paths.length - shown, 'more line')}</li>}
      </ul>
    </section>
  )
}
