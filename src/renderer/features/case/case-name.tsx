import type { Agent } from '../../../core/agent.ts'
import { Bar } from '../../ui/bar.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const none: readonly Agent[] = []

/** A name of a case beside the bar of its agent here. A case knows no links, so the name is that of its first bearer. */
export function CaseName({ name }: { readonly name: string }): React.JSX.Element {
  const hue = useApp(({ state }) => {
    if (name === state?.info.operator) return 0
    const bearer = (state?.agents ?? none).find(({ names }) => names.some((one) => one.name === name))
    return bearer?.isOperator === true ? 0 : bearer?.hue
  })
  return (
    <span className="agent" title={visibleString(name)}>
      <Bar hue={hue} />
      <span className="cut">
        <VisibleText text={name} />
      </span>
    </span>
  )
}
