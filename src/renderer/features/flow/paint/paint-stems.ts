import { arrivals, type Arrival } from '../../../../core/flow.ts'
import type { FlowLayout } from '../../../../core/flow/layout.ts'
import type { Stem } from '../../../../core/flow/stems.ts'
import { drawGlyph } from './glyphs.ts'
import type { PaintInput } from './paint-input.ts'
import type { Palette } from './palette.ts'

const footHeight = 2.5

const isOnFor =
  (selected: string | undefined) =>
  ({ id, messages }: Stem): boolean =>
    selected !== undefined && (id === selected || messages.some(({ event }) => event === selected))

/** The lines of messages: behind tasks, feet and heads. */
export function paintLines(ctx: CanvasRenderingContext2D, { layout: { stems }, palette, selected, hovered }: PaintInput): void {
  const isOn = isOnFor(selected)
  for (const wide of [false, true]) {
    ctx.strokeStyle = palette.color.line3
    ctx.lineWidth = wide ? 2.5 : 1
    ctx.beginPath()
    for (const stem of stems) if (stem.isBundle === wide && !isOn(stem) && stem.id !== hovered) trace(ctx, stem)
    ctx.stroke()
  }
  const chosen = stems.filter((stem) => isOn(stem) || stem.id === hovered)
  for (const stem of chosen) {
    ctx.strokeStyle = isOn(stem) ? palette.color.accent : palette.color.ink
    ctx.lineWidth = stem.isBundle ? 2.5 : 1.5
    ctx.beginPath()
    trace(ctx, stem)
    ctx.stroke()
  }
}

/** Feet and heads of messages. */
export function paintEnds(ctx: CanvasRenderingContext2D, { layout, palette, selected }: PaintInput, letters: boolean): void {
  const isOn = isOnFor(selected)
  const { stems } = layout
  for (const on of [false, true]) {
    const heads = stems.filter((stem) => isOn(stem) === on).flatMap((stem) => stem.heads)
    for (const arrival of arrivals) paintHeads(ctx, palette, heads, arrival, on)
  }
  const lettered = letters
    ? { ends: new Map<number, number>(), marks: [...marksOfTasks(ctx, layout, palette), ...headsFromAbove(stems)] }
    : undefined
  for (const stem of stems) paintFeet(ctx, palette, stem, lettered)
}

/** Counts of bundles, and a ring around what is selected. They come last: a count that something lies over would say another number. */
export function paintCounts(ctx: CanvasRenderingContext2D, { layout, palette, selected }: PaintInput): void {
  const isOn = isOnFor(selected)
  const { stems } = layout
  const taken: Box[] = []
  const rank = (stem: Stem): number => (isOn(stem) ? 0 : layout.loops.has(stem.id) ? 1 : 2)
  const bundles = stems.filter(({ isBundle }) => isBundle)
  for (const stem of bundles.toSorted((a, b) => rank(a) - rank(b))) paintCount(ctx, palette, stem, isOn(stem), layout, taken)
  for (const stem of stems) if (isOn(stem)) paintSelection(ctx, palette, stem)
}

function trace(ctx: CanvasRenderingContext2D, { line, isBundle }: Stem): void {
  if (line === undefined) return
  // A vertical hairline is crisp in the middle of a pixel.
  const snap = (x: number): number => (isBundle || line.x1 !== line.x2 ? x : Math.round(x) + 0.5)
  ctx.moveTo(snap(line.x1), line.y1)
  ctx.lineTo(snap(line.x2), line.y2)
}

/** Filled: read is proved · outlined: delivered · open: the link cannot tell. All heads of a kind are one path. */
function paintHeads(ctx: CanvasRenderingContext2D, { color }: Palette, heads: Stem['heads'], arrival: Arrival, isOn: boolean): void {
  ctx.beginPath()
  for (const head of heads) {
    if (head.arrival !== arrival) continue
    const { x, y } = head
    const back = head.down ? -1 : 1
    const base = y + back * (arrival === 'sent' ? 6 : 6.5)
    ctx.moveTo(x - 3, base)
    if (arrival === 'sent') {
      ctx.lineTo(x, y + back * 1.5)
      ctx.lineTo(x + 3, base)
    } else {
      ctx.lineTo(x + 3, base)
      ctx.lineTo(x, y + back * 1.5)
      ctx.closePath()
    }
  }
  if (arrival !== 'sent') {
    ctx.fillStyle = arrival === 'delivered' ? color.main : isOn ? color.accent : color.mid
    ctx.fill()
  }
  ctx.lineWidth = arrival === 'read' ? 0.5 : 1
  ctx.strokeStyle = isOn ? color.accent : arrival === 'sent' ? color.dim : color.mid
  ctx.stroke()
}

