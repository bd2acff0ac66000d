import { useId } from 'react'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Target } from '../pure/api.ts'
import { roles } from '../pure/roles.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'

interface TargetFieldProps {
  readonly switchboard: ShownSwitchboard
  readonly target: Target
  readonly fault: Fault | undefined
  readonly hasFocus: boolean
  onChange(target: Target): void
}

const kinds = ['agent', 'team', 'role'] as const
const kindWords = { agent: 'Agent', team: 'Team', role: 'Role' } as const

/** Recipients: an agent by name, a team, or every agent with a role. */
export function TargetField({ switchboard, target, fault, hasFocus, onChange }: TargetFieldProps): React.JSX.Element {
  const id = useId()
  const { view } = switchboard
  const held = roles.filter((role) => view.roster.some((row) => row.role === role))
  const known = { agent: [''], team: view.teams.map((team) => team.id), role: held }
  const possible = kinds.filter((kind) => known[kind].length > 0)
  const shared = {
    id: `${id}-name`,
    'aria-label': kindWords[target.kind],
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    'data-autofocus': hasFocus ? '' : undefined,
    value: target.name,
  } as const
  const change = (name: string): void => onChange({ kind: target.kind, name })
  return (
    <div className={fault === undefined ? 'field to' : 'field to bad'}>
      <label htmlFor={`${id}-name`}>To</label>
      <span className="to-parts">
        <select
          className="in"
          aria-label="Kind of recipient"
          value={target.kind}
          onChange={(event) => {
            const kind = kinds.find((one) => one === event.currentTarget.value) ?? 'agent'
            onChange({ kind, name: known[kind][0] ?? '' })
          }}
        >
          {possible.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </select>
        {target.kind === 'agent' ? (
          <input
            {...shared}
            type="text"
            className="in"
            list={`${id}-names`}
            autoComplete="off"
            spellCheck={false}
            placeholder="name"
            onChange={(event) => change(event.currentTarget.value)}
          />
        ) : (
          <select {...shared} className="in" onChange={(event) => change(event.currentTarget.value)}>
            {target.kind === 'team'
              ? view.teams.map((team) => (
                  <option key={team.id} value={team.id}>
                    {visibleString(team.name)}, {counted(team.members.length, 'member')}
                  </option>
                ))
              : held.map((role) => (
                  <option key={role} value={role}>
                    {role}, {counted(view.roster.filter((row) => row.role === role).length, 'agent')}
                  </option>
                ))}
          </select>
        )}
      </span>
      {fault !== undefined && <FieldFault id={`${id}-fault`} fault={fault} onFix={change} />}
      <datalist id={`${id}-names`}>
        {[
          ...new Set([...view.roster.map((row) => row.name), ...view.mailboxes.filter((box) => !box.isOperator).map((box) => box.name)]),
        ].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  )
}
