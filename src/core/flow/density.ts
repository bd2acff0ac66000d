import type { FlowBins, FlowMessage } from '../flow.ts'
import { densityBin } from './measures.ts'
import { xOf, type TimeScale } from './scale.ts'

/** How much a row said, as bars on a base line in the hue of its busiest link. */
export interface Density {
  readonly row: string
  readonly y: number
  readonly link: string | undefined
  readonly bars: readonly { readonly x: number; readonly width: number; readonly height: number; readonly count: number }[]
}

/** A row that is drawn as density: its agents, and where its base line is. */
export interface DensityRow {
  readonly id: string
  readonly agents: readonly string[]
  readonly y: number
  readonly height: number
}

/** A bar's height for one message, px, as long as the highest fits. */
const most = 5

/** Counts of the messages of each row, 7 px a bin; from `bins` where the window has too many messages to have each. */
export function densityOf(
  rows: readonly DensityRow[],
  messages: readonly FlowMessage[],
  bins: FlowBins | undefined,
  scale: TimeScale,
  isHidden: (link: string) => boolean,
): readonly Density[] {
  // Bins stay with their time, so bars move with the window and keep their heights.
  const binMs = ((scale.to - scale.from) / scale.width) * densityBin
  const rowOf = new Map(rows.flatMap((row) => row.agents.map((agent): [string, string] => [agent, row.id])))
  const counts = new Map(rows.map(({ id }) => [id, new Map<number, number>()]))
  const links = new Map(rows.map(({ id }) => [id, new Map<string, number>()]))
  const add = (agent: string, link: string, at: number, count: number): void => {
    const row = rowOf.get(agent)
    if (row === undefined || count === 0 || isHidden(link) || at < scale.from || at > scale.to) return
    const bin = Math.floor(at / binMs)
    const own = counts.get(row)
    own?.set(bin, (own.get(bin) ?? 0) + count)
    const by = links.get(row)
    by?.set(link, (by.get(link) ?? 0) + count)
  }
  if (bins === undefined) for (const { from, link, at } of messages) add(from, link, at, 1)
  else
    for (const { agent, link, counts: of } of bins.lanes)
      for (const [index, count] of of.entries()) add(agent, link, bins.from + (index + 0.5) * bins.width, count)
  return rows.map(({ id, y, height }) => {
    const own = [...(counts.get(id) ?? [])].toSorted(([a], [b]) => a - b)
    const unit = Math.min(most, height / Math.max(1, ...own.map(([, count]) => count)))
    const busiest = [...(links.get(id) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0]
    return {
      row: id,
      y,
      link: busiest,
      bars: own.map(([bin, count]) => ({
        x: xOf(scale, bin * binMs) + 0.5,
        width: densityBin - 2,
        height: Math.max(1, Math.round(count * unit)),
        count,
      })),
    }
  })
}
