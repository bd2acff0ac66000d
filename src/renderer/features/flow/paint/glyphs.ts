/** State shapes on a canvas, drawn in a square of 12; the same as those of `ui/glyph.tsx`. */
const shapes = {
  needs: { path: 'M6 1.1 10.9 6 6 10.9 1.1 6Z', fill: true, line: 1 },
  due: { path: 'M6 1.7 10.3 6 6 10.3 1.7 6Z', fill: false, line: 1.4 },
  working: { path: 'M3.3 2.2v7.6L9.9 6Z', fill: true, line: 1.2 },
  waiting: { path: 'M2.5 2h2.6v8H2.5ZM6.9 2h2.6v8H6.9Z', fill: true, line: 0 },
  review: { path: 'M9.5 6A3.5 3.5 0 1 1 2.5 6 3.5 3.5 0 1 1 9.5 6Z', fill: false, line: 1.3 },
  done: { path: 'M2.4 6.4 4.9 8.9 9.8 3.5', fill: false, line: 1.7 },
  no: { path: 'M2.8 2.8l6.4 6.4M9.2 2.8 2.8 9.2', fill: false, line: 1.8 },
  lost: { path: 'M4.2 4.2l3.6 3.6M7.8 4.2 4.2 7.8M11 6A5 5 0 1 1 1 6 5 5 0 1 1 11 6Z', fill: false, line: 1.3 },
  over: { path: 'M6 2.2 10.6 10H1.4Z', fill: true, line: 1 },
  loop: {
    path: 'M2.6 4.6A3.9 3.9 0 0 1 9.7 4.4M9.4 7.4A3.9 3.9 0 0 1 2.3 7.6M10.6 2.3v2.9H7.7M1.4 9.7V6.8h2.9',
    fill: false,
    line: 1.5,
  },
} as const

export type CanvasGlyph = keyof typeof shapes

const paths = new Map<CanvasGlyph, Path2D>()

/** Draws a shape with its middle at x, y. */
export function drawGlyph(ctx: CanvasRenderingContext2D, shape: CanvasGlyph, x: number, y: number, color: string, size = 10): void {
  const { path, fill, line } = shapes[shape]
  let drawn = paths.get(shape)
  if (drawn === undefined) paths.set(shape, (drawn = new Path2D(path)))
  ctx.save()
  ctx.translate(x - size / 2, y - size / 2)
  ctx.scale(size / 12, size / 12)
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.fillStyle = color
  ctx.strokeStyle = color
  ctx.lineWidth = line
  if (fill) ctx.fill(drawn)
  if (line > 0) ctx.stroke(drawn)
  ctx.restore()
}
