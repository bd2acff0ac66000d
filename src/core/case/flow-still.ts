import { arrivalMs, type FlowDebt, type FlowHead, type FlowMessage, type FlowRing } from '../flow.ts'
import { arrangeLanes, noOrder, orderLanes, type LaneAgent } from '../flow/lanes.ts'
import { layoutFlow, type FlowLayout } from '../flow/layout.ts'
import { gutterWidth, measuresOf } from '../flow/measures.ts'
import { noRows } from '../flow/rows.ts'
import { spanShort } from '../span-words.ts'
import type { Hues } from './hues.ts'
import { laneWords, type LaneWords } from './lane-words.ts'
import type { CaseDebt, CaseEvent, CaseHeader } from './lines.ts'
import { html, plainText } from './markup.ts'
import { cutText } from '../text.ts'

const headWidth = 224
const plotWidth = 976 - headWidth - gutterWidth
const axisHeight = 24
/** A still covers at least this, ms. */
const leastMs = 10_000
/** Lanes of a still: those that said or were told most. */
const mostLanes = 24

/** How the page writes times, and the bars of names. */
export interface StillWords {
  time(ms: number): string
  /** Midnight of the first day, ms: ticks are round times. */
  readonly midnight: number
  readonly hues: Hues
}

/**
 * The lanes of a case as a picture: who said what to whom, over which link and with which evidence of its arrival, and who owed whom. Empty if nobody said anything.
 */
export function flowStill(header: CaseHeader, events: readonly CaseEvent[], debts: readonly CaseDebt[], words: StillWords): string {
  const said = events.filter(({ from, kind }) => from !== '' && (kind === 'message' || kind === 'reply' || kind === 'status'))
  const counts = new Map<string, number>()
  // Channels and groups are told, too; only who speaks has a lane.
  const speakers = new Set([header.operator, ...said.map(({ from }) => from)])
  for (const { from, to } of said) for (const name of [from, ...to]) if (speakers.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, mostLanes)
  const [first] = said
  if (first === undefined) return ''
  const agents = names.map(([id]): LaneAgent => ({
    id,
    isOperator: id === header.operator,
    group: { key: '', name: '' },
    needsYou: false,
    isTrouble: false,
    lastSeen: 0,
  }))
  const measures = measuresOf('compact')
  const lanes = arrangeLanes(agents, {
    order: orderLanes(noOrder, agents),
    folded: new Set(),
    quiet: new Set(),
    measures,
    isGrouped: false,
  })
  // A case may cover more than what was said in it.
  const from = Math.max(header.from, first.at - 1_000)
  const to = Math.max(from + leastMs, Math.min(header.to, (said.at(-1)?.at ?? from) + 1_000))
  const layout = layoutFlow({
    data: {
      ...noRows,
      from,
      to,
      messages: said.map(messageOf),
      debts: debts.flatMap((debt) => debtOf(debt, header)),
      rings: ringsOf(header),
    },
    lanes,
    scale: { from, to, width: plotWidth },
    // What is open lasts until the end of the case.
    now: Math.max(to, header.to),
    midnight: words.midnight,
    measures,
    hidden: new Set(),
  })
  const left = counts.size - names.length
  const note = left === 0 ? '' : `<p class="small">${left.toLocaleString('en')} more who said or were told less are not drawn</p>\n`
  const lanesSay = laneWords(
    header,
    names.map(([name]) => name),
    said,
    debts,
  )
  return `${drawn(layout, words, header, lanesSay)}${note}`
}

function messageOf({ n, at, from, to, conversation, text, protocol, arrived = [] }: CaseEvent): FlowMessage {
  const headOf = (name: string): FlowHead => {
    const found = arrived.find((each) => each.to === name)
    if (found === undefined) return { to: name, arrival: 'sent' }
    const took = found.at === undefined ? Infinity : found.at - at
    return { to: name, arrival: found.as, ...(took <= arrivalMs && { at: at + Math.max(0, took) }) }
  }
  return {
    event: String(n),
    cursor: n,
    at,
    link: protocol,
    from,
    to: to.map(headOf),
    conversation,
    text: text.slice(0, 100),
  }
}

function debtOf({ debtor, creditor, since, until, limitAt, text, kind, n = 0 }: CaseDebt, { operator }: CaseHeader): FlowDebt[] {
  if (debtor === undefined) return []
  return [
    {
      key: `${n}>${debtor}`,
      kind,
      link: '',
      ask: String(n),
      debtor,
      creditor,
      text,
      since,
      ...(until !== undefined && { until }),
      ...(limitAt !== undefined && { limitAt }),
      state: until === undefined ? 'open' : 'settled',
      evidence: 'unknown',
      isMine: debtor === operator,
      isTaken: false,
    },
  ]
}

function ringsOf({ deadlocks = [] }: CaseHeader): FlowRing[] {
  return deadlocks.map(({ agents, since, until }, at) => ({
    id: String(at),
    detector: 'deadlock',
    agents,
    since,
    ...(until !== undefined && { until }),
    evidence: 'inferred',
    text: '',
    debts: [],
  }))
}

