import type { FlowLayout } from '../../../../core/flow/layout.ts'
import { gutterWidth } from '../../../../core/flow/measures.ts'
import { age } from '../../../ui/time.ts'
import { drawGlyph } from './glyphs.ts'
import type { PaintInput } from './paint-input.ts'
import type { Palette } from './palette.ts'
import { paintAnswers, paintBars, paintDensity, paintRugs, paintTasks } from './paint-lanes.ts'
import { paintCounts, paintEnds, paintLines } from './paint-stems.ts'

/** From this span on, feet have the letters of their links. */
const lettersSpan = 5 * 60_000

/** Draws the plot, in the order back to front: grid, gaps, rings, life lines, density, lines, tasks, debts, feet and heads, tools, answers, counts, gutter. */
export function paintFlow(ctx: CanvasRenderingContext2D, input: PaintInput): void {
  const { layout, palette, top, width, height } = input
  ctx.clearRect(0, 0, width, height)
  ctx.save()
  ctx.translate(0, -top)
  const end = layout.scale.width
  paintGrid(ctx, input)
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, top, end, height)
  ctx.clip()
  paintTints(ctx, input)
  paintHatches(ctx, input)
  paintLives(ctx, input)
  paintDensity(ctx, layout, palette)
  paintLines(ctx, input)
  const isThen = input.edge === 'then'
  paintTasks(ctx, layout, palette, isThen)
  const letters = palette.isForced || layout.scale.to - layout.scale.from <= lettersSpan
  paintBars(ctx, layout, palette, isThen)
  paintEnds(ctx, input, letters)
  paintRugs(ctx, layout, palette)
  paintAnswers(ctx, layout, palette)
  paintCounts(ctx, input)
  ctx.restore()
  paintGutter(ctx, input)
  ctx.restore()
}

function hline(ctx: CanvasRenderingContext2D, x1: number, x2: number, y: number): void {
  ctx.beginPath()
  ctx.moveTo(x1, y)
  ctx.lineTo(x2, y)
  ctx.stroke()
}

function vline(ctx: CanvasRenderingContext2D, x: number, y1: number, y2: number): void {
  ctx.beginPath()
  ctx.moveTo(x, y1)
  ctx.lineTo(x, y2)
  ctx.stroke()
}

function paintGrid(ctx: CanvasRenderingContext2D, { layout, palette, top, width, height }: PaintInput): void {
  const bottom = Math.min(layout.height, top + height)
  ctx.lineWidth = 1
  ctx.strokeStyle = palette.color.line1
  for (const { x, isMajor } of layout.ticks) {
    ctx.globalAlpha = isMajor ? 1 : 0.7
    vline(ctx, Math.round(x) + 0.5, top, bottom)
  }
  ctx.globalAlpha = 1
  for (const { y, height: rowHeight, kind } of layout.rows) {
    if (y + rowHeight < top || y > top + height) continue
    if (kind === 'group') {
      ctx.fillStyle = palette.color.sunken
      ctx.fillRect(0, y, width, rowHeight - 1)
    }
    hline(ctx, 0, width, Math.round(y + rowHeight) - 0.5)
  }
}

function paintTints(ctx: CanvasRenderingContext2D, { layout, palette }: PaintInput): void {
  for (const { x, y, width, height } of layout.rings.flatMap(({ tints }) => tints)) {
    ctx.fillStyle = palette.color.lostBg
    if (!palette.isForced) ctx.fillRect(x, y + 0.5, width, height - 2)
    ctx.strokeStyle = palette.color.lostLine
    ctx.lineWidth = 1
    ctx.strokeRect(Math.round(x) + 0.5, y + 0.5, width, height - 2)
  }
}

/** Distance of the lines of a hatch, px. */
const hatchPitch = 7

