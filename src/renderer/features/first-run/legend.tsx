import type { LedgerStepName } from '../../../core/ledger.ts'
import { Bar } from '../../ui/bar.tsx'
import { Chip } from '../common/chip.tsx'
import { Strip, type StripMark } from '../common/strip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useApp } from '../state/store.ts'

/** The signs of the screen and their meaning: status by shape and word, evidence by outline, agent by bar, protocol by chip. */
export function Legend(): React.JSX.Element {
  const protocols = useApp((state) => state.protocols)
  return (
    <div className="legend">
      <dl>
        <Sign sign={<Glyph shape="needs" />} word={<span className="needs">needs you</span>} meaning="a question, an approval, a paste" />
        <Sign sign={<Glyph shape="working" />} word="working" meaning="it reported so, or just wrote" />
        <Sign sign={<Glyph shape="waiting" />} word="waiting for X" meaning="it reported so, or X owes it an answer" />
        <Sign sign={<Glyph shape="idle" />} word="idle" meaning="nothing is running" />
        <Sign sign={<Glyph shape="lost" />} word={<span className="lost">lost</span>} meaning="it disappeared, or reported an error" />
        <Sign sign={<Glyph shape="na" />} word="ended" meaning="it signed off or was stopped" />
        <Sign sign={<Glyph shape="unknown" />} word="" meaning="no evidence yet" />
      </dl>
      <dl>
        <Sign sign={<Glyph shape="working" />} word="filled" meaning="declared by the agent" />
        <Sign sign={<Glyph shape="working" outline="outlined" />} word="outline" meaning="shown by a receipt or the connection" />
        <Sign sign={<Glyph shape="working" outline="dotted" />} word="dotted, ~age" meaning="inferred, never certain" />
        <Sign sign={<Glyph shape="over" />} word={<span className="lost">12&nbsp;m</span>} meaning="past its limit" />
        <Sign sign={<Bar hue={1} />} word="coder" meaning="one colour per agent, on every link" />
        <Sign
          sign={protocols.map((protocol) => (
            <Chip key={protocol.id} protocol={protocol.id} />
          ))}
          word=""
          meaning="the protocol a message arrived on"
        />
      </dl>
      <div className="legend-steps">
        <span>Each message</span>
        {steps.map(({ mark, step }) => (
          <span key={step}>
            <Strip marks={[mark]} label={stepWords[mark]} /> {step}
          </span>
        ))}
        <span className="end">dash: this link cannot tell</span>
      </div>
    </div>
  )
}

/** A message on its way, with a mark of each kind. */
const steps = [
  { mark: 'yes', step: 'written' },
  { mark: 'yes', step: 'seen' },
  { mark: 'unknown', step: 'delivered' },
  { mark: 'yes', step: 'read' },
  { mark: 'no', step: 'acked' },
  { mark: 'owed', step: 'answered' },
] as const satisfies readonly { readonly mark: StripMark; readonly step: LedgerStepName }[]
const stepWords = { yes: 'yes', unknown: 'unknown', no: 'not yet', owed: 'owed' } as const

interface SignProps {
  readonly sign: React.ReactNode
  readonly word: React.ReactNode
  readonly meaning: string
}

function Sign({ sign, word, meaning }: SignProps): React.JSX.Element {
  return (
    <div>
      <dt>
        {sign} {word}
      </dt>
      <dd>{meaning}</dd>
    </div>
  )
}
