import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Chip } from '../common/chip.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import { clockTime, count, plain, duration } from '../../ui/time.ts'
import type { FlowNames } from './flow-names.ts'
import { clampSpan, mostSpan, ticksOf, timeAt, xOf, type TimeScale } from '../../../core/flow/scale.ts'
import { binned, dayBars, dayMarks, dayScale } from './minimap-data.ts'
import { drawGlyph } from './paint/glyphs.ts'
import { prepare, usePalette } from './paint/use-canvas.ts'
import { Playhead } from './playhead.tsx'
import { SaidCount } from './said-count.tsx'
import { saidQuery } from './said.ts'
import type { FlowDay } from './state/flow-slice.ts'
import { firstSpan } from './state/flow.ts'

interface MinimapProps {
  readonly names: FlowNames
  /** Width of the plot without its gutter, and with it, px. */
  readonly width: number
  readonly full: number
  readonly from: number
  readonly to: number
  /** The end of the day, as far as it is over. */
  readonly now: number
  /** The moment that is shown: now, or one in the past. */
  readonly moment: number
  readonly midnight: number
  /** What the day is called. */
  readonly title: string
  /** It is over: its end, ms. */
  readonly dayOver?: number | undefined
}

/** Geometry at a text size of 100 %: marks on top, a row for each protocol, times below. */
const [topHeight, rowHeight, barHeight, height] = [18, 13, 8, 104]
const mostRows = 5
const grip = 24
/** Room for a time at the right edge. */
const labelWidth = 40

