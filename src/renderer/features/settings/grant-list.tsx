import { useState } from 'react'
import type { Grant } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../../app/store.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { dayKey } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

const mayWords: Readonly<Record<Grant['kind'], string>> = {
  append: 'add to',
  write: 'write',
  move: 'move',
  delete: 'delete',
  spawn: 'run this on',
  publish: 'send to',
  open: 'open',
  copy: 'copy to',
  read: 'read',
}

/** What stands before the one target of any text. */
function pairWords(kind: Grant['kind']): string {
  return kind === 'publish' ? 'send anything to' : 'run anything on'
}

/** Everything that may happen without a question, with its exact text and how to take the permission back. */
export function GrantList(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set())
  const [actFault, setFault] = useState<Fault>()
  const answer = useAnswer('gate.grants', {})
  const grants = answer?.ok ? answer.value.filter((grant) => !revoked.has(grant.id)) : undefined
  const fault = actFault ?? (answer?.ok === false ? answer.fault : undefined)
  const revoke = async (grant: Grant): Promise<void> => {
    const done = await client.call('gate.revoke', { id: grant.id })
    setFault(done.ok ? undefined : done.fault)
    if (!done.ok) return
    setRevoked((before) => new Set(before).add(grant.id))
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
                <VisibleText text={grant.actor.kind === 'operator' ? 'you' : grant.actor.name} />
              </b>{' '}
              may {grant.reach === 'pair' ? pairWords(grant.kind) : mayWords[grant.kind]} {grant.reach === 'folder' && 'anything in '}
              <VisibleText text={grant.target} /> <span className="dim">since {dayKey(grant.at)}</span>
            </span>
            <button type="button" className="btn small" onClick={() => void revoke(grant)}>
              Revoke
            </button>
            {grant.reach === undefined && (
              <pre className="raw">
                <VisibleText text={grant.exact} />
              </pre>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
