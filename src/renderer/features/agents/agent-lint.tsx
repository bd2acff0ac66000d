import type { Agent } from '../../../core/agent.ts'
import { authorReport, scoreFrom, scoreText, type Conformance, type RuleReport } from '../../../core/conformance.ts'
import { CopyButton } from '../common/copy-button.tsx'
import { AnswerFault } from '../common/answer-fault.tsx'
import { Chip } from '../common/chip.tsx'
import { canWriteTo, writeTo } from './about-agent.ts'
import { useWantedPart } from './use-wanted-part.ts'
import '../inspector/inspector.css'
import { useAnswer } from '../state/use-answer.ts'
import { findingShapes } from '../inspector/finding-shapes.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'

/** Messages after which the latest ones are checked again. */
const againAfter = 20

/** How well an agent follows the rules of its protocols, with examples, and a report for its author. */
export function AgentLint({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const isAsked = workspace !== undefined && agent.sent > 0 && !agent.isOperator
  const answer = useAnswer(
    'agents.lint',
    isAsked ? { workspace, agents: [agent.id] } : undefined,
    String(Math.floor(agent.sent / againAfter)),
  )
  const { ref } = useWantedPart(agent.id, 'lint', answer !== undefined)
  if (!isAsked) return null
  const [report] = answer?.ok === true ? answer.value : []
  return (
    <section ref={ref} tabIndex={-1} aria-label="Lint" aria-busy={answer === undefined}>
      <h3>
        Lint
        {report?.score !== undefined && <span className="end dim">{scoreText(report.score)} of 100</span>}
      </h3>
      {answer?.ok === false && <AnswerFault fault={answer.fault} />}
      {report !== undefined && <Report agent={agent} report={report} />}
    </section>
  )
}

function Report({ agent, report }: { readonly agent: Agent; readonly report: Conformance }): React.JSX.Element {
  const store = useStoreApi()
  const canWrite = useApp((state) => canWriteTo(state, agent))
  const editDraft = useApp((state) => state.editDraft)
  const { messages, found, rules } = report
  if (rules.length === 0) {
    return (
      <p className="small mid agent">
        <Glyph shape="done" />
        <span>
          No findings in {counted(messages, 'message')}
          {messages < scoreFrom && <span className="dim">, too few for a score</span>}
        </span>
      </p>
    )
  }
  const text = authorReport(agent.name, report)
  return (
    <>
      <p className="small mid">
        {found} of the last {counted(messages, 'message')} {found === 1 ? 'breaks' : 'break'} {counted(rules.length, 'rule')}.
      </p>
      <ul className="findings">
        {rules.map((rule) => (
          <Rule key={`${rule.protocol}|${rule.rule}`} rule={rule} />
        ))}
      </ul>
      <h3>For its author</h3>
      <RawText className="raw short" label="Report for its author" text={text} most={4_000} />
      <div className="acts">
        <CopyButton text={text} what="Report" />
        {canWrite && (
          <button
            type="button"
            className="btn ghost long"
            onClick={() => {
              writeTo(store.getState(), agent)
              editDraft({ text })
            }}
          >
            <span className="cut">Write to {visibleString(agent.name)}</span>
          </button>
        )}
      </div>
    </>
  )
}

function Rule({ rule }: { readonly rule: RuleReport }): React.JSX.Element {
  const jumpTo = useApp((state) => state.jumpTo)
  return (
    <li>
      <Glyph shape={findingShapes[rule.severity]} />
      <div>
        <span className="mono">{rule.rule}</span> <Chip protocol={rule.protocol} /> <span className="dim">×{rule.messages}</span>{' '}
        <button type="button" className="link" onClick={() => void jumpTo(rule.example)}>
          newest
        </button>
        <p>
          <VisibleText text={rule.message} />
        </p>
      </div>
    </li>
  )
}
