import { useLayoutEffect, useRef } from 'react'
import type { LinePages } from './use-line-pages.ts'
import { FieldFault } from './field-fault.tsx'
import { clockTime } from './time.ts'
import { VisibleText } from './visible-text.tsx'

/** Distance from the end within which new lines scroll into view, px. */
const endSlack = 24

interface Line {
  readonly seq: number
  readonly at: number
  readonly text: string
}

interface LineLogProps<L extends Line> {
  readonly pages: LinePages<L>
  /** Shown while there is no line. */
  readonly empty: string
  /** Shown between the time and the text of a line. */
  readonly mark?: (line: L) => React.ReactNode
  onEarlier(): void
}

/** Lines as they are, newest last; stays at its end while that is in view. */
export function LineLog<L extends Line>({ pages, empty, mark, onEarlier }: LineLogProps<L>): React.JSX.Element {
  const { lines, hasBefore, fault } = pages
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const last = lines.at(-1)?.seq
  useLayoutEffect(() => {
    const element = list.current
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new lines are what it waits for
  }, [last])
  return (
    <>
      {hasBefore && (
        <button type="button" className="link small mid" onClick={onEarlier}>
          Show earlier lines
        </button>
      )}
      <ol
        ref={list}
        className={mark === undefined ? 'raw line-log' : 'raw line-log marked'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label="Lines, oldest first"
        onScroll={({ currentTarget: element }) => {
          isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= endSlack
        }}
      >
        {lines.map((line) => (
          <li key={line.seq}>
            <time>{clockTime(line.at)}</time>
            {mark?.(line)}
            <span>
              <VisibleText text={line.text} />
            </span>
          </li>
        ))}
        {lines.length === 0 && fault === undefined && <li className="dim">{empty}</li>}
      </ol>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}
