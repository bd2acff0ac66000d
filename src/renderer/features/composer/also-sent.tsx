import type { Draft } from '../../../core/command.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { sizeText } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useAlsoPreview } from './use-preview.ts'
import { WireText, WireWarnings } from './wire-text.tsx'

interface AlsoSentProps {
  readonly source: string
  readonly draft: Draft
}

/** A further message that belongs to the one being written: to whom, and its exact text. It is sent after the one before was accepted. */
export function AlsoSent({ source, draft }: AlsoSentProps): React.JSX.Element {
  const { wire, fault } = useAlsoPreview(source, draft)
  const to = draft.to.join(', ')
  return (
    <section className="also-sent" aria-label="Sent after it">
      <p className="small mid">
        Then to <VisibleText text={to} />
      </p>
      <WireWarnings wire={wire} />
      <div className="wire">
        {fault === undefined ? <WireText wire={wire} /> : <FieldFault fault={fault} />}
        <div className="side">{wire !== undefined && <span>{sizeText(wire.bytes)}</span>}</div>
      </div>
    </section>
  )
}
