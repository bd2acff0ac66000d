import { Square } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { HomeView } from '../pure/api.ts'
import { useNow } from '../../../renderer/features/state/clock.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { age, count } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useCodingAgent } from './slices.ts'

export type Run = NonNullable<HomeView['run']>

/** Distance from the end, in pixels, within which the output follows new text. */
const endSlack = 24

/** The running command: its exact text, elapsed time and the end of its output. One instance per command. */
export function LiveRun({ run }: { readonly run: Run }): React.JSX.Element {
  const now = useNow()
  const [since] = useState(now)
  const output = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (output.current !== null && isAtEnd.current) output.current.scrollTop = output.current.scrollHeight
  })
  return (
    <section className="live-run" aria-label="Running">
      <header>
        <Glyph shape="working" /> <span className="ink">{run.command === undefined ? 'Applying' : 'Running'}</span>
        <span className="dim small">{age(since, now)}</span>
      </header>
      {run.command !== undefined && (
        <pre className="raw exact">
          <VisibleText text={run.command} />
        </pre>
      )}
      {run.command !== undefined && (
        <pre
          ref={output}
          className="raw output"
          role="log"
          aria-live="off"
          aria-label="Output"
          // It scrolls, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={(event) => {
            const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
            isAtEnd.current = scrollHeight - scrollTop - clientHeight <= endSlack
          }}
        >
          {run.output === undefined || run.output === '' ? <span className="k">no output yet</span> : <VisibleText text={run.output} />}
        </pre>
      )}
    </section>
  )
}

/** The progress of Apply, as words and a bar. */
export function RunProgress({ run }: { readonly run: Run }): React.JSX.Element {
  return (
    <span className="run-progress small mid">
      <span role="status">
        {count(run.done)} of {count(run.total)} done
      </span>
      <progress max={Math.max(1, run.total)} value={run.done} aria-label="Applied rows" />
    </span>
  )
}

/** Stops the running command; the rows after it are not applied. */
export function StopButton(): React.JSX.Element {
  const stopRun = useCodingAgent((state) => state.stopRun)
  return (
    <button type="button" className="btn" title="Stops this command; the ones after it won’t run" onClick={() => void stopRun()}>
      <Square className="i" aria-hidden="true" /> Stop
    </button>
  )
}
