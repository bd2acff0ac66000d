import type { Agent } from '../../../core/agent.ts'
import { brokenRules, conformanceMost, type BrokenRule, type Conformance } from '../../../core/conformance.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { Bar } from '../../ui/bar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { count } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { findingShapes } from '../inspector/finding-shapes.ts'
import { useApp } from '../state/store.ts'

interface BrokenRulesProps {
  readonly agents: readonly Agent[]
  readonly reports: Iterable<Conformance>
}

/** The rules that messages of these agents break, over all agents: what it is, who breaks it most, how often. */
export function BrokenRules({ agents, reports }: BrokenRulesProps): React.JSX.Element | null {
  const rules = brokenRules([...reports])
  if (rules.length === 0) return null
  return (
    <section className="part top" aria-labelledby="agents-rules">
      <header>
        <h2 id="agents-rules">Broken rules</h2>
        <span className="n">{rules.length}</span>
        <span className="end dim cut">In the latest {conformanceMost} messages of each agent</span>
      </header>
      <ul aria-labelledby="agents-rules">
        {rules.map((rule) => (
          <RuleRow key={`${rule.protocol}|${rule.rule}`} rule={rule} worst={agents.find(({ id }) => id === rule.agents[0])} />
        ))}
      </ul>
    </section>
  )
}

interface RuleRowProps {
  readonly rule: BrokenRule
  /** The agent that breaks it most. */
  readonly worst: Agent | undefined
}

function RuleRow({ rule, worst }: RuleRowProps): React.JSX.Element {
  const jumpTo = useApp((state) => state.jumpTo)
  const setDetail = useApp((state) => state.setDetail)
  const others = rule.agents.length - 1
  return (
    <li className="tr broken">
      <Glyph shape={findingShapes[rule.severity]} />
      <span className="mono">
        {rule.rule}
        <span className="sr">, {rule.severity}</span>
      </span>
      <Chip protocol={rule.protocol} />
      <button type="button" className="plain cut" title={visibleString(rule.message)} onClick={() => void jumpTo(rule.example)}>
        <LineText text={rule.message} />
      </button>
      <span className="agent">
        {worst !== undefined && (
          <button type="button" className="plain agent" title="Show all its findings" onClick={() => setDetail('agents', worst.id)}>
            <Bar hue={worst.hue} />
            <span className="cut">
              <VisibleText text={quotedName(worst.name)} />
            </span>
            <LookAlike name={worst.name} />
          </button>
        )}
        {others > 0 && <span className="dim">+{others}</span>}
      </span>
      <span className="r dim">×{count(rule.messages)}</span>
    </li>
  )
}
