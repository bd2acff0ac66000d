import { Fragment } from 'react'
import { Signs } from '../../ui/signs.tsx'

interface MarkedProps {
  readonly text: string
  /** Half-open ranges of UTF-16 units, sorted, not overlapping. Ranges outside the text are ignored. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Text with its matches underlined; hidden characters stay visible, arrows are drawn. */
export function Marked({ text, ranges }: MarkedProps): React.JSX.Element {
  const parts: React.JSX.Element[] = []
  let done = 0
  for (const [start, end] of ranges) {
    if (start < done || end > text.length || end <= start) continue
    parts.push(
      <Fragment key={start}>
        <Signs text={text.slice(done, start)} />
        <mark>
          <Signs text={text.slice(start, end)} />
        </mark>
      </Fragment>,
    )
    done = end
  }
  return (
    <>
      {parts}
      <Signs text={text.slice(done)} />
    </>
  )
}
