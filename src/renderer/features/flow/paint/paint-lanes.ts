import type { FlowLayout } from '../../../../core/flow/layout.ts'
import type { TaskPart } from '../../../../core/flow/task-spans.ts'
import { drawGlyph, type CanvasGlyph } from './glyphs.ts'
import type { Palette, Role } from './palette.ts'

/** isThen: a moment in the past is looked at. */
type Painter = (ctx: CanvasRenderingContext2D, layout: FlowLayout, palette: Palette, isThen?: boolean) => void

export const paintDensity: Painter = (ctx, { density, scale }, palette) => {
  for (const { y, link, bars } of density) {
    ctx.fillStyle = palette.color.line3
    for (const { x, width, height } of bars) ctx.fillRect(x, y - height, width, height)
    if (link === undefined) continue
    ctx.fillStyle = palette.hue(link)
    ctx.fillRect(0, y, scale.width, 2)
  }
}

/** The colour of a part; its glyph where it begins. */
const parts: Readonly<Record<TaskPart, { readonly role: Role; readonly glyph?: CanvasGlyph; readonly glyphRole?: Role }>> = {
  assigned: { role: 'line3' },
  working: { role: 'task', glyph: 'working', glyphRole: 'working' },
  waiting: { role: 'waiting', glyph: 'waiting' },
  'needs you': { role: 'needs', glyph: 'needs' },
  review: { role: 'line3', glyph: 'review', glyphRole: 'dim' },
  lost: { role: 'lost', glyph: 'lost' },
}

export const paintTasks: Painter = (ctx, { tasks, measures }, palette, isThen = false) => {
  const { color } = palette
  for (const span of tasks) {
    if (measures.isDense) {
      for (const { x, width, state } of span.parts) {
        ctx.globalAlpha = state === 'working' ? 0.5 : 1
        ctx.fillStyle = state === 'working' ? color.line3 : color[parts[state].role]
        ctx.fillRect(x, span.y, width, span.height)
        ctx.globalAlpha = 1
      }
      continue
    }
    box(ctx, span.x + 0.5, span.y + 0.5, Math.max(2, span.width - 1), span.height - 1, 3)
    ctx.fillStyle = color.raised
    ctx.fill()
    ctx.strokeStyle = color.line2
    ctx.lineWidth = 1
    ctx.stroke()
    for (const { x, width, state } of span.parts) {
      ctx.fillStyle = color[parts[state].role]
      if (state !== 'working') ctx.fillRect(x + 1, span.y + span.height - 2, width - 2, 2)
      else if (palette.isForced) ctx.strokeRect(x + 1.5, span.y + 1.5, Math.max(1, width - 3), span.height - 3)
      else {
        box(ctx, x + 1, span.y + 1, Math.max(1, width - 2), span.height - 2, 2)
        ctx.fill()
      }
    }
    for (const { x, state } of span.changes) {
      const { glyph, glyphRole, role } = parts[state]
      if (glyph === undefined) continue
      ctx.fillStyle = color.raised
      ctx.fillRect(x - 1, span.y + 1, 13, span.height - 4)
      drawGlyph(ctx, isThen && glyph === 'needs' ? 'due' : glyph, x + 6, span.y + span.height / 2 - 0.5, color[glyphRole ?? role], 8)
    }
    if (span.title !== undefined) {
      ctx.save()
      ctx.beginPath()
      ctx.rect(span.x, span.y, span.width, span.height)
      ctx.clip()
      ctx.font = palette.text
      ctx.fillStyle = color.ink
      ctx.fillText(span.title.text, span.title.x, span.y + span.height / 2 + palette.textSize * 0.34)
      ctx.restore()
    }
    if (span.end !== undefined)
      drawGlyph(
        ctx,
        span.end.isDone ? 'done' : 'no',
        span.end.x + 8,
        span.y + span.height / 2,
        span.end.isDone ? color.working : color.lost,
        11,
      )
  }
}

export const paintBars: Painter = (ctx, { bars }, { color }, isThen = false) => {
  for (const { x, width, y, tone, limitX, hasStart } of bars) {
    const own = tone === 'mine' ? color.needs : tone === 'others' ? color.waiting : color.line3
    ctx.fillStyle = own
    const red = limitX === undefined ? 0 : Math.max(3, x + width - limitX)
    const rest = Math.max(0, width - red)
    if (isThen && tone === 'mine' && rest > 3) {
      ctx.strokeStyle = own
      ctx.lineWidth = 1
      ctx.strokeRect(x + 0.5, Math.floor(y) + 0.5, rest - 1, 3)
    } else ctx.fillRect(x, y, rest, tone === 'answered' ? 1.5 : 2.5)
    if (hasStart) ctx.fillRect(x, y - 1.5, 1.5, 5.5)
    if (limitX === undefined) continue
    ctx.fillStyle = color.lost
    ctx.fillRect(x + width - red, y, red, 2.5)
    ctx.fillRect(limitX - 0.75, y - 2, 1.5, 6.5)
  }
}

export const paintRugs: Painter = (ctx, { rugs }, { color }) => {
  ctx.fillStyle = color.line3
  for (const { xs, y } of rugs) for (const x of xs) ctx.fillRect(Math.round(x), y, 1, 3)
}

export const paintAnswers: Painter = (ctx, { answers }, { color }) => {
  for (const { x, y, width, chunks, isLive } of answers) {
    box(ctx, x, y - 4.5, width, 9, 2)
    ctx.fillStyle = color.raised
    ctx.fill()
    ctx.strokeStyle = color.line3
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.fillStyle = color.dim
    for (const at of chunks) ctx.fillRect(Math.round(at), y - 3, 1, 6)
    if (!isLive) continue
    ctx.fillStyle = color.accent
    ctx.fillRect(x + width - 3, y - 6, 4, 12)
  }
}

function box(ctx: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void {
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, radius)
}
