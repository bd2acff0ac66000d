import { Children, isValidElement } from 'react'
import type { Components, ItemProps, ListProps } from 'react-virtuoso'
import { lastOrdOf, timeOf, type FeedItem } from './feed-items.ts'
import { Refusals } from '../halt/halt-marks.tsx'
import { EarlierPart } from './place-part.tsx'

/** What the virtual list gives to its parts: how many items there are. */
type Count = number

function Scroller({ context: _context, ...props }: React.ComponentProps<'div'> & { readonly context: Count }): React.JSX.Element {
  return <div {...props} tabIndex={-1} />
}

/**
 * The drawn rows; padding stands for those above and below. The list also counts the heights of rows that are gone from its end, as when a moment of
 * the past is looked at: below the last row there is nothing.
 */
export function List({
  ref,
  context,
  style,
  ...props
}: ListProps & { readonly context: Count } & React.RefAttributes<HTMLDivElement>): React.JSX.Element {
  const last = Children.toArray(props.children).at(-1)
  const isEnd = isValidElement<{ 'data-index'?: number }>(last) && last.props['data-index'] === context - 1
  return <div {...props} ref={ref} style={isEnd ? { ...style, paddingBottom: 0 } : style} role="feed" aria-label="Messages" />
}

function Footer(): React.JSX.Element {
  return (
    <>
      <Refusals />
      <div className="feed-end" />
    </>
  )
}

/** A row knows which event it shows: what counts as seen is read from the page. */
function Item({ item, context: _context, ...props }: ItemProps<FeedItem> & { readonly context: Count }): React.JSX.Element {
  return <div {...props} data-ord={lastOrdOf(item)} data-time={timeOf(item)} />
}

/** What the virtual list is made of. */
export const feedParts: Components<FeedItem, Count> = { Scroller, List, Item, Header: EarlierPart, Footer }
