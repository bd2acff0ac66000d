/** Nodes that are drawn; more are a list. */
export const mostNodes = 6

/** The plot and a node in it, px. */
export const plot = { width: 408, height: 400 } as const
export const node = { width: 144, height: 48 } as const
/** Half of a label on an edge, px. */
const label: { readonly width: number; readonly height: number } = { width: 48, height: 14 }
/** Between the head of an edge and its node, px. */
const gap = 5

export interface Point {
  readonly x: number
  readonly y: number
}

/** A curve from one node to another (quadratic), and the point in its middle for the label. */
export interface Edge {
  readonly from: Point
  readonly bend: Point
  readonly to: Point
  readonly middle: Point
}

/** From this number on the nodes stand in two columns: on a circle they would cover the labels between them. */
const leastColumns = 5
/** From the edge of the plot to the first node, px. */
const edge = 16

/** Centres of the nodes of a ring, clockwise, the first at the top. Pure. */
export function ringPlaces(count: number): Point[] {
  if (count >= leastColumns) {
    const right = Math.ceil(count / 2)
    return [...column(right, plot.width - node.width / 2 - edge / 2), ...column(count - right, node.width / 2 + edge / 2).toReversed()]
  }
  const centre = { x: plot.width / 2, y: plot.height / 2 }
  // Two stand above each other: next to each other no label would fit between them.
  const [wide, high] = [plot.width / 2 - node.width / 2 - 8, plot.height / 2 - node.height / 2 - 28]
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2
    return { x: centre.x + wide * Math.cos(angle), y: centre.y + high * Math.sin(angle) }
  })
}

/** Centres from top to bottom, at equal distances; of fewer than three, closer to the middle. */
function column(count: number, x: number): Point[] {
  const first = edge + node.height / 2 + (count < 3 ? node.height : 0)
  const step = count < 2 ? 0 : (plot.height - 2 * first) / (count - 1)
  return Array.from({ length: count }, (_, at) => ({ x, y: first + at * step }))
}

/** An edge between two places that bends to the outside, clear of both nodes. Pure. */
export function edgeBetween(a: Point, b: Point): Edge {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const far = Math.hypot(dx, dy) || 1
  // To the left of the way, which is outside for a ring that is gone through clockwise.
  const bow = Math.min(96, far * 0.36)
  const bend = within({ x: (a.x + b.x) / 2 + (dy / far) * bow, y: (a.y + b.y) / 2 - (dx / far) * bow }, { width: gap, height: gap })
  const [from, to] = [leave(a, bend, 0), leave(b, bend, gap)]
  const middle = { x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4 }
  return {
    from,
    bend,
    to,
    middle: within(middle, label),
  }
}

/** The nearest point that has this much room on each side in the plot. */
function within({ x, y }: Point, { width, height }: typeof label): Point {
  return { x: Math.min(Math.max(x, width), plot.width - width), y: Math.min(Math.max(y, height), plot.height - height) }
}

/** Where the line from a node's centre to a point leaves its box. */
function leave(centre: Point, towards: Point, more: number): Point {
  const [dx, dy] = [towards.x - centre.x, towards.y - centre.y]
  const share = Math.min(
    (node.width / 2 + more) / Math.max(Math.abs(dx), Number.EPSILON),
    (node.height / 2 + more) / Math.max(Math.abs(dy), Number.EPSILON),
  )
  return { x: centre.x + dx * share, y: centre.y + dy * share }
}
