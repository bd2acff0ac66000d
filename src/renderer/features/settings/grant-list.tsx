import { useState } from 'react'
import { agentOfActor, type Grant } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { quotedActor } from '../../../core/quoted-name.ts'
import { useAnswer } from '../state/use-answer.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { dayKey } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'

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
  assign: 'give',
  configure: 'change the settings',
  tool: 'use',
}

/** The words before the one target of any text. */
function pairWords(kind: Grant['kind']): string {
  return kind === 'publish' ? 'send anything to' : 'run anything on'
}

const endedWords: Readonly<Record<NonNullable<Grant['ended']>['why'], string>> = {
  registration: 'Ended with the registration it was given to.',
  release: 'Ended: an earlier version gave it to a name that anyone could take.',
}

/** Standing approvals: everything that may happen without asking, with its exact text and a button to revoke it; and those that have ended. */
export function GrantList(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const [round, setRound] = useState(0)
  const [actFault, setFault] = useState<Fault>()
  const answer = useAnswer('gate.grants', {}, String(round))
  const grants = answer?.ok ? answer.value : undefined
  const fault = actFault ?? (answer?.ok === false ? answer.fault : undefined)
  const act = async (method: 'gate.revoke' | 'gate.renew', { id, target }: Grant, said: string): Promise<void> => {
    const done = await client.call(method, { id })
    setFault(done.ok ? undefined : done.fault)
    if (!done.ok) return
    setRound((before) => before + 1)
    toast({ text: said, detail: target })
  }
  const standing = grants?.filter((grant) => grant.ended === undefined)
  const ended = grants?.filter((grant) => grant.ended !== undefined) ?? []
  return (
    <>
      {fault && <FieldFault fault={fault} />}
      {standing?.length === 0 && (
        <p className="set dim">None. Patchbay asks you each time before it acts outside itself, unless you started the action.</p>
      )}
      <ul>
        {standing?.map((grant) => (
          <GrantRow key={grant.id} grant={grant}>
            <button type="button" className="btn small" onClick={() => void act('gate.revoke', grant, 'Approval revoked')}>
              Revoke
            </button>
          </GrantRow>
        ))}
      </ul>
      {ended.length > 0 && (
        <section aria-labelledby="set-ended">
          <h3 id="set-ended">Ended</h3>
          <ul>
            {ended.map((grant) => (
              <GrantRow key={grant.id} grant={grant}>
                <button type="button" className="btn small" onClick={() => void act('gate.renew', grant, 'Approval renewed')}>
                  Renew
                </button>
                <button type="button" className="btn small ghost" onClick={() => void act('gate.revoke', grant, 'Removed from the list')}>
                  Dismiss
                </button>
              </GrantRow>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function GrantRow({ grant, children }: { readonly grant: Grant; readonly children: React.ReactNode }): React.JSX.Element {
  const { actor, ended } = grant
  return (
    <li className="grant">
      <span className="dim">{ended !== undefined ? 'ended' : grant.scope === 'always' ? 'always' : 'this session'}</span>
      <span className="what">
        <b className="med">
          <VisibleText text={quotedActor(actor)} />
        </b>{' '}
        {actor.kind === 'agent' && <LookAlike name={agentOfActor(actor.name)} />} may{' '}
        {grant.reach === 'pair' ? pairWords(grant.kind) : mayWords[grant.kind]} {grant.reach === 'folder' && 'anything in '}
        <VisibleText text={grant.target} /> <span className="dim">since {dayKey(grant.at)}</span>
      </span>
      <span className="verbs">{children}</span>
      {(actor.kind === 'agent' || ended !== undefined) && (
        <p className="small dim why">
          {ended === undefined ? 'Ends when this agent gives up its registration.' : endedWords[ended.why]}
          {ended?.at !== undefined && ` ${dayKey(ended.at)}.`}
        </p>
      )}
      {grant.reach === undefined && (
        <pre className="raw">
          <VisibleText text={grant.exact} />
        </pre>
      )}
    </li>
  )
}