/** The day by protocol, and the window as a brush: drag moves it, its edges zoom, a double click shows 20 minutes, the wheel zooms around the pointer. */
export function Minimap({ names, width, full, from, to, now, moment, midnight, title, dayOver }: MinimapProps): React.JSX.Element {
  const store = useStoreApi()
  const day = useApp((state) => state.flowDay)
  const look = useApp((state) => state.flow)
  const protocols = useApp((state) => state.protocols)
  const host = useRef<HTMLDivElement>(null)
  const scale = useMemo(() => dayScale(day, midnight, now, width), [day, midnight, now, width])
  const rows = useMemo(
    () =>
      protocols
        .map(({ id }) => ({ id, links: day?.links.filter(({ link }) => names.protocol(link) === id) ?? [] }))
        .filter(({ links }) => links.length > 0)
        .slice(0, mostRows),
    [protocols, day, names],
  )
  const [left, right] = [Math.max(0, xOf(scale, from)), Math.min(width, xOf(scale, to))]

  const show = (next: { readonly from: number; readonly to: number }): void => {
    const span = clampSpan(next.to - next.from)
    const state = store.getState()
    if (next.to >= moment) state.setFlow({ span, end: undefined, newCount: 0 })
    else state.setFlow({ span, end: Math.max(next.to, scale.from) })
  }
  const unread = useUnread({ from, to })
  const held = useRef<{ readonly x: number; readonly from: number; readonly to: number; readonly part: 'left' | 'right' | 'all' }>(
    undefined,
  )
  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const near = (edge: number): boolean => Math.abs(x - edge) <= Math.min(grip / 2, Math.max(6, (right - left) / 3))
    const isIn = x >= left && x <= right
    const part = near(left) ? 'left' : near(right) ? 'right' : 'all'
    // A press outside the brush brings it there.
    const at = timeAt(scale, x)
    const window = part !== 'all' || isIn ? { from, to } : { from: at - look.span / 2, to: Math.min(moment, at + look.span / 2) }
    if (part === 'all' && !isIn) show({ from: window.to - look.span, to: window.to })
    held.current = { x: event.clientX, from: window.from, to: window.to, part }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: React.PointerEvent<HTMLDivElement>): void => {
    const one = held.current
    if (one === undefined) return
    const moved = ((event.clientX - one.x) / scale.width) * (scale.to - scale.from)
    if (one.part === 'left') show({ from: Math.min(one.from + moved, one.to - 60_000), to: one.to })
    else if (one.part === 'right') show({ from: one.from, to: Math.min(moment, Math.max(one.to + moved, one.from + 60_000)) })
    else show({ from: one.from + moved, to: Math.min(moment, one.to + moved) })
  }
  useEffect(() => {
    const element = host.current
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { flow } = store.getState()
      const end = flow.end ?? moment
      const span = clampSpan(flow.span * (event.deltaY > 0 ? 1.2 : 1 / 1.2))
      const x = event.clientX - (element?.getBoundingClientRect().left ?? 0)
      const at = Math.min(Math.max(timeAt(scale, x), end - flow.span), end)
      const next = at + (end - at) * (span / flow.span)
      store.getState().setFlow({ span, ...(next < moment && flow.end !== undefined && { end: next }) })
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const by = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -1, PageDown: 1 }[event.key]
    if (by !== undefined) show({ from: from + by * look.span, to: to + by * look.span })
    else if (event.key === 'Home') show({ from: scale.from, to: scale.from + look.span })
    else if (event.key === 'End') store.getState().followFlow()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isFollowing = look.end === undefined
  return (
    <div className="minimap">
      <Totals day={day} rows={rows} title={title} midnight={midnight} dayOver={dayOver} />
      <div
        ref={host}
        className="mini-p"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (held.current = undefined)}
        onDoubleClick={() => store.getState().setFlow({ span: firstSpan })}
      >
        <Day names={names} day={day} rows={rows} scale={scale} full={full} now={now} midnight={midnight} />
        {unread !== undefined && (
          <i className="unread" style={{ left: xOf(scale, unread.from), width: xOf(scale, unread.to) - xOf(scale, unread.from) }} />
        )}
        <i className="before" style={{ width: left }} />
        {moment < now && <i className="later" style={{ left: xOf(scale, moment), width: width - xOf(scale, moment) }} />}
        <div
          className="brush"
          style={{ left, width: Math.max(6, right - left) }}
          role="slider"
          tabIndex={0}
          aria-label={`Time shown: ${title}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((Math.min(right, width) / Math.max(1, width)) * 100)}
          aria-valuetext={`${clockTime(from)} to ${clockTime(to)}, ${to - from >= mostSpan ? 'a day' : plain(duration(to - from))}${isFollowing ? ', following' : ''}`}
          onKeyDown={onKeyDown}
        >
          <i className="grip" />
          <i className="grip" />
        </div>
        <Playhead scale={scale} at={moment} />
      </div>
    </div>
  )
}

interface TotalsProps extends Pick<MinimapProps, 'title' | 'midnight' | 'dayOver'>, Pick<DayProps, 'day' | 'rows'> {}

/** How much was said on the day, in all and by protocol. Of a moment in the past, as much as had been said by then. */
function Totals({ day, rows, title, midnight, dayOver }: TotalsProps): React.JSX.Element {
  const workspace = useApp((state) => state.workspace)
  const asOf = useApp((state) => state.past?.asOf)
  const isAsked = workspace !== undefined && asOf !== undefined && day !== undefined
  const then = useAnswer('flow.day', isAsked ? { workspace, start: day.start, end: day.end, asOf } : undefined)
  const shown = asOf === undefined ? day : then?.ok === true ? then.value : undefined
  const totals = new Map(shown?.links.map(({ link, total }) => [link, total]))
  const query = { from: midnight, before: dayOver }
  return (
    <div className="mini-l">
      <SaidCount query={saidQuery(query)}>
        <span className="cut">{title}</span>
        <Many total={shown?.total} />
      </SaidCount>
      {rows.map(({ id, links }) => (
        <SaidCount key={id} query={saidQuery({ ...query, protocol: id })}>
          <Chip protocol={id} />
          <Many total={shown && links.reduce((sum, { link }) => sum + (totals.get(link) ?? 0), 0)} />
        </SaidCount>
      ))}
    </div>
  )
}

/** At the end of a row, how many messages it has; a screen reader also says of what. */
function Many({ total }: { readonly total: number | undefined }): React.JSX.Element {
  return (
    <span className="end">
      {total !== undefined && (
        <>
          <span className="sr">, </span>
          {count(total)}
          <span className="sr">{total === 1 ? ' message' : ' messages'}</span>
        </>
      )}
    </span>
  )
}

/** The part of the window whose marks were not read, or not yet. */
function useUnread(window: Span): Span | undefined {
  const isLoading = useApp((state) => state.flowPhase === 'loading')
  const reading = useApp((state) => state.flowUnread)
  const wholeFrom = useApp((state) => state.flowRows.wholeFrom) ?? 0
  if (isLoading) return window
  return reading ?? (wholeFrom > window.from ? { from: window.from, to: Math.min(wholeFrom, window.to) } : undefined)
}

interface Span {
  readonly from: number
  readonly to: number
}

interface DayProps {
  readonly names: FlowNames
  readonly day: FlowDay | undefined
  readonly rows: readonly { readonly id: string; readonly links: FlowDay['links'] }[]
  readonly scale: TimeScale
  readonly full: number
  readonly now: number
  readonly midnight: number
}

/** The drawn day, without the brush: it changes with the day, not with the window. */
const Day = memo(function Day({ names, day, rows, scale, full, now, midnight }: DayProps): React.JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const palette = usePalette(host, names)
  const size = useTextScale()
  const tall = height * size
  useLayoutEffect(() => {
    const ctx = canvas.current === null || palette === undefined || full <= 0 ? null : prepare(canvas.current, full, tall)
    if (ctx === null || palette === undefined) return
    ctx.clearRect(0, 0, full, tall)
    ctx.font = palette.mono
    ctx.fillStyle = palette.color.dim
    ctx.strokeStyle = palette.color.line1
    ctx.lineWidth = 1
    for (const { at, x } of ticksOf(scale, midnight, 90).ticks) {
      ctx.beginPath()
      ctx.moveTo(Math.round(x) + 0.5, 12 * size)
      ctx.lineTo(Math.round(x) + 0.5, tall - 4 * size)
      ctx.stroke()
      if (x < scale.width - labelWidth * size) ctx.fillText(clockTime(at).slice(0, 5), x + 4, tall - 6 * size)
    }
    ctx.fillText(clockTime(now), scale.width + 8, tall - 6 * size)
    const most = Math.max(
      1,
      ...rows.flatMap(({ links }) => links.flatMap(({ messages }) => [...binned(messages, day?.start ?? 0, scale).values()])),
    )
    for (const [at, { links }] of rows.entries()) {
      const base = Math.round((topHeight + (at + 1) * rowHeight) * size) - 2
      ctx.fillStyle = palette.color.line3
      for (const { messages } of links)
        for (const bar of dayBars(messages, day?.start ?? 0, scale, most, barHeight * size))
          ctx.fillRect(bar.x, base - bar.height, bar.width, bar.height)
      ctx.fillStyle = palette.hue(links[0]?.link ?? '')
      ctx.fillRect(0, base, scale.width, 2)
    }
    for (const { x, what } of day === undefined ? [] : dayMarks(day, scale))
      drawGlyph(
        ctx,
        what === 'failure' ? 'lost' : 'due',
        x,
        8 * size,
        what === 'failure' ? palette.color.lost : palette.color.needs,
        9 * size,
      )
    ctx.fillStyle = palette.color.ink
    ctx.fillRect(scale.width, 12 * size, 1, tall - 16 * size)
  })
  return (
    <div ref={host} aria-hidden="true">
      <canvas ref={canvas} style={{ width: full, height: tall }} />
    </div>
  )
})
