import { Fragment } from 'react'
import { VisibleText } from '../../ui/visible-text.tsx'

interface MarkedProps {
  readonly text: string
  /** Half-open ranges of UTF-16 units, sorted, not overlapping. Ranges outside the text are ignored. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Text with its matches underlined; hidden characters stay visible. */
export function Marked({ text, ranges }: MarkedProps): React.JSX.Element {
  const parts: React.JSX.Element[] = []
  let done = 0
  for (const [start, end] of ranges) {
    if (start < done || end > text.length || end <= start) continue
    parts.push(
      <Fragment key={start}>
        <VisibleText text={text.slice(done, start)} />
        <mark>
          <VisibleText text={text.slice(start, end)} />
        </mark>
      </Fragment>,
    )
    done = end
  }
  return (
    <>
      {parts}
      <VisibleText text={text.slice(done)} />
    </>
  )
}
