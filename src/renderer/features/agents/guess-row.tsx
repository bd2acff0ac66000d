import { Merge } from 'lucide-react'
import { useState } from 'react'
import type { NameGuess } from '../../../core/agent.ts'
import type { Fault } from '../../../core/fault.ts'
import { Bar } from '../../ui/bar.tsx'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** A name that may belong to a known agent: the reason, and the two ways to settle it. */
export function GuessRow({ guess }: { readonly guess: NameGuess }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace) ?? ''
  const agent = useApp((state) => state.state?.agents.find((each) => each.id === guess.agent))
  const toast = useApp((state) => state.toast)
  const agentName = agent?.name ?? guess.agent
  const [fault, setFault] = useState<Fault>()
  const { source, name } = guess
  const settle = async (join: boolean): Promise<void> => {
    const settled = join
      ? await client.call('agents.join', { workspace, source, name, agent: guess.agent })
      : await client.call('agents.split', { workspace, source, name })
    setFault(settled.ok ? undefined : settled.fault)
    // Rows come and go by what agents say: what was done is said by name, and can be taken back.
    if (settled.ok && join)
      toast({
        text: `${visibleString(name)} is joined to ${visibleString(agentName)}`,
        act: { label: 'Undo', run: () => void client.call('agents.split', { workspace, source, name }) },
      })
  }
  return (
    <div role="group" aria-label={visibleString(name)}>
      <div className="tr guess">
        <span>
          <Glyph shape="unknown" />
        </span>
        <Chip protocol={guess.protocol} />
        <span className="mono ink cut" title={visibleString(name)}>
          <VisibleText text={name} />
        </span>
        <span className="agent mid">
          maybe <Bar hue={agent?.hue} />
          <span className="cut">
            <VisibleText text={`${agentName}: ${guess.reason}`} />
          </span>
        </span>
        <button type="button" className="btn small" onClick={() => void settle(true)}>
          <Merge className="i" aria-hidden="true" /> Join {visibleString(agentName)}
        </button>
        <button type="button" className="btn small" onClick={() => void settle(false)}>
          Keep separate
        </button>
      </div>
      {fault && <FieldFault fault={fault} />}
    </div>
  )
}
