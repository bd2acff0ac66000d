import { useEffect, useState } from 'react'
import type { Grant } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { dayKey } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

/** Everything that may happen without a question, with its exact text and how to take the permission back. */
export function GrantList(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const [grants, setGrants] = useState<readonly Grant[]>()
  const [fault, setFault] = useState<Fault>()
  useEffect(() => {
    let wanted = true
    void client.call('gate.grants', {}).then((answer) => {
      if (!wanted) return
      if (answer.ok) setGrants(answer.value)
      else setFault(answer.fault)
    })
    return () => {
      wanted = false
    }
  }, [client])
  const revoke = async (grant: Grant): Promise<void> => {
    const revoked = await client.call('gate.revoke', { id: grant.id })
    setFault(revoked.ok ? undefined : revoked.fault)
    if (!revoked.ok) return
    setGrants((before) => before?.filter((each) => each.id !== grant.id))
    toast({ text: 'Approval revoked', detail: grant.target })
  }
  return (
    <>
      {fault && <FieldFault fault={fault} />}
      {grants?.length === 0 && <p className="set dim">None. Every effect outside Patchbay that is not your own act is asked for.</p>}
      <ul>
        {grants?.map((grant) => (
          <li key={grant.id} className="grant">
            <span className="dim">{grant.scope === 'always' ? 'always' : 'this session'}</span>
            <span className="cut">
              <b className="med">
                <VisibleText text={grant.actor.name} />
              </b>{' '}
              may {grant.kind} <VisibleText text={grant.target} /> <span className="dim">since {dayKey(grant.at)}</span>
            </span>
            <button type="button" className="btn small" onClick={() => void revoke(grant)}>
              Revoke
            </button>
            <pre className="raw">
              <VisibleText text={grant.exact} />
            </pre>
          </li>
        ))}
      </ul>
    </>
  )
}
