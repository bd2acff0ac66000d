import type { SwitchboardView } from '../pure/view.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'

/** Which other Patchbay manages the folder, why it is read-only, and what could not be read. */
export function KeeperNote({ view }: { readonly view: SwitchboardView }): React.JSX.Element | null {
  const { keeper, readOnly, problems } = view
  if (keeper.is !== 'other' && readOnly === undefined && problems.length === 0) return null
  return (
    <div className="server-note">
      {keeper.is === 'other' && (
        <p className="small mid agent" role="status">
          <Glyph shape="half" /> Another Patchbay{keeper.pid === undefined ? '' : ` (process ${keeper.pid})`} manages this folder. It is
          read-only here; this instance takes over when that one exits.
        </p>
      )}
      {readOnly !== undefined && keeper.is !== 'other' && <FieldFault fault={readOnly} />}
      {problems.map((fault) => (
        <FieldFault key={`${fault.code} ${fault.message}`} fault={fault} />
      ))}
    </div>
  )
}