function drawn(
  { rows, height, ticks, stems, bars, ages, density, rings }: FlowLayout,
  words: StillWords,
  { protocols }: Pick<CaseHeader, 'protocols'>,
  lanesSay: ReadonlyMap<string, LaneWords>,
): string {
  const linkClass = new Map(protocols.map(({ id }, at) => [id, `p${at}`]))
  const hueOf = (link: string | undefined): string => linkClass.get(link ?? '') ?? ''
  const [width, whole] = [headWidth + plotWidth + gutterWidth, height + axisHeight]
  const line = (x1: number, y1: number, x2: number, y2: number, name: string): string =>
    `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${name}"/>`
  const box = (x: number, y: number, wide: number, high: number, name: string): string =>
    `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(0.5, wide))}" height="${at(high)}" class="${name}"/>`
  const lanes = rows.flatMap(({ id, y, height: high }) => {
    const { links = [], says } = lanesSay.get(id) ?? {}
    const chips = links.flatMap((link, index) => {
      const x = headWidth - 8 - 22 * (links.length - index)
      const chip = protocols.find((each) => each.id === link)?.chip ?? ''
      return [`<text x="${x + 9}" y="${at(y + 13)}" class="f-chip">${html(chip)}</text>`, box(x, y + 16, 18, 2, `f-foot ${hueOf(link)}`)]
    })
    const room = 24 - 3 * links.length
    return [
      line(0, y + high, width, y + high, 'f-line'),
      box(0, y + 4, 3, 12, `bar ${words.hues.get(id) ?? ''}`),
      `<text x="9" y="${at(y + 14)}">${plainText(cutText(id, room))}</text>`,
      ...(says === undefined ? [] : [`<text x="9" y="${at(y + 29)}" class="f-small f-${says.tone}">${saidIn(says)}</text>`]),
      ...chips,
    ]
  })
  const clock = ticks.map(
    ({ x, at: moment }) =>
      line(headWidth + x, 0, headWidth + x, height, 'f-line') +
      `<text x="${at(headWidth + x + 3)}" y="${at(height + 16)}" class="f-time">${words.time(moment)}</text>`,
  )
  const messages = stems.flatMap(({ y, feet, line: stem, heads, isBundle }) => {
    return [
      ...feet.map((foot) => box(headWidth + foot.x, y - 1.25, Math.max(foot.width, 8), 2.5, `f-foot ${hueOf(foot.link)}`)),
      ...(stem === undefined
        ? []
        : [line(headWidth + stem.x1, stem.y1, headWidth + stem.x2, stem.y2, isBundle ? 'f-stem f-many' : 'f-stem')]),
      ...heads.map((head) => {
        const back = head.down ? -1 : 1
        const [left, tip, right] = [head.x - 3, head.x, head.x + 3].map((each) => at(headWidth + each))
        const base = at(head.y + back * (head.arrival === 'sent' ? 6 : 6.5))
        const end = head.arrival === 'sent' ? '' : 'Z'
        const name = head.arrival === 'sent' ? 'f-stem' : `f-${head.arrival}`
        return `<path d="M${left} ${base}L${tip} ${at(head.y + back * 1.5)}L${right} ${base}${end}" class="${name}"/>`
      }),
    ]
  })
  const taken: { readonly y: number; readonly x: number; readonly right: number }[] = []
  const counts = stems.flatMap(({ y, feet, messages: of, isBundle }) => {
    const [first, last] = [feet[0], feet.at(-1)]
    if (!isBundle || first === undefined || last === undefined) return []
    const wide = 10 + 7 * String(of.length).length
    const right = last.x + last.width + 1
    const x = right + wide > plotWidth ? first.x - wide - 1 : right
    // Half a count under another one would say something else.
    if (taken.some((each) => each.y === y && x < each.right && each.x < x + wide)) return []
    taken.push({ y, x, right: x + wide })
    return [
      box(headWidth + x, y - 7, wide, 14, 'f-under'),
      `<text x="${at(headWidth + x + 2)}" y="${at(y + 4)}" class="f-count">×${of.length}</text>`,
    ]
  })
  const owed = bars.flatMap(({ x, width: wide, y, tone, limitX }) => [
    box(headWidth + x, y - 1.25, wide, 2.5, `f-${tone}`),
    ...(limitX === undefined ? [] : [box(headWidth + limitX, y - 1.25, x + wide - limitX, 2.5, 'f-over')]),
  ])
  const oldest = ages.map(({ y, age, tone }) => `<text x="${at(width)}" y="${at(y + 4)}" class="f-age f-${tone}">${spanShort(age)}</text>`)
  const loads = density.flatMap(({ y, bars: counts }) =>
    counts.map((bar) => box(headWidth + bar.x, y - bar.height, bar.width, bar.height, 'f-bin')),
  )
  const tints = rings.flatMap((ring) => ring.tints.map((tint) => box(headWidth + tint.x, tint.y, tint.width, tint.height, 'f-tint')))
  const arrows = rings.flatMap((ring) => ring.arrows.map((arrow) => ringArrow(headWidth + plotWidth + 5, arrow)))
  const edge = line(headWidth + plotWidth, 0, headWidth + plotWidth, height, 'f-end')
  return `<svg viewBox="0 0 ${width} ${at(whole)}" role="img" aria-label="Who spoke to whom; the messages are listed below">\n${[...tints, ...lanes, ...clock, ...loads, ...owed, ...messages, ...counts, edge, ...arrows, ...oldest].join('\n')}\n</svg>\n`
}

/** From who owes to who waits, right of the plot, around the lanes between them. */
function ringArrow(x: number, { from, to, depth }: FlowLayout['rings'][number]['arrows'][number]): string {
  const down = to > from ? 1 : -1
  const [start, end, out] = [from + 3 * down, to - 3 * down, x + 8 + depth * 8]
  return `<path d="M${at(x)} ${at(start)}L${at(out)} ${at(start)}L${at(out)} ${at(end)}L${at(x)} ${at(end)}M${at(x + 5)} ${at(end - 3)}L${at(x)} ${at(end)}L${at(x + 5)} ${at(end + 3)}" class="f-ring"/>`
}

function saidIn({ text, name, age }: NonNullable<LaneWords['says']>): string {
  return name === undefined ? text : `${text} ${plainText(cutText(name, 16))} · ${age}`
}

/** A coordinate. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10)
}
