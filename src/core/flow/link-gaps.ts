import type { FlowNote } from '../flow.ts'
import type { LinkStatus } from '../link.ts'
import { xOf, type TimeScale } from './scale.ts'

type LampState = LinkStatus['lamp']

/** A time in which a link saw nothing, or not everything. */
export interface LinkGap {
  readonly id: string
  readonly link: string
  readonly from: number
  /** A gap or a restart is a moment: the same as `from`. */
  readonly to: number
  readonly what: 'down' | 'off' | 'gap' | 'restart' | 'clock'
  readonly x: number
  readonly width: number
  /** What says so; absent for a link that was down before the window. */
  readonly note?: FlowNote
}

/** A link that is not up for less time than this was only connecting. */
const leastMs = 2_000
/** Width of a moment on screen. */
const momentWidth = 8

const moments: ReadonlySet<FlowNote['kind']> = new Set(['gap', 'restart', 'clock'])

/**
 * What the links did not see: while they were down, and at gaps and restarts. A link that connects for the first time has missed nothing yet.
 * @param lamps each link's status when the notes begin; a link without one was not recorded.
 * @param notes oldest first.
 */
export function gapsOf(
  lamps: Readonly<Record<string, LampState>>,
  notes: readonly FlowNote[],
  { begin, end }: { readonly begin: number; readonly end: number },
  scale: TimeScale,
): readonly LinkGap[] {
  const gaps: LinkGap[] = []
  const add = (gap: Omit<LinkGap, 'x' | 'width'>): void => {
    const isMoment = gap.from === gap.to
    const x = isMoment ? xOf(scale, gap.from) - momentWidth / 2 : Math.max(0, xOf(scale, gap.from))
    const width = isMoment ? momentWidth : Math.min(scale.width, xOf(scale, gap.to)) - x
    if (width > 0 && x < scale.width && x + width > 0) gaps.push({ ...gap, x, width })
  }
  const open = new Map<string, { readonly lamp: LampState; readonly since: number; readonly note?: FlowNote; readonly isFirst?: true }>()
  for (const [link, lamp] of Object.entries(lamps)) open.set(link, { lamp, since: begin })
  const close = (link: string, until: number): void => {
    const { lamp, since, note, isFirst } = open.get(link) ?? { lamp: 'up' as const, since: until }
    if (lamp === 'up' || (lamp === 'connecting' && isFirst === true) || until - since < leastMs) return
    add({
      id: `${link} ${since}`,
      link,
      from: since,
      to: until,
      what: lamp === 'off' ? 'off' : 'down',
      ...(note !== undefined && { note }),
    })
  }
  for (const note of notes) {
    if (note.kind === 'lamp' && note.lamp !== undefined) {
      const before = open.get(note.link)
      // Once it failed, it is down from then on.
      const isFailed = before?.isFirst === true && before.lamp === 'connecting' && note.lamp === 'down'
      if (before !== undefined && isSame(before.lamp, note.lamp) && !isFailed) continue
      close(note.link, note.at)
      open.set(note.link, { lamp: note.lamp, since: note.at, note, ...(before === undefined && { isFirst: true }) })
    } else if (moments.has(note.kind)) {
      add({ id: note.event, link: note.link, from: note.at, to: note.at, what: note.kind as 'gap' | 'restart' | 'clock', note })
    }
  }
  for (const link of open.keys()) close(link, end)
  return gaps
}

/** Connecting belongs to being down. */
function isSame(a: LampState, b: LampState): boolean {
  const seen = (lamp: LampState): string => (lamp === 'connecting' ? 'down' : lamp)
  return seen(a) === seen(b)
}
