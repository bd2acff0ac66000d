import type { WirePreview } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { count, sizeText } from '../../ui/time.ts'
import type { ComposerDraft } from '../state/compose-slice.ts'
import { useApp } from '../state/store.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { Remedy } from './remedy.tsx'
import type { Composed } from './use-composed.ts'
import { WireText } from './wire-text.tsx'

interface WireBarProps {
  readonly message: Composed
  readonly faultId: string
  /** Shows the place in the text that a fault is about. */
  onShow(at: number): void
}

/** The exact text that would be written, or what is wrong with it, and the button that sends it. */
export function WireBar({ message, faultId, onShow }: WireBarProps): React.JSX.Element {
  const { draft, source, where, recipients, wire, fault, obstacle } = message
  const editDraft = useApp((state) => state.editDraft)
  const isLive = useIsLive()
  const more = draft.also?.length ?? 0
  return (
    <div className={`wire ${fault === undefined ? '' : 'bad'}`}>
      {fault === undefined ? (
        <WireText wire={wire} />
      ) : (
        <FieldFault id={faultId} fault={fault} onFix={(fix) => editDraft(fixOf(fault, fix, draft))} onShow={onShow} />
      )}
      {fault !== undefined && source !== undefined && (
        <Remedy source={source} where={where} to={recipients} text={draft.text} fault={fault} />
      )}
      <div className="side">
        {isLive && wire !== undefined && fault === undefined && <span>{fillText(wire)}</span>}
        {obstacle !== undefined && (
          <span className="lost" role="status">
            {obstacle}
          </span>
        )}
        <button type="submit" className="btn small primary" disabled={obstacle !== undefined} aria-busy={draft.sending === true}>
          {more === 0 ? 'Send' : `Send ${count(more + 1)} messages`} <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
        </button>
      </div>
    </div>
  )
}

/** The size of the message; with its limit only when that is near, or small. */
function fillText({ bytes, limit }: Pick<WirePreview, 'bytes' | 'limit'>): string {
  return limit > 1_024 && bytes * 4 < limit ? sizeText(bytes) : `${count(bytes)} of ${count(limit)}\u00a0B`
}

function fixOf(fault: Fault, fix: string, draft: ComposerDraft): Partial<ComposerDraft> {
  if (fault.field === 'to') return { to: [fix] }
  if (fault.field === 'from') return { from: fix }
  if (fault.field === 'observers') return { observers: [...draft.observers.slice(0, -1), fix] }
  return { text: fix }
}
