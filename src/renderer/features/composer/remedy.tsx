import { createElement } from 'react'
import type { RemedyProps } from '../screen.ts'
import { screenOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'

/** Another way to send a message that cannot be sent as it is, where the link's protocol has one. */
export function Remedy(props: RemedyProps): React.JSX.Element | null {
  const part = useApp((state) => screenOf(state, props.source)?.composerParts?.Remedy)
  return part === undefined ? null : createElement(part, props)
}
