import { Plus } from 'lucide-react'
import { useNow } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { roles } from '../pure/roles.ts'
import type { Role } from '../pure/roles.ts'
import type { RosterRow } from '../pure/view.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { PaneHead } from './pane-head.tsx'
import { holdGlyphs, holdWords } from './roster-words.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { newAgentOverlay, newTeamOverlay } from './overlays.ts'
import { useSwitchboard } from './slices.ts'

interface RosterPaneProps {
  readonly switchboard: ShownSwitchboard
  /** Only its members. */
  readonly team: string | undefined
}

/** Registered agents: whether the name is in use, their status and role. */
export function RosterPane({ switchboard, team: teamId }: RosterPaneProps): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  const { view, link } = switchboard
  const team = view.teams.find((one) => one.id === teamId)
  const members = new Set(team?.members.map((name) => name.toLowerCase()))
  const rows = teamId === undefined ? view.roster : view.roster.filter((row) => members.has(row.name.toLowerCase()))
  const missing = (team?.members ?? []).filter((name) => !view.roster.some((row) => row.name.toLowerCase() === name.toLowerCase()))
  return (
    <>
      <PaneHead title={teamId === undefined ? 'Everyone' : <VisibleText text={team?.name ?? 'Deleted team'} />}>
        <span className="sub">{counted(rows.length, 'agent')}</span>
        <span className="end" />
        {team !== undefined && (
          <button type="button" className="btn" onClick={() => writeMessage({ target: { kind: 'team', name: team.id } })}>
            Message team
          </button>
        )}
        <button type="button" className="btn ghost" onClick={() => setOverlay(newTeamOverlay({}))}>
          <Plus className="i" aria-hidden="true" /> Team
        </button>
        <button type="button" className="btn ghost" onClick={() => setOverlay(newAgentOverlay({}))}>
          <Plus className="i" aria-hidden="true" /> Agent
        </button>
      </PaneHead>
      <KeeperNote view={view} />
      <div className="scroll">
        {rows.length === 0 && missing.length === 0 ? (
          <div className="empty">
            <h2>No agents registered</h2>
            <p>Agents appear here when they register over MCP or another program adds them to state.json.</p>
          </div>
        ) : (
          <div role="table" aria-label="Roster">
            <div className="tr ros th" role="row">
              <span role="columnheader">
                <span className="sr">Shape</span>
              </span>
              <span role="columnheader">Name</span>
              <span role="columnheader">Role</span>
              <span role="columnheader">Status</span>
              <span role="columnheader">Connected</span>
            </div>
            {rows.map((row) => (
              <RosterLine key={row.name} link={link.id} row={row} />
            ))}
          </div>
        )}
        {missing.length > 0 && (
          <p className="pane-about small dim">
            Not registered: <VisibleText text={missing.join(', ')} />
          </p>
        )}
      </div>
    </>
  )
}

function RosterLine({ link, row }: { readonly link: string; readonly row: RosterRow }): React.JSX.Element {
  const selectRosterAgent = useSwitchboard((state) => state.selectRosterAgent)
  const isOn = useSwitchboard((state) => state.inbox.agent === row.name)
  const assign = useSwitchboardAct('assignRole')
  const now = useNow()
  const said = [row.status, row.statusMessage].filter((part) => part !== undefined && part !== '').join(': ')
  return (
    <>
      <div className={`tr ros ${isOn ? 'on' : ''}`} role="row" aria-current={isOn ? 'true' : undefined}>
        <span role="cell">
          <Glyph shape={holdGlyphs[row.hold]} />
        </span>
        <span role="cell" className="two">
          <button type="button" className="plain agent" onClick={() => selectRosterAgent(row.name)}>
            <AgentName source={link} name={row.name} />
          </button>
          <span className="dim cut ind">
            <VisibleText
              text={
                row.kind === 'terminal' ? `terminal${row.purpose === undefined ? '' : `, ${row.purpose}`}` : (row.interface ?? 'chat agent')
              }
            />
          </span>
        </span>
        <span role="cell">
          <RoleSelect row={row} isBusy={assign.isBusy} onChoose={(role) => void assign.run({ name: row.name, role })} />
        </span>
        <span role="cell" className="cut mid" title={visibleString(said)}>
          <VisibleText text={said} />
        </span>
        <span role="cell" className="cut dim" title={holdWords(row, now)}>
          {holdWords(row, now)}
        </span>
      </div>
      {assign.fault !== undefined && (
        <div className="box-fault">
          <FieldFault fault={assign.fault} />
        </div>
      )}
    </>
  )
}

interface RoleSelectProps {
  readonly row: RosterRow
  readonly isBusy: boolean
  readonly onChoose: (role: Role) => void
}

/** The role as a choice; a role unknown to the protocol is shown and can only be replaced. */
function RoleSelect({ row, isBusy, onChoose }: RoleSelectProps): React.JSX.Element {
  const known = roles.find((role) => role === row.role)
  return (
    <select
      className="in"
      aria-label={`Role of ${visibleString(row.name)}`}
      value={known ?? ''}
      disabled={isBusy}
      onChange={(event) => {
        const chosen = roles.find((role) => role === event.currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {known === undefined && <option value="">{row.role === undefined ? 'no role' : visibleString(row.role)}</option>}
      {roles.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  )
}
