import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import type { Stuck } from '../../../core/stuck.ts'
import { age, clockTime, counted, exactTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { NamedAgent } from './named-agent.tsx'
import { askedWords } from './need-words.ts'

/** Debts that a row lists: of one that is lost, passed over, or served instead. */
const mostHeld = 3

/** Why agents count as stuck: the ring, the texts that repeat next to each other, what was done instead, or what one that is lost still owes. */
export function StuckEvidence({ stuck }: { readonly stuck: Stuck }): React.JSX.Element | null {
  switch (stuck.detector) {
    case 'deadlock':
      return <Ring agents={stuck.agents} />
    case 'loop':
      return <Texts texts={stuck.texts} />
    case 'storm':
      return (
        <>
          <Ring agents={stuck.agents} />
          <Texts texts={stuck.texts} />
        </>
      )
    case 'starvation':
      return <Served stuck={stuck} />
    case 'lost':
      return <Held stuck={stuck} />
    default:
      return null
  }
}

/** Each waits for the next, and the last for the first. */
function Ring({ agents }: { readonly agents: readonly string[] }): React.JSX.Element {
  const [first] = agents
  return (
    <p className="small ring">
      {[...agents, ...(first === undefined ? [] : [first])].map((agent, at) => (
        // An agent that closes the ring stands in it twice.
        <Fragment key={`${agent} ${at}`}>
          {at > 0 && <ArrowRight className="i" aria-label="waits for" role="img" />}
          <NamedAgent who={agent} />
        </Fragment>
      ))}
    </p>
  )
}

function Texts({ texts }: Pick<Stuck, 'texts'>): React.JSX.Element | null {
  if (texts.length === 0) return null
  return (
    <ul className="rep" aria-label="What they repeat">
      {texts.map(({ by, text }, at) => (
        // The same line may stand in it twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${by} ${at}`}>
          <NamedAgent who={by} />
          <span className="small mid">
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What a debtor did instead, the newest first. Its events are the message that asks, and those that ended debts of others. */
function Served({ stuck }: { readonly stuck: Stuck }): React.JSX.Element {
  const { rows, events } = stuck
  const served = events.slice(1).toReversed()
  return (
    <>
      {rows > 1 && (
        <>
          <p className="small mid">Passed over:</p>
          <HeldDebts stuck={stuck} label="Passed over" />
        </>
      )}
      <p className="small mid">Served instead:</p>
      <ul className="group" aria-label="Served instead">
        {served.slice(0, mostHeld).map((event) => (
          <ServedDebt key={event} event={event} />
        ))}
        {served.length > mostHeld && <li className="small dim">and {counted(served.length - mostHeld, 'other')}</li>}
      </ul>
    </>
  )
}

function ServedDebt({ event }: { readonly event: string }): React.JSX.Element | null {
  const jumpTo = useApp((state) => state.jumpTo)
  const answer = useAnswer('desk.ofEvent', { event })
  const row = answer?.ok === true ? answer.value.rows.find(({ debt }) => debt.end?.event === event) : undefined
  if (row?.debt.end === undefined) return null
  return (
    <li className="small">
      <span className="dim">for</span>
      <NamedAgent who={row.creditor} source={row.debt.source} />
      <button type="button" className="link cut" onClick={() => void jumpTo(event)}>
        <LineText text={row.debt.text} />
      </button>
      <time className="dim" title={exactTime(row.debt.end.at)}>
        {clockTime(row.debt.end.at).slice(0, 5)}
      </time>
    </li>
  )
}

function Held({ stuck }: { readonly stuck: Stuck }): React.JSX.Element {
  const now = useNow()
  return (
    <>
      <p className="small mid">Last sign {age(stuck.since, now)} ago.</p>
      <HeldDebts stuck={stuck} label="What it owes" />
    </>
  )
}

/** What one turn asks is one line: the first debts are of different rows. */
function HeldDebts({ stuck: { debts, rows }, label }: { readonly stuck: Stuck; readonly label: string }): React.JSX.Element {
  return (
    <ul className="group" aria-label={label}>
      {debts.slice(0, Math.min(mostHeld, rows)).map((debt) => (
        <HeldDebt key={debt} debt={debt} />
      ))}
      {rows > mostHeld && <li className="small dim">and {counted(rows - mostHeld, 'other')}</li>}
    </ul>
  )
}

function HeldDebt({ debt }: { readonly debt: string }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const jumpTo = useApp((state) => state.jumpTo)
  const answer = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt }, revision)
  if (answer?.ok !== true) return null
  const { row } = answer.value
  const asked = askedWords(row)
  return (
    <li className="small">
      <span className="dim">to</span>
      <NamedAgent who={row.creditor} source={row.debt.source} />
      <button type="button" className="link cut" onClick={() => void jumpTo(row.debt.ask)}>
        <LineText text={row.debt.text} />
      </button>
      {asked !== '' && <span className="dim">{asked}</span>}
    </li>
  )
}
