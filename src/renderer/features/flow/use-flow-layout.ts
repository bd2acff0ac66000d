import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { useApp, useStoreApi } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import type { FlowNames } from './flow-names.ts'
import { activeAgents, laneAgents, troubleOf, type Trouble } from './lane-agents.ts'
import { arrangeLanes, foldAtFirst, orderLanes } from '../../../core/flow/lanes.ts'
import { layoutFlow, type FlowLayout } from '../../../core/flow/layout.ts'
import { gutterWidth, measuresOf, type LaneStyle } from '../../../core/flow/measures.ts'
import { dayStart } from '../../ui/time.ts'
import { marksOf, type FlowMark } from './marks.ts'

const noHidden: ReadonlySet<string> = new Set()
const noFolded: ReadonlySet<string> = new Set()
/** A lane changes its height only when the pointer was away for this long, ms. */
const awayMs = 5_000
/** The narrowest plot. */
const leastWidth = 120

export interface FlowPicture {
  readonly layout: FlowLayout
  readonly marks: readonly FlowMark[]
  readonly trouble: Trouble
  readonly from: number
  readonly to: number
}

/** What is shown at a moment: lanes, layout and marks. `width`: of the plot with its gutter, px. */
export function useFlowLayout(now: number, width: number, names: FlowNames, isPointerIn: () => boolean): FlowPicture {
  const store = useStoreApi()
  const look = useApp((state) => state.flow)
  const data = useApp((state) => state.flowRows)
  const density = useApp((state) => state.settings.density)
  const scale = useTextScale()
  const links = useApp((state) => state.state?.links)
  const to = look.end ?? now
  const from = to - look.span
  const style: LaneStyle = look.isDense ? 'dense' : density === 'compact' ? 'compact' : 'comfortable'
  const measures = useMemo(() => measuresOf(style, scale), [style, scale])
  const trouble = useMemo(() => troubleOf(data, now), [data, now])
  const agents = useMemo(() => laneAgents(data, trouble, look.grouping, names), [data, trouble, look.grouping, names])
  const quiet = useQuiet(() => activeAgents(store.getState().flowRows, from, to), data.to > 0, isPointerIn)
  const order = useMemo(() => orderLanes(look.order, agents), [look.order, agents])
  useEffect(() => {
    if (agents.length === 0) return
    const { flow } = store.getState()
    if (flow.order !== order || flow.folded === undefined)
      store.getState().setFlow({ order, folded: flow.folded ?? foldAtFirst(agents, order) })
  }, [store, order, agents])
  const folded = look.isDense || look.filter.trim() !== '' ? noFolded : (look.folded ?? foldAtFirst(agents, order))
  const lanes = useMemo(
    () =>
      arrangeLanes(agents, {
        order,
        folded,
        quiet: new Set(agents.flatMap(({ id, isOperator }) => (quiet !== undefined && !quiet.has(id) && !isOperator ? [id] : []))),
        measures,
        isGrouped: look.grouping !== 'none',
        names: names.agent,
        filter: look.filter,
      }),
    [agents, order, folded, quiet, measures, look.grouping, look.filter, names],
  )
  const hidden = useMemo(
    () =>
      look.without.length === 0 ? noHidden : new Set(links?.flatMap(({ id, protocol }) => (look.without.includes(protocol) ? [id] : []))),
    [look.without, links],
  )
  const midnight = dayStart(now)
  const layout = useMemo(
    () =>
      layoutFlow({
        data,
        lanes,
        scale: { from, to, width: Math.max(leastWidth, width - gutterWidth * scale) },
        now,
        midnight,
        measures,
        hidden,
      }),
    [data, lanes, from, to, width, scale, now, midnight, measures, hidden],
  )
  const marks = useMemo(() => marksOf(layout), [layout])
  // With the frame itself: a key that follows what is on the screen finds it.
  useLayoutEffect(() => {
    const { flowDrawn } = store.getState()
    flowDrawn.layout = layout
    flowDrawn.marks = marks
  }, [store, layout, marks])
  return useMemo(() => ({ layout, marks, trouble, from, to }), [layout, marks, trouble, from, to])
}

/** Agents with something in the window, as of the last time that the pointer was away for a while. Undefined: not known yet. */
function useQuiet(active: () => ReadonlySet<string>, isReady: boolean, isPointerIn: () => boolean): ReadonlySet<string> | undefined {
  const [known, setKnown] = useState<ReadonlySet<string>>()
  const look = useEffectEvent(() => {
    const next = active()
    setKnown((before) => (before !== undefined && before.size === next.size && [...next].every((id) => before.has(id)) ? before : next))
  })
  useEffect(() => {
    if (!isReady) return undefined
    let wasIn = false
    const check = (): void => {
      const isIn = isPointerIn()
      if (!isIn && !wasIn) look()
      wasIn = isIn
    }
    check()
    const timer = setInterval(check, awayMs)
    return () => clearInterval(timer)
  }, [isReady, isPointerIn])
  return known
}
