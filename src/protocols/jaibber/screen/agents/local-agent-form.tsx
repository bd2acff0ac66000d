import { useId, useRef, useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { LocalAgent, Project } from '../../pure/api.ts'
import { localKey } from './locals.ts'
import { teamOf, teamsOf } from '../teams.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { FormDialog } from '../../../../renderer/features/common/form-dialog.tsx'
import { SelectField } from '../../../../renderer/ui/select-field.tsx'
import { TextField } from '../../../../renderer/ui/text-field.tsx'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { draftFields, draftOf, settingsOf } from './agent-draft.ts'
import type { AgentDraft } from './agent-draft.ts'
import { ProviderFields } from './provider-fields.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { localAgentOverlay } from '../overlays.ts'

/** Adds a local agent, or edits one that is stopped. */
export function LocalAgentForm(): React.JSX.Element | null {
  const overlay = useApp(localAgentOverlay.of)
  const firstTeam = useApp((state) => teamsOf(state)[0]?.link.id)
  const [chosen, setChosen] = useState<string>()
  const link = overlay?.link ?? chosen ?? firstTeam
  const agent = useApp((state) => teamOf(state, link)?.agents.find((one) => one.id === overlay?.agent))
  if (overlay === undefined || link === undefined) return null
  return <AgentForm key={`${link} ${agent?.id}`} link={link} agent={agent} onLink={setChosen} />
}

interface AgentFormProps {
  readonly link: string
  /** Absent: a new one. */
  readonly agent: LocalAgent | undefined
  onLink(link: string): void
}

const noProjects: readonly Project[] = []

function AgentForm({ link, agent, onLink }: AgentFormProps): React.JSX.Element {
  const close = useCloseOverlay()
  const setDetail = useApp((state) => state.setDetail)
  const toast = useApp((state) => state.toast)
  const projects = useApp((state) => teamOf(state, link)?.projects ?? noProjects)
  const save = useTeamAct(link, 'saveAgent')
  const [draft, setDraft] = useState<AgentDraft>(() =>
    draftOf(
      agent?.settings,
      projects.map((project) => project.id),
    ),
  )
  const [wrong, setWrong] = useState<Fault>()
  const form = useRef<HTMLFormElement>(null)
  const fault = wrong ?? save.fault
  const faultOf = (field: string): Fault | undefined => (fault?.field === field ? fault : undefined)
  const change = (patch: Partial<AgentDraft>): void => {
    setDraft((before) => ({ ...before, ...patch }))
    if (wrong?.field !== undefined && wrong.field in patch) setWrong(undefined)
  }
  const run = async (): Promise<void> => {
    const settings = settingsOf(draft)
    setWrong(settings.ok ? undefined : settings.fault)
    if (!settings.ok) return queueMicrotask(() => form.current?.querySelector<HTMLElement>('.bad :is(input, textarea)')?.focus())
    const saved = await save.run({ ...(agent === undefined ? {} : { agent: agent.id }), settings: settings.value })
    if (!saved.ok) return
    close()
    setDetail('agents', localKey(link, saved.value.agent))
    toast({ text: agent === undefined ? 'Agent added, not started' : 'Agent saved', detail: settings.value.name })
  }
  return (
    <FormDialog
      className="dlg local"
      title={agent === undefined ? 'New local agent' : 'Edit agent'}
      about="Once started, it answers in its projects whenever a message mentions it by @name."
      verb={agent === undefined ? 'Add' : 'Save'}
      isBusy={save.isBusy}
      fault={fault}
      fields={draftFields}
      ref={form}
      onSubmit={() => void run()}
      onClose={close}
    >
      {agent === undefined && <TeamField link={link} onLink={onLink} />}
      <TextField
        label="Name"
        hasFocus
        value={draft.name}
        fault={faultOf('name')}
        placeholder="Coder"
        hint={draft.name.trim() === '' ? undefined : <VisibleText text={`Mentioned as @${draft.name.trim()}`} />}
        onChange={(name) => change({ name })}
      />
      <ProjectsField
        projects={projects}
        chosen={draft.projects}
        fault={faultOf('projects')}
        onChange={(ids) => change({ projects: ids })}
      />
      <TextField
        label="Instructions"
        isLong
        rows={3}
        value={draft.instructions}
        fault={faultOf('instructions')}
        hint="Placed at the start of its prompt. Visible to every member of its projects."
        onChange={(instructions) => change({ instructions })}
      />
      <ProviderFields draft={draft} faultOf={faultOf} onChange={change} />
    </FormDialog>
  )
}

function TeamField({ link, onLink }: Pick<AgentFormProps, 'link' | 'onLink'>): React.JSX.Element | null {
  const teams = useApp(teamsOf)
  if (teams.length < 2) return null
  return <SelectField label="Team" options={teams.map((team) => [team.link.id, team.link.name])} value={link} onChange={onLink} />
}

interface ProjectsFieldProps {
  readonly projects: readonly Project[]
  readonly chosen: readonly string[]
  readonly fault: Fault | undefined
  onChange(ids: readonly string[]): void
}

function ProjectsField({ projects, chosen, fault, onChange }: ProjectsFieldProps): React.JSX.Element {
  const id = useId()
  // A saved project that was left since then stays visible.
  const gone = chosen.filter((one) => !projects.some((project) => project.id === one))
  const rows = [...projects.map((project) => ({ id: project.id, name: project.name })), ...gone.map((one) => ({ id: one, name: one }))]
  return (
    <div
      className={fault === undefined ? 'field top' : 'field top bad'}
      role="group"
      aria-labelledby={id}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
    >
      <span id={id} className="mid">
        Projects
      </span>
      <span className="choices">
        {rows.length === 0 && <span className="dim">This team has no projects yet. Join one in Links first.</span>}
        {rows.map((project) => (
          <label key={project.id} className="tick" title={visibleString(project.id)}>
            <input
              type="checkbox"
              checked={chosen.includes(project.id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, project.id] : chosen.filter((one) => one !== project.id))
              }
            />
            <span className="cut">
              <VisibleText text={project.name} />
            </span>
          </label>
        ))}
      </span>
      {fault !== undefined && <FieldFault id={`${id}-fault`} fault={fault} />}
    </div>
  )
}
