import { hueOf, shownName } from '../agents/directory.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { AppState } from '../screen.ts'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'
import { Bar } from '../../ui/bar.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'

/** How an agent is shown by its id, or by a name on a link. */
export function nameOf(state: AppState, who: string, source = ''): string {
  const agent = state.state?.agents.find(({ id }) => id === who)
  if (agent === undefined) return shownName(state, source, who)
  return agent.isOperator ? 'you' : quotedName(agent.name)
}

/** How a link is shown, by its id. */
export function linkName({ state }: AppState, link: string): string {
  return state?.links.find(({ id }) => id === link)?.name ?? 'another link'
}

/** The hue of an agent by its id, or by a name on a link; the operator has none. */
export function hueOfAgent(state: AppState, who: string, source = ''): number | undefined {
  const agent = state.state?.agents.find(({ id }) => id === who)
  if (agent === undefined) return hueOf(state, source, who)
  return agent.isOperator ? 0 : agent.hue
}

/** Bar and name of an agent. `who`: its id, or a name on the link `source`. */
export function NamedAgent({ who, source }: { readonly who: string; readonly source?: string | undefined }): React.JSX.Element {
  const shown = useApp((state) => nameOf(state, who, source))
  const name = useApp(({ state }) => state?.agents.find(({ id }) => id === who)?.name ?? who)
  const own = useApp((state) => hueOfAgent(state, who, source))
  return (
    <span className="agent" title={visibleString(shown)}>
      <Bar hue={own} />
      <span className="cut">
        <VisibleText text={shown} />
      </span>
      <LookAlike name={name} />
    </span>
  )
}
