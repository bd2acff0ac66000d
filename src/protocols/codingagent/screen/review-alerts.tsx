import type { Round } from '../pure/api.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { isReplaced, lostText } from './review-state.ts'
import { RepairBar } from './repair.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { useCodingAgent, codingAgentOf } from './slices.ts'

interface ReviewAlertsProps {
  readonly round: Round | undefined
  /** Rows that had changed when the operator applied. */
  readonly changed: readonly number[]
}

/** Maximum number of rows listed individually. */
const shown = 8

/** Problems to solve first: a failed action, a changed plan, an interrupted round. */
export function ReviewAlerts({ round, changed }: ReviewAlertsProps): React.JSX.Element | null {
  const store = useStoreApi()
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'review' ? state.session.fault.fault : undefined))
  const lost = useCodingAgent(lostText)
  const isOther = useCodingAgent(isReplaced)
  const isInterrupted = round?.state === 'interrupted' || round?.interrupted !== undefined
  const canRepair = round?.state === 'replied' && ((round.plan?.repairs ?? 0) > 0 || round.reply?.original !== undefined)
  const warnings = round?.state === 'replied' ? (round.reply?.warnings ?? []) : []
  if (fault === undefined && !isOther && changed.length === 0 && !isInterrupted && !canRepair && warnings.length === 0) return null
  return (
    <div className="review-alerts">
      {fault !== undefined && <FieldFault fault={fault} />}
      {isOther && (
        <div className="small needs alert-acts" role="alert">
          <p>
            <Glyph shape="over" /> Another reply took the place of the one you were reviewing.
            {lost !== undefined && ' The text that you were writing for a row was not used.'}
          </p>
          {lost !== undefined && <CopyButton text={lost} what="Your text" />}
          <button type="button" className="btn small" onClick={() => codingAgentOf(store.getState()).acceptReply()}>
            Review this one
          </button>
        </div>
      )}
      {changed.length > 0 && (
        <p className="small needs" role="alert">
          <Glyph shape="over" /> {changed.length === 1 ? 'One row has' : `${changed.length} rows have`} changed since your review. Nothing
          was applied. Check{' '}
          {changed.slice(0, shown).map((index) => (
            <button key={index} type="button" className="link" onClick={() => codingAgentOf(store.getState()).chooseRow(index)}>
              row {index}
            </button>
          ))}
          {changed.length > shown && <span>and {changed.length - shown} more</span>}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="small needs" role="alert">
          <Glyph shape="over" /> <VisibleText text={warning} />
        </p>
      ))}
      {canRepair && <RepairBar round={round} />}
      {isInterrupted && (
        <p className="small lost" role="alert">
          <Glyph shape="over" /> Patchbay exited while applying this round.{' '}
          {round.interrupted === undefined ? (
            'No command was interrupted.'
          ) : (
            <>
              <code>{round.interrupted}</code> was interrupted: it may have run partly or completely, and will not be run again.
            </>
          )}
          {round.state === 'interrupted' && ' Review the results, then continue with the rest.'}
        </p>
      )}
    </div>
  )
}
