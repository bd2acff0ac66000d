import type { Agent } from '../../../core/agent.ts'
import { mostBroken, scoreFrom, scoreText, type Conformance, type RuleReport } from '../../../core/conformance.ts'
import { LineText } from '../../ui/line-text.tsx'
import { count } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** Below this score the bar is in ink. */
const lowFrom = 95

/** Why an agent has no score. */
export const notChecked = 'There are too many agents to check all of them. Choose one to check it.'

interface CleanCellsProps {
  readonly agent: Agent
  /** Undefined: not checked. */
  readonly clean: Conformance | undefined
  /** There are too many agents to check all of them. */
  readonly isUnchecked: boolean
}

/** How well the latest messages of an agent follow the rules, with a bar, and the rule that most of them break. */
export function CleanCells({ agent, clean, isUnchecked }: CleanCellsProps): React.JSX.Element {
  const most = clean === undefined ? undefined : mostBroken(clean)
  return (
    <>
      <span role="cell" className="col-score">
        <Score agent={agent} clean={clean} isUnchecked={isUnchecked} />
      </span>
      <span role="cell" className="two col-most">
        {most === undefined ? <span className="dim">–</span> : <MostOften report={most} />}
      </span>
    </>
  )
}

function Score({ agent, clean, isUnchecked }: CleanCellsProps): React.JSX.Element {
  const sent = clean?.messages ?? agent.sent
  if (sent < scoreFrom && !agent.isOperator)
    return (
      <span className="dim cut" title={`A score needs ${scoreFrom} messages.`}>
        {count(sent)} sent, too few to say
      </span>
    )
  if (isUnchecked)
    return (
      <span className="dim cut" title={notChecked}>
        not checked
      </span>
    )
  if (clean?.score === undefined) return <span className="dim">–</span>
  const { score, found, messages } = clean
  return (
    <>
      <span className={score < lowFrom ? 'meter low' : 'meter'} aria-hidden="true">
        <i style={{ width: `${score}%` }} />
      </span>
      <b className="med">{scoreText(score)}</b>
      <span className="dim cut">
        {found === 0 ? (
          'clean'
        ) : (
          <>
            {count(found)} of {count(messages)}
            <span className="sr"> messages with findings</span>
          </>
        )}
      </span>
    </>
  )
}

function MostOften({ report }: { readonly report: RuleReport }): React.JSX.Element {
  const { rule, message, messages, example } = report
  const jumpTo = useApp((state) => state.jumpTo)
  return (
    <>
      <span className="cut" title={visibleString(message)}>
        <LineText text={message} />
      </span>
      <span className="meta">
        <button
          type="button"
          className="link mono"
          title="Show the newest in the feed"
          aria-label={`${rule}, ${messages} ${messages === 1 ? 'message' : 'messages'}, show the newest`}
          onClick={(event) => {
            event.stopPropagation()
            void jumpTo(example)
          }}
        >
          {rule} ×{count(messages)}
        </button>
      </span>
    </>
  )
}
