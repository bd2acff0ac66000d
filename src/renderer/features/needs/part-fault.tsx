import { FieldFault } from '../../ui/field-fault.tsx'
import type { DeskPage } from './use-desk-page.ts'
import './needs.css'

/** Why a list of the desk cannot be read, with a way to try again; nothing while it can. */
export function PartFault({ page }: { readonly page: Pick<DeskPage, 'fault' | 'again'> }): React.JSX.Element | null {
  if (page.fault === undefined) return null
  return (
    <div className="part-fault">
      <FieldFault fault={page.fault} />
      <button type="button" className="btn small" onClick={page.again}>
        Try again
      </button>
    </div>
  )
}
