import { count } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'
import { wholeTextOverlay } from '../overlays.ts'
import type { Overlay } from '../state/slices.ts'
import { cutText } from '../../../core/text.ts'

const linesShown = 6
const lineChars = 300

interface PeekProps {
  /** What it is, as the title of the whole text. */
  readonly title: string
  readonly text: string
  /** Shows all of it, where that is more than plain text. */
  readonly whole?: Overlay
}

/** The first lines of an exact text, and a button that shows all of it. */
export function Peek({ title, text, whole = wholeTextOverlay({ title, text }) }: PeekProps): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const { lines, total } = firstLines(text)
  return (
    <div className="peek raw">
      <pre>
        <VisibleText text={lines} />
      </pre>
      <button type="button" className="link more" title={`Read all: ${title}`} onClick={() => setOverlay(whole)}>
        Read {total > linesShown ? `all ${count(total)} lines` : 'all of it'}
      </button>
    </div>
  )
}

function firstLines(text: string): { readonly lines: string; readonly total: number } {
  let total = 1
  let cut = text.length
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (total === linesShown) cut = at
    total += 1
  }
  const lines = text
    .slice(0, Math.min(cut, linesShown * lineChars))
    .split('\n')
    .map((line) => cutText(line, lineChars))
  return { lines: lines.join('\n'), total: text.endsWith('\n') ? total - 1 : total }
}
