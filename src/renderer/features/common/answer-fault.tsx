import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { notRecordedThen } from '../replay/past-words.ts'

/** Why a read has no answer: a fault, unless it is only that the past has nothing of it. */
export function AnswerFault({ fault }: { readonly fault: Fault }): React.JSX.Element {
  return fault.message === notRecordedThen ? <p className="small dim">{notRecordedThen}</p> : <FieldFault fault={fault} />
}