/** Letters over others, over the head of an arrow, or over the title, a glyph or the foot of a task, could not be read, nor could what is under them. */
interface Lettered {
  /** Right edges of the letters so far, by height. */
  readonly ends: Map<number, number>
  readonly marks: readonly Area[]
}

/** Heads from above, whose lane is below them; those from below do not reach the letters. */
function headsFromAbove(stems: readonly Stem[]): readonly Area[] {
  return stems.flatMap(({ heads }) =>
    heads.flatMap(({ x, y, down }) => (down ? [{ left: x - 4, right: x + 4, top: y - 7, bottom: y }] : [])),
  )
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Height of letters, and the space between them and their foot, px. */
const [letterHeight, letterGap] = [9, 4]

/** Width that a glyph of a task takes, and height of the line at its foot, px. */
const [glyphWidth, taskFoot] = [14, 2]

/** Titles of tasks, the glyphs where a task changed or ended, and the line at its foot, which says its state. */
function marksOfTasks(ctx: CanvasRenderingContext2D, { tasks }: FlowLayout, palette: Palette): readonly Area[] {
  ctx.font = palette.text
  return tasks.flatMap(({ title, parts, changes, end, x, width, y, height }) => {
    const [top, bottom] = [y, y + height]
    const feet = parts.flatMap((part) =>
      part.state === 'working' ? [] : [{ left: part.x, right: part.x + part.width, top: bottom - taskFoot, bottom }],
    )
    const glyphs = [...changes, ...(end === undefined ? [] : [end])].map((at) => ({ left: at.x, right: at.x + glyphWidth, top, bottom }))
    if (title === undefined) return [...feet, ...glyphs]
    const right = Math.min(title.x + ctx.measureText(title.text).width, x + width)
    return [...feet, ...glyphs, { left: title.x - 2, right: right + 2, top, bottom }]
  })
}

/** @param lettered absent: there are no letters. */
function paintFeet(ctx: CanvasRenderingContext2D, palette: Palette, stem: Stem, lettered?: Lettered): void {
  const isUp = stem.line !== undefined && stem.line.y2 < stem.line.y1
  for (const { x, width, link } of stem.feet) {
    ctx.fillStyle = palette.hue(link)
    ctx.fillRect(x, stem.y - 1, width, footHeight)
    if (lettered === undefined) continue
    const text = palette.letters(link)
    ctx.font = palette.mono
    const wide = ctx.measureText(text).width
    // A line that goes up would cross them.
    const left = isUp ? x + width / 2 - wide - 3 : x + (width - wide) / 2
    if (left < (lettered.ends.get(stem.y) ?? -Infinity)) continue
    const [top, bottom] = [stem.y - letterGap - letterHeight, stem.y - letterGap]
    if (lettered.marks.some((mark) => left < mark.right && mark.left < left + wide && top < mark.bottom && mark.top < bottom)) continue
    lettered.ends.set(stem.y, left + wide + 2)
    ctx.fillStyle = palette.color.mid
    ctx.fillText(text, left, bottom)
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** How many messages, right of the foot; at the edge of the plot left of it. Not over a count that is there already: half a number would say something else. */
function paintCount(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  stem: Stem,
  isOn: boolean,
  { scale, loops }: FlowLayout,
  taken: Box[],
): void {
  const [first, last] = [stem.feet[0], stem.feet.at(-1)]
  if (first === undefined || last === undefined) return
  const text = `×${stem.messages.length}`
  ctx.font = palette.strong
  const isLoop = loops.has(stem.id)
  const width = ctx.measureText(text).width + (isLoop ? 18 : 4)
  const right = last.x + last.width + 1
  const x = right + width > scale.width ? first.x - width - 1 : right
  const { y } = stem
  if (taken.some((one) => one.y === y && x < one.x + one.width && one.x < x + width)) return
  taken.push({ x, y, width })
  ctx.fillStyle = isOn ? palette.color.active : palette.color.main
  ctx.fillRect(x, y - 7, width, 14)
  ctx.fillStyle = isOn ? palette.color.accent : palette.color.ink
  ctx.fillText(text, x + 2, y + 4)
  if (isLoop) drawGlyph(ctx, 'loop', x + width - 7, y, palette.color.lost, 11)
}

function paintSelection(ctx: CanvasRenderingContext2D, palette: Palette, stem: Stem): void {
  const [first, last] = [stem.feet[0], stem.feet.at(-1)]
  if (first === undefined || last === undefined) return
  const right = last.x + last.width + (stem.isBundle ? 32 : 6)
  ctx.strokeStyle = palette.color.focus
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.roundRect(first.x - 6, stem.y - 10.5, right - first.x + 6, 21, 4)
  ctx.stroke()
}
