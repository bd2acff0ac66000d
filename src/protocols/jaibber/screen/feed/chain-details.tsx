import { ArrowRight } from 'lucide-react'
import type { Event } from '../../../../core/event.ts'
import { teamDataOf } from '../team-data.ts'
import { projectOf } from '../teams.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** An agent's answer in its answer chain: depth, limit, and who answered before. */
export function ChainDetails({ event }: { readonly event: Event }): React.JSX.Element | null {
  const { body } = event
  const project = body.kind === 'message' ? body.conversation : undefined
  const most = useApp((state) => projectOf(state, event.source, project)?.settings.maxResponseDepth)
  if (body.kind !== 'message') return null
  const { depth, chain } = teamDataOf(body)
  if (depth === undefined) return null
  return (
    <>
      <h3>Answer chain</h3>
      <dl className="kv">
        <dt>Depth</dt>
        <dd>
          {depth}
          {most !== undefined && <span className="dim">of {most}, the limit for my agents</span>}
        </dd>
        {chain.length > 0 && (
          <>
            <dt>Answered</dt>
            <dd className="wrap">
              {chain.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a chain may name one agent twice
                <span key={at} className="agent">
                  {at > 0 && <ArrowRight className="i" aria-label="then" />}
                  <VisibleText text={name} />
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
