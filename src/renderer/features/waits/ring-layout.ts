/** Nodes that are drawn; more are a list. */
export const mostNodes = 6

/** The plot and a node in it, px. */
export const plot = { width: 408, height: 400 } as const
export const node = { width: 144, height: 48 } as const
/** Half of a label on an edge, px. */
const label: Size = { width: 48, height: 14 }
/** Between the head of an edge and its node, px. */
const gap = 5

interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A curve from one node to another (quadratic), and the point on it for the label. */
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

/** How far an edge bends to the outside, as a share of the usual, and where on it its label stands; the best first. */
const ways = [1, -1, 2, -2, 0.4, -0.4].flatMap((bow) => [0.5, 0.38, 0.62, 0.26, 0.74].map((at) => ({ bow, at })))

/** Edges between nodes, each with its label where it covers neither a node nor the label of an edge before it, and past the other nodes, if there is such a way. Pure. */
export function edgesBetween(ends: readonly (readonly [from: Point, to: Point])[], nodes: readonly Point[]): Edge[] {
  const taken = nodes.map((centre): readonly [Point, Size] => [centre, half(node)])
  return ends.map(([from, to]) => {
    const edges = ways.map((way) => edgeBetween(from, to, way))
    const isFree = ({ middle }: Edge): boolean => !taken.some(([centre, size]) => isCovered(middle, label, centre, size))
    const free = edges.filter(isFree)
    const others = nodes.filter((centre) => centre !== from && centre !== to)
    const edge = free.find((one) => isPast(one, others)) ?? free[0] ?? edgeBetween(from, to)
    taken.push([edge.middle, label])
    return edge
  })
}

/** An edge between two places that bends to the outside, clear of both nodes. Pure. */
export function edgeBetween(a: Point, b: Point, { bow: share, at } = { bow: 1, at: 0.5 }): Edge {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const far = Math.hypot(dx, dy) || 1
  // To the left of the way, which is outside for a ring that is gone through clockwise.
  const bow = Math.min(96, far * 0.36) * share
  const bend = within({ x: (a.x + b.x) / 2 + (dy / far) * bow, y: (a.y + b.y) / 2 - (dx / far) * bow }, { width: gap, height: gap })
  const [from, to] = [leave(a, bend, 0), leave(b, bend, gap)]
  const middle = pointOn({ from, bend, to }, at)
  return {
    from,
    bend,
    to,
    middle: within(middle, label),
  }
}

/** A point of the curve, from 0 at its beginning to 1 at its end. */
function pointOn({ from, bend, to }: Omit<Edge, 'middle'>, at: number): Point {
  const on = (one: number, two: number, three: number): number => (1 - at) ** 2 * one + 2 * at * (1 - at) * two + at ** 2 * three
  return { x: on(from.x, bend.x, to.x), y: on(from.y, bend.y, to.y) }
}

/** Whether an edge goes behind none of these nodes. */
function isPast(edge: Edge, nodes: readonly Point[]): boolean {
  const points = Array.from({ length: 19 }, (_, at) => pointOn(edge, (at + 1) / 20))
  return !points.some((point) => nodes.some((centre) => isCovered(point, { width: gap, height: gap }, centre, half(node))))
}

/** The nearest point that has this much room on each side in the plot. */
function within({ x, y }: Point, { width, height }: Size): Point {
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

function half({ width, height }: Size): Size {
  return { width: width / 2, height: height / 2 }
}

/** Whether a box around one point (half its size) meets that around another. */
function isCovered(a: Point, sizeA: Size, b: Point, sizeB: Size): boolean {
  return Math.abs(a.x - b.x) < sizeA.width + sizeB.width && Math.abs(a.y - b.y) < sizeA.height + sizeB.height
}
