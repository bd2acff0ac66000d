import { useState } from 'react'
import type { WorkflowRow } from '../pure/view.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { CompletePhase } from './complete-phase.tsx'

type Phase = NonNullable<WorkflowRow['active']>['phases'][number]

const glyphs: { readonly [state in Phase['state']]: GlyphShape } = { done: 'done', skipped: 'na', current: 'working', next: 'off' }
const words: { readonly [state in Phase['state']]: string } = { done: 'done', skipped: 'skipped', current: 'now', next: 'upcoming' }

interface PhaseRowProps {
  readonly workflow: string
  /** Number of the phase that is next. */
  readonly current: number
  readonly phase: Phase
  readonly targetAgent: string | undefined
}

/** One phase: role, required artifact and delivered files. The next phase can be completed; a later one needs a reason. */
export function PhaseRow({ workflow, current, phase, targetAgent }: PhaseRowProps): React.JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const isAhead = phase.state === 'current' || phase.state === 'next'
  return (
    <li className={`phase ${phase.state}`}>
      <Glyph shape={glyphs[phase.state]} />
      <span className="dim">{phase.number}</span>
      <span className="two">
        <span className="cut">
          <b className="med">
            <VisibleText text={phase.name} />
          </b>{' '}
          <span className="dim">
            <VisibleText text={phase.role} />
          </span>
        </span>
        <span className="mid small">
          requires <VisibleText text={phase.artifact} />
        </span>
        {phase.artifacts.length > 0 && (
          <span className="mono">
            <VisibleText text={phase.artifacts.join(', ')} />
          </span>
        )}
        {phase.skipReason !== undefined && (
          <span className="small mid">
            Skipped: <VisibleText text={phase.skipReason} />
          </span>
        )}
        {phase.notes !== undefined && (
          <span className="small mid">
            <VisibleText text={phase.notes} />
          </span>
        )}
      </span>
      <span className="word dim small">
        {words[phase.state]}
        {phase.by !== undefined && (
          <>
            {' '}
            by <VisibleText text={phase.by} />
          </>
        )}
      </span>
      {isAhead && (
        <button type="button" className={phase.state === 'current' ? 'btn small' : 'btn small ghost'} onClick={() => setOpen(true)}>
          {phase.state === 'current' ? 'Complete…' : 'Skip to…'}
          <span className="sr"> phase {phase.number}</span>
        </button>
      )}
      {isOpen && (
        <CompletePhase workflow={workflow} current={current} phase={phase} targetAgent={targetAgent} onClose={() => setOpen(false)} />
      )}
    </li>
  )
}
