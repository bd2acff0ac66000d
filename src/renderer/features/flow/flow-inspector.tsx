import { FeedInspector } from '../inspector/feed-inspector.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { BundlePane } from './bundle-pane.tsx'

/** A bundle as a list, otherwise the message behind what was opened. */
export function FlowInspector(): React.JSX.Element {
  const bundle = useApp((state) => state.flow.bundle)
  return bundle === undefined ? <FeedInspector /> : <Bundle key={bundle[0]} ids={bundle} />
}

function Bundle({ ids }: { readonly ids: readonly string[] }): React.JSX.Element {
  const now = useNow()
  return <BundlePane ids={ids} now={now} />
}
