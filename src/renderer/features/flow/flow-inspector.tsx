import { useScreenSize } from '../../ui/use-width.ts'
import { FeedInspector } from '../inspector/feed-inspector.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import { BundlePane } from './bundle-pane.tsx'
import { FlowFeed } from './flow-feed.tsx'

/** A bundle as a list, otherwise the message behind what was opened; in the past the feed of then, where there is room for it. */
export function FlowInspector(): React.JSX.Element {
  const bundle = useApp((state) => state.flow.bundle)
  const hasFeed = useApp((state) => state.past !== undefined && state.flow.hasFeed)
  const { width } = useScreenSize(useTextScale())
  if (bundle !== undefined) return <Bundle key={bundle[0]} ids={bundle} />
  return hasFeed && width !== 's' && width !== 'm' ? <FlowFeed /> : <FeedInspector />
}

function Bundle({ ids }: { readonly ids: readonly string[] }): React.JSX.Element {
  const now = useNow()
  return <BundlePane ids={ids} now={now} />
}
