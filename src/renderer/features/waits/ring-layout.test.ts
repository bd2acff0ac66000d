import { expect, test } from 'vitest'
import { edgeBetween, edgesBetween, mostNodes, node, plot, ringPlaces, type Point } from './ring-layout.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const boxAt = ({ x, y }: Point, width: number, height: number): Box => ({ x: x - width / 2, y: y - height / 2, width, height })
const meet = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
/** A label with the chip of a link, the mark of what is overdue, and `12 m`, px. */
const label = { width: 84, height: 22 }

test.each(Array.from({ length: mostNodes - 1 }, (_, at) => at + 2))('in a ring of %i nothing covers a name or an age', (count) => {
  const places = ringPlaces(count)
  const nodes = places.map((place) => boxAt(place, node.width, node.height))
  const edges = edgesBetween(
    places.map((place, at) => [place, places[(at + 1) % count] ?? place]),
    places,
  )
  // A ring looks as if each of its edges were alone.
  expect(edges).toEqual(places.map((place, at) => edgeBetween(place, places[(at + 1) % count] ?? place)))
  const labels = edges.map(({ middle }) => boxAt(middle, label.width, label.height))
  const all = [...nodes, ...labels]
  const covered = all.flatMap((one, at) => all.slice(at + 1).filter((other) => meet(one, other)))
  expect(covered).toEqual([])
  const bends = edges.map(({ bend }) => boxAt(bend, 0, 0))
  for (const { x, y, width, height } of [...all, ...bends]) {
    expect([x >= 0, y >= 0, x + width <= plot.width, y + height <= plot.height]).toEqual([true, true, true, true])
  }
})

test.each([3, 4, 5])('where each of %i waits for each after it, no label covers a name or another label', (count) => {
  const places = ringPlaces(count)
  const ends = places.flatMap((from, at) => places.slice(at + 1).map((to) => [from, to] as const))
  const nodes = places.map((place) => boxAt(place, node.width, node.height))
  const labels = edgesBetween(ends, places).map(({ middle }) => boxAt(middle, label.width, label.height))
  const all = [...nodes, ...labels]
  expect(all.flatMap((one, at) => all.slice(at + 1).filter((other) => meet(one, other)))).toEqual([])
})

test('who waits for the agent below the next one is joined with it past that one', () => {
  const places = ringPlaces(6)
  const [first, second, third] = places as [Point, Point, Point]
  const [edge] = edgesBetween([[first, third]], places)
  expect(meet(boxAt(edge?.middle ?? second, label.width, label.height), boxAt(second, node.width, node.height))).toBe(false)
  expect(second.x - (edge?.middle.x ?? 0)).toBeGreaterThan(node.width / 2)
})
