import { CornerUpRight } from 'lucide-react'
import type { Doubt } from '../../../core/doubt.ts'
import type { Event } from '../../../core/event.ts'
import { rowByWireId } from './known-events.ts'
import { useAnswer } from '../state/use-answer.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Doubts } from '../../ui/doubts.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { useApp } from '../state/store.ts'

const quotedChars = 160

/**
 * The first line of the message that a row replies to, above its text; clicking it goes there. It takes one line even while the message is being loaded, so the
 * row keeps its height.
 */
export function Quote({ source, wireId }: { readonly source: string; readonly wireId: string }): React.JSX.Element {
  const row = useApp((state) => rowByWireId(state.feed.rows, source, wireId))
  const jumpTo = useApp((state) => state.jumpTo)
  const found = useAnswer('events.find', row === undefined ? { source, wireId } : undefined)
  const event = row ?? (found?.ok === true ? found.value : undefined)
  const said = event === undefined ? undefined : saidIn(event)
  if (event === undefined || said === undefined) {
    return <span className="quote">{found === undefined ? '…' : 'replies to a message that is not here'}</span>
  }
  return (
    <button
      type="button"
      className="quote plain"
      title="Show the original message"
      onClick={(click) => {
        click.stopPropagation()
        void jumpTo(event.id)
      }}
    >
      <CornerUpRight className="i" aria-hidden="true" />
      <span className="sr">replies to </span>
      <AgentName source={source} name={said.from} />
      <Doubts doubts={said.doubts} />
      <span className="cut">
        <LineText text={said.line} />
      </span>
    </button>
  )
}

interface Said {
  readonly from: string
  readonly line: string
  readonly doubts: readonly Doubt[] | undefined
}

function saidIn({ body }: Event): Said | undefined {
  if (body.kind !== 'message' && body.kind !== 'stream' && body.kind !== 'notice') return undefined
  const first = body.text.trimStart().slice(0, 4 * quotedChars)
  const doubts = body.kind === 'message' ? body.doubts : undefined
  return { from: body.from, line: (first.split('\n', 1)[0] ?? '').slice(0, quotedChars), doubts }
}