function paintHatches(ctx: CanvasRenderingContext2D, { layout, palette, gapWords }: PaintInput): void {
  for (const { gap, y, height, isFirst } of layout.hatches) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(gap.x, y, gap.width, height - 1)
    ctx.clip()
    ctx.strokeStyle = palette.color.line3
    ctx.globalAlpha = 0.8
    ctx.lineWidth = 1
    ctx.beginPath()
    // The lines go through all lanes without a break.
    const first = Math.floor((gap.x - y - height) / hatchPitch) * hatchPitch
    for (let at = first; at < gap.x + gap.width - y + height; at += hatchPitch) {
      ctx.moveTo(at + y + height, y)
      ctx.lineTo(at + y, y + height)
    }
    ctx.stroke()
    ctx.restore()
    const words = gapWords(gap)
    ctx.font = palette.text
    const wide = ctx.measureText(words).width
    if (!isFirst || gap.width < wide + 12) continue
    ctx.fillStyle = palette.color.main
    ctx.fillRect(gap.x + 2, y + 3, wide + 8, 15)
    ctx.fillStyle = palette.color.dim
    ctx.fillText(words, gap.x + 6, y + 14.5)
  }
}

function paintLives(ctx: CanvasRenderingContext2D, { layout, palette }: PaintInput): void {
  for (const { x, width, y, life } of layout.lives) {
    ctx.lineWidth = 1
    ctx.strokeStyle = life === 'lost' ? palette.color.lost : palette.color.line2
    ctx.setLineDash(life === 'seen' ? [] : life === 'unknown' ? [2, 3] : [2, 4])
    hline(ctx, life === 'lost' ? x + 8 : x, x + width, Math.round(y) + 0.5)
    ctx.setLineDash([])
    if (life === 'lost') drawGlyph(ctx, 'lost', Math.max(6, x), y, palette.color.lost, 12)
  }
}

/** Right of now: the worst debt of each lane, and the rings. */
function paintGutter(ctx: CanvasRenderingContext2D, { layout, palette, width, edge, top, height }: PaintInput): void {
  const end = layout.scale.width
  ctx.textAlign = 'right'
  for (const { y, tone, age: ms } of layout.ages) {
    const text = age(0, ms)
    ctx.font = tone === 'others' ? palette.text : palette.strong
    ctx.fillStyle = tone === 'over' ? palette.color.lostText : tone === 'mine' ? palette.color.needsText : palette.color.mid
    ctx.fillText(text, width - 12, y + 2)
    if (tone === 'over') drawGlyph(ctx, 'over', width - 12 - ctx.measureText(text).width - 8, y - 2, palette.color.lost, 8)
  }
  ctx.textAlign = 'left'
  for (const { arrows } of layout.rings) for (const arrow of arrows) paintRing(ctx, palette, end + 6, arrow)
  const isPast = edge !== 'now'
  ctx.fillStyle = isPast ? palette.color.accent : palette.color.ink
  ctx.fillRect(Math.round(end), top, isPast ? 2 : 1, Math.min(layout.height, top + height) - top)
}

/** An arrow in the gutter, around the lanes between its ends. */
function paintRing(ctx: CanvasRenderingContext2D, palette: Palette, x: number, arrow: FlowLayout['rings'][number]['arrows'][number]): void {
  const down = arrow.to > arrow.from ? 1 : -1
  const [from, to] = [arrow.from + 3 * down, arrow.to - 3 * down]
  const out = Math.min(x + 6 + arrow.depth * 8, x + gutterWidth / 3)
  ctx.strokeStyle = palette.color.lost
  ctx.fillStyle = palette.color.lost
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.moveTo(x, from)
  ctx.lineTo(out, from)
  ctx.quadraticCurveTo(out + 4, from, out + 4, from + 4 * down)
  ctx.lineTo(out + 4, to - 4 * down)
  ctx.quadraticCurveTo(out + 4, to, out, to)
  ctx.lineTo(x + 4, to)
  ctx.stroke()
  ctx.beginPath()
  ctx.moveTo(x + 1, to)
  ctx.lineTo(x + 6, to - 3)
  ctx.lineTo(x + 6, to + 3)
  ctx.fill()
}
