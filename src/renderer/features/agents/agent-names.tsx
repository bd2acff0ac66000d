import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Agent, AgentName, NameGuess } from '../../../core/agent.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { counted } from '../../ui/time.ts'
import { shownName } from './shown-name.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const joinedBy: Readonly<Record<AgentName['by'], string>> = { itself: 'own name', operator: 'joined by you', 'same name': 'same name' }
const noGuesses: readonly NameGuess[] = []
const noLinks: readonly Link[] = []

/** All names of one agent with the reason each was joined, names that may belong to it, and a field to add one. */
export function AgentNames({ agent }: { readonly agent: Agent }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace) ?? ''
  const guesses = useApp((state) => state.state?.guesses ?? noGuesses)
  const isPast = useApp((state) => state.past !== undefined)
  const [fault, setFault] = useState<Fault>()
  const settle = async (answer: Promise<Result<unknown>>): Promise<Result<unknown>> => {
    const settled = await answer
    setFault(settled.ok ? undefined : settled.fault)
    return settled
  }
  const join = (source: string, name: string): Promise<Result<unknown>> =>
    settle(client.call('agents.join', { workspace, source, name, agent: agent.id }))
  const split = (source: string, name: string): Promise<Result<unknown>> => settle(client.call('agents.split', { workspace, source, name }))
  return (
    <>
      <h3>
        Names <span className="end dim">{counted(agent.names.length, 'name')}</span>
      </h3>
      <ul className="names">
        {agent.names.map((name) => (
          <li key={`${name.source}|${name.name}`}>
            <Chip protocol={name.protocol} />
            <ShownName agent={agent} name={name} />
            <span className="dim">{joinedBy[name.by]}</span>
            {agent.names.length > 1 && !isPast ? (
              <button
                type="button"
                className="btn ghost icon mini"
                title="Separate"
                aria-label={`Separate ${visibleString(name.name)}`}
                onClick={() => void split(name.source, name.name)}
              >
                <X className="i" aria-hidden="true" />
              </button>
            ) : (
              <span />
            )}
          </li>
        ))}
        {guesses
          .filter((guess) => guess.agent === agent.id)
          .map((guess) => (
            <li key={`${guess.source}|${guess.name}`} className="maybe">
              <Chip protocol={guess.protocol} />
              <span className="mono cut">
                <VisibleText text={guess.name} />
              </span>
              <span className="dim cut">
                <VisibleText text={guess.reason} />
              </span>
              <button type="button" className="btn small" onClick={() => void join(guess.source, guess.name)}>
                Join
              </button>
            </li>
          ))}
      </ul>
      {!isPast && <AddName onAdd={join} fault={fault} />}
    </>
  )
}

function ShownName({ agent, name }: { readonly agent: Agent; readonly name: AgentName }): React.JSX.Element {
  const shown = useApp((state) => shownName(state, agent, name))
  return (
    <span className="mono cut ink" title={visibleString(shown)}>
      <VisibleText text={shown} />
    </span>
  )
}

interface AddNameProps {
  readonly fault: Fault | undefined
  readonly onAdd: (source: string, name: string) => Promise<Result<unknown>>
}

function AddName({ fault, onAdd }: AddNameProps): React.JSX.Element {
  const links = useApp((state) => state.state?.links ?? noLinks)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const source = chosen ?? links[0]?.id
  const add = async (): Promise<void> => {
    if (source === undefined || name.trim() === '') return
    const added = await onAdd(source, name.trim())
    if (added.ok) setName('')
  }
  return (
    <form
      className={fault ? 'name-in bad' : 'name-in'}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div className="pair">
        <input
          className="in"
          aria-label="Add a name"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          placeholder="Add a name"
          spellCheck={false}
          autoComplete="off"
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {links.length > 1 && (
          <select className="in" aria-label="Link for the name" value={source} onChange={(event) => setChosen(event.currentTarget.value)}>
            {links.map((link) => (
              <option key={link.id} value={link.id}>
                {visibleString(link.name)}
              </option>
            ))}
          </select>
        )}
      </div>
      {fault && <FieldFault id={id} fault={fault} onFix={setName} />}
    </form>
  )
}
