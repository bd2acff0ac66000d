/** Heights of lanes and their decks, CSS px at a text size of 100 %. */
export interface Measures {
  readonly lane: number
  readonly quiet: number
  readonly group: number
  readonly folded: number
  /** The deck of tasks: its place in the lane and its height; a line of 3 px when lanes are dense. */
  readonly task: { readonly y: number; readonly height: number }
  /** The life line, where messages start and end. */
  readonly life: number
  /** Debts: the first bar, the distance of two bars, and how many fit. */
  readonly owed: { readonly y: number; readonly pitch: number; readonly most: number }
  /** Lanes are one line: names and words side by side, tasks without a title. */
  readonly isDense: boolean
}

const laneStyles = ['comfortable', 'compact', 'dense'] as const
export type LaneStyle = (typeof laneStyles)[number]

const styles: Readonly<Record<LaneStyle, Measures>> = {
  comfortable: {
    lane: 44,
    quiet: 24,
    group: 24,
    folded: 38,
    task: { y: 4, height: 15 },
    life: 26,
    owed: { y: 32.5, pitch: 4, most: 3 },
    isDense: false,
  },
  compact: {
    lane: 36,
    quiet: 20,
    group: 20,
    folded: 34,
    task: { y: 2, height: 13 },
    life: 21,
    owed: { y: 26, pitch: 3.5, most: 3 },
    isDense: false,
  },
  dense: {
    lane: 26,
    quiet: 26,
    group: 20,
    folded: 30,
    task: { y: 2, height: 3 },
    life: 12,
    owed: { y: 18.5, pitch: 3.5, most: 2 },
    isDense: true,
  },
}

/** Measures of a style. `scale`: the text size, 1 = 100 %; heights grow with it, bars do not. */
export function measuresOf(style: LaneStyle, scale = 1): Measures {
  const base = styles[style]
  if (scale === 1) return base
  return {
    lane: base.lane * scale,
    quiet: base.quiet * scale,
    group: base.group * scale,
    folded: base.folded * scale,
    task: { y: base.task.y * scale, height: base.isDense ? base.task.height : base.task.height * scale },
    life: base.life * scale,
    owed: { ...base.owed, y: base.owed.y * scale },
    isDense: base.isDense,
  }
}

/** Width right of *now* for ages and rings, px; on the screen it grows with the text. */
export const gutterWidth = 84
/** Two messages of a pair that are closer than this join to a bundle, px. */
export const bundleGap = 7
/** From `hourSpan` on, already two join when they are closer than this, px. */
export const hourGap = 3
export const hourSpan = 3_600_000
/** From this span on, lanes show only how much was said. */
export const densitySpan = 6 * 3_600_000
/** At most this many stems are drawn. */
export const mostStems = 400
/** Width of a bar of density, px. */
export const densityBin = 7
/** How near the pointer must be to a mark, px. */
export const reach = 6
/** More open lanes than this: groups without trouble arrive folded. */
export const mostOpenLanes = 12
/** More lanes than this: all groups arrive folded. */
export const hugeLanes = 40
