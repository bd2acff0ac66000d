import { createElement } from 'react'
import { screenOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'

interface ReachProps {
  readonly source: string
  readonly to: readonly string[]
  /** Place it is posted in; empty: none. */
  readonly where: string
}

/** Whom the recipients reach, where the link's protocol can tell. */
export function Reach(props: ReachProps): React.JSX.Element | null {
  const part = useApp((state) => screenOf(state, props.source)?.composerParts?.Reach)
  return part === undefined ? null : createElement(part, props)
}
