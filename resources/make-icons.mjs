// Draws the mark (two sockets joined by a cable) and writes every icon that the shells and the packages need.
// Run: node resources/make-icons.mjs — plain JavaScript, no dependency; the same input gives the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'

const folder = dirname(fileURLToPath(import.meta.url))
const unit = 64 // the drawing stands on a 64 × 64 grid, as in public/icon.svg
const ink = [0x16, 0x18, 0x1d]
const paper = [0xff, 0xff, 0xff]
const sockets = [
  [19, 19],
  [45, 45],
]
const socketRadius = 6.4
const cable = [[19, 25.4], ...sampleCurve([19, 28.6], [19, 41.2], [45, 22.6], [45, 35.4]), [45, 38.6]]

/** Points on a cubic Bézier curve, close enough to measure distances from. */
function sampleCurve(a, b, c, d) {
  return Array.from({ length: 25 }, (_, step) => {
    const t = step / 24
    const s = 1 - t
    return [0, 1].map((axis) => s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis])
  })
}

/** Distance from a point to the middle line of the mark. */
function distanceToMark(x, y) {
  let best = Infinity
  for (const [cx, cy] of sockets) best = Math.min(best, Math.abs(Math.hypot(x - cx, y - cy) - socketRadius))
  for (let index = 1; index < cable.length; index += 1) {
    const [ax, ay] = cable[index - 1]
    const [bx, by] = cable[index]
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    best = Math.min(best, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
  }
  return best
}

/** Distance to the outline of the rounded square, negative inside. */
function distanceToTile(x, y, inset, radius) {
  const half = unit / 2 - inset
  const dx = Math.abs(x - unit / 2) - (half - radius)
  const dy = Math.abs(y - unit / 2) - (half - radius)
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - radius
}

const amber = [0xf2, 0xab, 0x3c]
const red = [0xe5, 0x48, 0x4d]
/** Where the badge is on the grid, and how large. */
const badge = { x: 47, y: 47, radius: 15, clear: 24 }

/** Distance to the outline of a badge, negative inside: a disc for what needs the operator, a triangle for what is overdue, an octagon for halted, half a disc for a link that is down. */
function distanceToBadge(x, y, shape, { x: cx, y: cy, radius } = badge) {
  if (shape === 'needs') return Math.hypot(x - cx, y - cy) - radius
  if (shape === 'link') return Math.max(Math.hypot(x - cx, y - cy) - radius, x - cx)
  const [dx, dy] = [Math.abs(x - cx), y - cy]
  if (shape === 'halted') return Math.max(dx, Math.abs(dy), (dx + Math.abs(dy)) * Math.SQRT1_2) - radius
  return Math.max(dy - radius * 0.75, dx * 0.866 - dy * 0.5 - radius * 0.6)
}

/** A badge alone, for the button of the task bar. */
function drawBadge(size, shape, colour) {
  const pixels = new Uint8Array(size * size * 4)
  const scale = unit / size
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const whole = { x: unit / 2, y: unit / 2, radius: unit / 2 - 2 }
      const distance = distanceToBadge((column + 0.5) * scale, (row + 0.5) * scale, shape, whole)
      pixels.set([...colour, Math.round(255 * Math.max(0, Math.min(1, 0.5 - distance / scale)))], (row * size + column) * 4)
    }
  return pixels
}

