import type { Invited } from '../../../../core/invite/invite.ts'
import { clientTitles } from '../../../../core/invite/client-names.ts'
import type { Agent } from '../../../../core/agent.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { age } from '../../../ui/time.ts'
import { VisibleText, visibleString } from '../../../ui/visible-text.tsx'
import { inviteOverlay } from '../../overlays.ts'
import { useNow } from '../../state/clock.ts'
import { useApp } from '../../state/store.ts'

const none: readonly Invited[] = []
const noAgents: readonly Agent[] = []

/** Agents that were invited: their first sign since then, or what is left to do until there is one. */
export function InvitedRows(): React.JSX.Element | null {
  const invited = useApp((state) => state.state?.invited ?? none)
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const setOverlay = useApp((state) => state.setOverlay)
  const now = useNow()
  if (invited.length === 0) return null
  return (
    <section className="part top" aria-labelledby="agents-invited">
      <header>
        <h2 id="agents-invited">Invited</h2>
        <span className="n">{invited.length}</span>
      </header>
      {invited.map((one) => {
        const sign = firstSign(one, agents)
        return (
          <div className="tr invited" role="group" aria-label={visibleString(one.agent)} key={`${one.client} ${one.agent}`}>
            <span>
              <Glyph shape={sign === undefined ? 'unknown' : 'done'} />
            </span>
            <span className="mono ink cut">
              <VisibleText text={one.agent} />
            </span>
            <span className="mid cut">{clientTitles[one.client]}</span>
            <span className="mid words">
              {sign === undefined ? `No word yet, invited ${age(one.at, now)} ago. ` : `Last sign ${age(sign, now)} ago`}
              {sign === undefined && <VisibleText text={one.next.join(' ')} />}
            </span>
            <button type="button" className="btn small" onClick={() => setOverlay(inviteOverlay({ remove: one }))}>
              Remove…
            </button>
          </div>
        )
      })}
    </section>
  )
}

/** When an agent of that name last wrote, or reported a state, since it was invited, ms. */
export function firstSign({ agent, at }: Pick<Invited, 'agent' | 'at'>, agents: readonly Agent[]): number | undefined {
  const signs = agents
    .filter(({ names, isOperator }) => !isOperator && names.some(({ name }) => name.toLowerCase() === agent.toLowerCase()))
    .flatMap(({ lastSeen, status }) => [lastSeen ?? 0, status.evidence === 'unknown' ? 0 : (status.since ?? 0)])
    .filter((sign) => sign > at)
  return signs.length === 0 ? undefined : Math.max(...signs)
}
