import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { agentLane, saidIn } from '../../../core/flow/agent-lane.ts'
import type { FlowFrame } from '../../../core/flow.ts'
import { measuresOf } from '../../../core/flow/measures.ts'
import { clockTime, counted, dayStart } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import { Axis } from './axis.tsx'
import './flow.css'
import { useFlowNames } from './flow-names.ts'
import { paintFlow } from './paint/paint.ts'
import { prepare, usePalette } from './paint/use-canvas.ts'
import { useSize } from './use-size.ts'
import { gapWords } from './words.ts'

interface AgentStripProps {
  readonly agent: string
  /** The first page of a window, and the window, ms. */
  readonly frame: FlowFrame
  readonly from: number
  readonly to: number
  readonly now: number
}

/** Right of now: its time, and the age of the oldest debt, px. */
const gutter = 64

/** An agent's lane of the day, drawn like in Flow. */
export function AgentStrip({ agent, frame, from, to, now }: AgentStripProps): React.JSX.Element | null {
  const names = useFlowNames()
  const scale = useTextScale()
  const isPast = useApp((state) => state.past !== undefined)
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const palette = usePalette(host, names)
  const { width } = useSize(element)
  const layout = useMemo(() => {
    const measures = measuresOf('comfortable', scale)
    return agentLane(frame, { agent, from, to, now, width: width - gutter * scale, midnight: dayStart(now), measures })
  }, [frame, agent, from, to, now, width, scale])
  useLayoutEffect(() => {
    if (layout === undefined || palette === undefined || canvas.current === null || width === 0) return
    const ctx = prepare(canvas.current, width, layout.height)
    if (ctx === null) return
    const edge = isPast ? 'then' : 'now'
    paintFlow(ctx, {
      layout,
      palette,
      top: 0,
      width,
      height: layout.height,
      selected: undefined,
      hovered: undefined,
      edge,
      gapWords: (gap) => gapWords(gap, names),
    })
  })
  if (layout === undefined) return null
  return (
    <div ref={setElement} className="agent-strip">
      <div className="flow-axis" ref={host}>
        <Axis layout={layout} to={now} isFollowing={!isPast} />
      </div>
      <canvas
        ref={canvas}
        style={{ width, height: layout.height }}
        role="img"
        aria-label={`Lane since ${clockTime(layout.scale.from).slice(0, 5)}: ${counted(saidIn(frame, agent), 'message')}, ${counted(layout.bars.length, 'debt')}`}
      />
    </div>
  )
}
