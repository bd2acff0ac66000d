import { memo, useEffect, useRef } from 'react'
import type { AgentDebts } from '../../../api/desk.ts'
import type { Agent, AgentName } from '../../../core/agent.ts'
import { scoreText, type Conformance } from '../../../core/conformance.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { Bar } from '../../ui/bar.tsx'
import { isFocusFree } from '../../ui/free-focus.ts'
import { Chip } from '../common/chip.tsx'
import { StatusGlyph } from '../../ui/glyph.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { typeOf, whereOf } from './about-agent.ts'
import type { AgentsOrder } from './agent-order.ts'
import { CleanCells, notChecked } from './clean-cells.tsx'
import { OwedCount, OwesCount } from './debt-count.tsx'
import { PartLink } from './part-link.tsx'
import { shownName } from './shown-name.ts'
import { SentCount } from './sent-count.tsx'
import { Sparkline } from './sparkline.tsx'
import { evidenceInShort, knownHow, statusTone, statusWord } from './status-text.ts'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'

interface AgentRowProps {
  readonly agent: Agent
  readonly isOn: boolean
  readonly order: AgentsOrder
  readonly peak: number
  /** What it owes and is owed; undefined: nothing. */
  readonly owing: AgentDebts | undefined
  /** Undefined: too few messages. */
  readonly clean: Conformance | undefined
  /** There are too many agents to check all of them. */
  readonly isUnchecked: boolean
  /** How long ago it was last seen, in words. */
  readonly seen: string
}

/** One row of the agent table; its name is the button that shows the agent in the right pane. */
export const AgentRow = memo(function AgentRow({
  agent,
  isOn,
  order,
  peak,
  owing,
  clean,
  isUnchecked,
  seen,
}: AgentRowProps): React.JSX.Element {
  const setDetail = useApp((state) => state.setDetail)
  const type = useApp((state) => typeOf(state, agent))
  const { status } = agent
  const how = visibleString(knownHow(status))
  // The operator's own status is not worth a line while it is unknown.
  const isTold = !agent.isOperator || status.word !== '?'
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOn) return
    row.current?.scrollIntoView({ block: 'nearest' })
    const { activeElement } = document
    // The keys move the focus with the selection, but never out of another pane or a field.
    const isHere = isFocusFree() || (activeElement?.closest('.tr.ag') ?? null) !== null
    if (isHere && row.current?.contains(activeElement) === false) row.current.querySelector('button')?.focus({ preventScroll: true })
  }, [isOn])
  const choose = (): void => setDetail('agents', agent.id)
  return (
    // Clicking anywhere in the row is a shortcut for the button inside it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      className={isOn ? 'tr ag on' : 'tr ag'}
      role="row"
      tabIndex={-1}
      aria-current={isOn ? 'true' : undefined}
      onClick={choose}
    >
      <span role="cell">{isTold && <StatusGlyph word={status.word} evidence={status.evidence} />}</span>
      <span role="cell" className="two">
        {isTold && (
          <>
            <span className={`${statusTone(status)} cut`} title={statusWord(status)}>
              {statusWord(status)}
            </span>
            <span className="dim cut" title={how}>
              <LineText text={knownHow(status, evidenceInShort)} />
            </span>
          </>
        )}
      </span>
      <span role="cell" className="two">
        <button type="button" className="plain agent" title={visibleString(agent.name)} onClick={choose}>
          <Bar hue={agent.isOperator ? 0 : agent.hue} />
          <b className="cut">
            <VisibleText text={quotedName(agent.name)} />
          </b>
          <LookAlike name={agent.name} />
        </button>
        <span className="dim ind cut">{agent.isOperator ? 'you' : visibleString(agent.role ?? type ?? '')}</span>
      </span>
      <span role="cell" className="akas">
        {agent.names.map((name) => (
          <KnownAs key={`${name.source}|${name.name}`} agent={agent} name={name} />
        ))}
      </span>
      {order === 'rules' ? (
        <CleanCells agent={agent} clean={clean} isUnchecked={isUnchecked} />
      ) : (
        <DoingCells agent={agent} peak={peak} owing={owing} clean={clean} isUnchecked={isUnchecked} />
      )}
      <span role="cell" className={status.word === 'lost' ? 'age lost' : 'age'}>
        {seen}
      </span>
    </div>
  )
})

/** Where an agent runs, and what it does, owes and is owed. */
function DoingCells({
  agent,
  peak,
  owing,
  clean,
  isUnchecked,
}: Pick<AgentRowProps, 'agent' | 'peak' | 'owing' | 'clean' | 'isUnchecked'>): React.JSX.Element {
  const where = useApp((state) => whereOf(state, agent))
  return (
    <>
      <span role="cell" className="col-runtime cut mid" title={visibleString(where)}>
        <VisibleText text={where} />
      </span>
      <span role="cell" className="r">
        <SentCount agent={agent} of="today" />
      </span>
      <span role="cell" className="r">
        <OwesCount agent={agent} owing={owing} />
      </span>
      <span role="cell" className="r col-owed">
        <OwedCount agent={agent} owing={owing} />
      </span>
      <span role="cell" className="r col-clean">
        {clean?.score === undefined ? (
          <span className="dim" title={isUnchecked ? notChecked : undefined}>
            –{isUnchecked && <span className="sr"> not checked</span>}
          </span>
        ) : (
          <PartLink
            agent={agent.id}
            part="lint"
            label={`${scoreText(clean.score)} of 100, show the findings of ${visibleString(agent.name)}`}
          >
            {scoreText(clean.score)}
          </PartLink>
        )}
      </span>
      <span role="cell" className="col-spark">
        <Sparkline hours={agent.activity} peak={peak} />
        <span className="sr">{agent.activity.reduce((sum, hour) => sum + hour, 0)} in 24 hours</span>
      </span>
    </>
  )
}

function KnownAs({ agent, name }: { readonly agent: Agent; readonly name: AgentName }): React.JSX.Element {
  const shown = useApp((state) => shownName(state, agent, name))
  return (
    <span className="aka">
      <Chip protocol={name.protocol} />
      <span className="mono cut" title={visibleString(shown)}>
        <VisibleText text={shown} />
      </span>
    </span>
  )
}
