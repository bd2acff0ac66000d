import { Fragment } from 'react'
import { Signs } from '../../ui/signs.tsx'

type Range = readonly [number, number]

interface MarkedProps {
  readonly text: string
  /** Half-open ranges of UTF-16 units, sorted, not overlapping. Ranges outside the text are ignored. */
  readonly ranges: readonly Range[]
  /** Ranges that are shown as code, sorted, not overlapping. */
  readonly code?: readonly Range[]
}

/** Text with its matches underlined; hidden characters stay visible, arrows are drawn. */
export function Marked({ text, ranges, code = [] }: MarkedProps): React.JSX.Element {
  const parts: React.JSX.Element[] = []
  let done = 0
  for (const [start, end] of code) {
    parts.push(
      <Fragment key={start}>
        <MarkedPart text={text.slice(done, start)} ranges={within(ranges, done, start)} />
        <code className="in-line-code">
          <MarkedPart text={text.slice(start, end)} ranges={within(ranges, start, end)} />
        </code>
      </Fragment>,
    )
    done = end
  }
  return (
    <>
      {parts}
      <MarkedPart text={text.slice(done)} ranges={within(ranges, done, Infinity)} />
    </>
  )
}

/** The parts of ranges between two places, counted from the first. */
function within(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges.flatMap(([start, end]): Range[] =>
    start < to && end > from ? [[Math.max(start, from) - from, Math.min(end, to) - from]] : [],
  )
}

function MarkedPart({ text, ranges }: Omit<MarkedProps, 'code'>): React.JSX.Element {
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
