import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { HomeView } from '../pure/api.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useCodingAgent } from './slices.ts'
import './sessions.css'

/** Offers once to keep the session home out of `git status`, with the exact line and its file. */
export function ExcludeOffer({ offer }: { readonly offer: NonNullable<HomeView['exclude']> }): React.JSX.Element {
  const callHome = useCodingAgent((state) => state.callHome)
  const isBusy = useCodingAgent((state) => state.session.busy !== undefined)
  const [fault, setFault] = useState<Fault>()
  const answer = async (add: boolean): Promise<void> => {
    const done = await callHome('exclude', { add })
    setFault(done.ok ? undefined : done.fault)
  }
  return (
    <section className="paste-note exclude small mid" aria-label="Git">
      <span>
        Git shows the session home as untracked. Add{' '}
        <code className="ink">
          <VisibleText text={offer.line} />
        </code>{' '}
        to{' '}
        <code className="ink">
          <VisibleText text={offer.file} />
        </code>
        , which is local to this machine?
      </span>
      <button type="button" className="btn small" disabled={isBusy} onClick={() => void answer(true)}>
        Add line
      </button>
      <button type="button" className="btn small ghost" disabled={isBusy} onClick={() => void answer(false)}>
        No
      </button>
      {fault !== undefined && <FieldFault fault={fault} />}
    </section>
  )
}