/** Pixels (RGBA) of one size. `tile`: mark on a dark rounded square; otherwise the bare mark in `colour`, as trays want it, with a badge of this `shape`. */
function draw(size, { tile, colour = paper, inset = 0, weight = 4.6, shape, badgeColour = colour }) {
  const pixels = new Uint8Array(size * size * 4)
  const scale = unit / size
  const cover = (distance) => Math.max(0, Math.min(1, 0.5 - distance / scale))
  // The bare mark fills the square; on the tile it keeps its margin.
  const zoom = tile ? unit / (unit - 2 * inset) : 0.68
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const x = (column + 0.5) * scale
      const y = (row + 0.5) * scale
      const markX = (x - unit / 2) * zoom + unit / 2
      const markY = (y - unit / 2) * zoom + unit / 2
      const mark = cover((distanceToMark(markX, markY) - weight / 2) / zoom)
      const back = tile ? cover(distanceToTile(x, y, inset, 14 * ((unit - 2 * inset) / unit))) : 0
      // The badge stands free of the mark: an image that the system recolours has no colour to tell them apart.
      const inBadge = shape === undefined ? 0 : cover(distanceToBadge(x, y, shape))
      const around = shape === undefined ? 0 : cover(Math.hypot(x - badge.x, y - badge.y) - badge.clear)
      const alpha = tile ? back : Math.max(inBadge, mark * (1 - around))
      const at = (row * size + column) * 4
      for (let channel = 0; channel < 3; channel += 1)
        pixels[at + channel] = Math.round(
          tile ? ink[channel] * (1 - mark) + paper[channel] * mark : inBadge > 0 ? badgeColour[channel] : colour[channel],
        )
      pixels[at + 3] = Math.round(alpha * 255)
    }
  }
  return pixels
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** A PNG of 8-bit RGBA pixels. */
function png(size, options, pixels = draw(size, options)) {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let row = 0; row < size; row += 1) rows.set(pixels.subarray(row * size * 4, (row + 1) * size * 4), row * (size * 4 + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

/** A Windows icon that holds PNGs. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, data }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(data.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += data.length
  }
  return Buffer.concat([head, ...images.map(({ data }) => data)])
}

/** A macOS icon that holds PNGs. */
function icns(images) {
  const parts = images.map(({ type, data }) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32BE(data.length + 8, 4)
    return Buffer.concat([head, data])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}

/** Small sizes need a heavier line to stay readable. */
const drawn = new Map()
const app = (size) => {
  if (!drawn.has(size)) drawn.set(size, png(size, { tile: true, weight: size <= 24 ? 6.4 : size <= 48 ? 5.4 : 4.6 }))
  return drawn.get(size)
}
/** macOS icons keep a margin around the tile. */
const macApp = (size) => png(size, { tile: true, inset: 6, weight: size <= 48 ? 6 : 4.6 })
const tray = (size, colour, state = {}) => png(size, { tile: false, colour, weight: 5.6, ...state })

function write(name, data) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, data)
}

for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) write(`icons/${size}x${size}.png`, app(size))
write('icon.ico', ico([16, 24, 32, 48, 64, 128, 256].map((size) => ({ size, data: app(size) }))))
write('public/favicon.ico', ico([16, 32, 48].map((size) => ({ size, data: app(size) }))))
write(
  'icon.icns',
  icns(
    [
      ['icp4', 16],
      ['icp5', 32],
      ['icp6', 64],
      ['ic07', 128],
      ['ic08', 256],
      ['ic09', 512],
      ['ic10', 1024],
    ].map(([type, size]) => ({ type, data: macApp(size) })),
  ),
)
// macOS recolours images whose name ends in Template; elsewhere the tray is dark or light, so the mark comes in both.
for (const [suffix, size] of [
  ['', 16],
  ['@2x', 32],
]) {
  for (const { mark, shape, badgeColour } of [
    { mark: '', shape: undefined, badgeColour: undefined },
    { mark: '-link', shape: 'link', badgeColour: red },
    { mark: '-needs', shape: 'needs', badgeColour: amber },
    { mark: '-overdue', shape: 'overdue', badgeColour: red },
    { mark: '-halted', shape: 'halted', badgeColour: red },
  ]) {
    write(`tray/mark${mark}Template${suffix}.png`, tray(size, [0, 0, 0], { shape }))
    write(`tray/mark-dark${mark}${suffix}.png`, tray(size, ink, { shape, badgeColour }))
    write(`tray/mark-light${mark}${suffix}.png`, tray(size, paper, { shape, badgeColour }))
    if (shape !== undefined) write(`tray/badge${mark}${suffix}.png`, png(size, {}, drawBadge(size, shape, badgeColour)))
  }
}
