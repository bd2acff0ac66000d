import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useApp, useStoreApi } from '../state/store.ts'
import type { FlowNames } from './flow-names.ts'
import { timeAt, zoomAround } from '../../../core/flow/scale.ts'
import { markAt, type FlowMark } from './marks.ts'
import { paintFlow } from './paint/paint.ts'
import { prepare, usePalette } from './paint/use-canvas.ts'
import type { FlowPicture } from './use-flow-layout.ts'
import { gapWords } from './words.ts'

interface PlotProps {
  readonly picture: FlowPicture
  readonly names: FlowNames
  /** Size of the visible part, px, and how far it is scrolled. */
  readonly width: number
  readonly height: number
  readonly scroller: HTMLElement | null
  /** The right edge is the present. */
  readonly now: number
  /** The pointer rests on a mark, or left it. */
  onHover(mark: FlowMark | undefined): void
}

/** How far the pointer moves before it drags, px. */
const dragPx = 4
const hoverMs = 300
/** One notch of a wheel zooms by this. */
const notch = 1.2

/** The canvas: it draws the layout, and turns the pointer into marks, panning and zooming. Keys and screen readers have the lanes. */
export function Plot({ picture, names, width, height, scroller, now, onHover }: PlotProps): React.JSX.Element {
  const store = useStoreApi()
  const canvas = useRef<HTMLCanvasElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const palette = usePalette(host, names)
  const selected = useApp((state) => state.flow.mark)
  const isFollowing = useApp((state) => state.flow.end === undefined)
  const isPast = useApp((state) => state.past !== undefined)
  const [hovered, setHovered] = useState<string>()
  const { layout, marks } = picture

  const draw = useEffectEvent(() => {
    if (canvas.current === null || palette === undefined || width === 0) return
    const ctx = prepare(canvas.current, width, height)
    if (ctx === null) return
    paintFlow(ctx, {
      layout,
      palette,
      top: scroller?.scrollTop ?? 0,
      width,
      height,
      selected,
      hovered,
      edge: isPast ? 'then' : isFollowing ? 'now' : 'past',
      gapWords: (gap) => gapWords(gap, names),
    })
  })
  // Whatever is drawn is a prop or a state of this component.
  useLayoutEffect(() => draw())
  useEffect(() => {
    const onScroll = (): void => draw()
    scroller?.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller?.removeEventListener('scroll', onScroll)
  }, [scroller])

  const pointed = (event: React.PointerEvent | React.MouseEvent): { readonly x: number; readonly mark: FlowMark | undefined } => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    return { x, mark: markAt(marks, x, event.clientY - box.top + (scroller?.scrollTop ?? 0)) }
  }

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const point = (mark: FlowMark | undefined): void => {
    if (mark?.id === hovered) return
    setHovered(mark?.id)
    clearTimeout(rest.current)
    onHover(undefined)
    if (mark !== undefined) rest.current = setTimeout(() => onHover(mark), hoverMs)
  }
  useEffect(() => () => clearTimeout(rest.current), [])

  const drag = useRef<{ readonly x: number; readonly end: number; isMoving: boolean }>(undefined)
  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>): void => {
    if (event.button === 0) drag.current = { x: event.clientX, end: picture.to, isMoving: false }
  }
  const onPointerMove = (event: React.PointerEvent<HTMLDivElement>): void => {
    const held = drag.current
    if (held === undefined) return point(pointed(event).mark)
    const moved = event.clientX - held.x
    if (!held.isMoving && Math.abs(moved) < dragPx) return
    if (!held.isMoving) event.currentTarget.setPointerCapture(event.pointerId)
    held.isMoving = true
    point(undefined)
    panTo(held.end - (moved / layout.scale.width) * (picture.to - picture.from))
  }
  const onPointerUp = (event: React.PointerEvent<HTMLDivElement>): void => {
    const held = drag.current
    drag.current = undefined
    if (held === undefined || held.isMoving) return
    const { mark } = pointed(event)
    if (mark === undefined) return store.getState().setFlow({ mark: undefined, bundle: undefined })
    clearTimeout(rest.current)
    onHover(undefined)
    void store.getState().openMark(mark)
  }

  const panTo = useCallback(
    (end: number): void => {
      const state = store.getState()
      if (end >= now) state.followFlow()
      else state.setFlow({ end })
    },
    [store, now],
  )
  // React's wheel listeners are passive, so the page would zoom, too.
  useEffect(() => {
    const element = host.current
    const onWheel = (event: WheelEvent): void => {
      const isZoom = event.ctrlKey || event.metaKey
      const across = event.shiftKey ? event.deltaY : event.deltaX
      if (!isZoom && Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
      event.preventDefault()
      const { scale } = layout
      if (!isZoom) return panTo(scale.to + (across / scale.width) * (scale.to - scale.from))
      const x = Math.min(scale.width, event.clientX - (host.current?.getBoundingClientRect().left ?? 0))
      const next = zoomAround(scale, event.deltaY > 0 ? notch : 1 / notch, x, now)
      store.getState().setFlow({ span: next.to - next.from, ...(next.to < now && { end: next.to }) })
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [layout, now, panTo, store])

  return (
    <div
      ref={host}
      className={hovered === undefined ? 'flow-plot' : 'flow-plot on-mark'}
      style={{ height }}
      aria-hidden="true"
      data-from={Math.round(picture.from)}
      data-to={Math.round(picture.to)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerLeave={() => point(undefined)}
      onDoubleClick={(event) => {
        const { x } = pointed(event)
        if (x < layout.scale.width)
          store.getState().setFlow({ end: Math.min(now, timeAt(layout.scale, x) + (picture.to - picture.from) / 2) })
      }}
    >
      <canvas ref={canvas} style={{ width, height }} />
    </div>
  )
}
