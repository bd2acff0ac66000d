import { useRef, useState } from 'react'
import { useApp, useStoreApi } from '../state/store.ts'
import { clockTime } from '../../ui/time.ts'
import { timeAt, xOf, type TimeScale } from '../../../core/flow/scale.ts'

/** While it is dragged, at most one state is shown in this time, ms. */
const stateMs = 250
const minute = 60_000

interface PlayheadProps {
  readonly scale: TimeScale
  /** The moment that is shown: now, or one in the past. */
  readonly at: number
}

/** The moment that the whole app shows, on the minimap: at now, or moved into the past. */
export function Playhead({ scale, at }: PlayheadProps): React.JSX.Element {
  const store = useStoreApi()
  const isPast = useApp((state) => state.past !== undefined)
  const [dragged, setDragged] = useState<number>()
  const held = useRef<{ readonly x: number; readonly at: number; shown: number }>(undefined)
  const prepare = (): void => void store.getState().preparePast()
  const look = (wanted: number): void => {
    store.getState().setReplay({ isPlaying: false })
    void store.getState().lookAt(wanted)
  }
  const shown = dragged ?? at
  const x = Math.min(scale.width, Math.max(0, xOf(scale, shown)))
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const by = { ArrowLeft: -minute, ArrowRight: minute, PageUp: -10 * minute, PageDown: 10 * minute }[event.key]
    if (by === undefined) return
    look(at + by)
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerMove = (event: React.PointerEvent): void => {
    const from = held.current
    if (from === undefined) return
    event.stopPropagation()
    const moved = ((event.clientX - from.x) / scale.width) * (scale.to - scale.from)
    const wanted = Math.min(scale.to, Math.max(timeAt(scale, 0), from.at + moved))
    setDragged(wanted)
    if (event.timeStamp - from.shown < stateMs) return
    from.shown = event.timeStamp
    look(wanted)
  }
  return (
    <div
      className={isPast ? 'playhead past' : 'playhead'}
      style={{ left: x }}
      role="slider"
      tabIndex={0}
      aria-label="Selected moment"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((x / scale.width) * 100)}
      aria-valuetext={isPast ? clockTime(shown) : 'now'}
      title={isPast ? 'Drag to another moment' : 'Drag into the past'}
      onFocus={prepare}
      onPointerEnter={prepare}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        held.current = { x: event.clientX, at, shown: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => {
        event.stopPropagation()
        held.current = undefined
        if (dragged !== undefined) look(dragged)
        setDragged(undefined)
      }}
    />
  )
}
