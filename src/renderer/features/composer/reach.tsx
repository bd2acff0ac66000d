import { createElement } from 'react'
import { screenOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'

interface ReachProps {
  readonly source: string
  readonly to: readonly string[]
  /** Place that it is said in; empty: none. */
  readonly where: string
}

/** Whom the recipients reach, where the protocol of the link can tell. */
export function Reach(props: ReachProps): React.JSX.Element | null {
  const part = useApp((state) => screenOf(state, props.source)?.composerParts?.Reach)
  return part === undefined ? null : createElement(part, props)
}
