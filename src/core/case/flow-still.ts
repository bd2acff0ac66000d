import type { FlowDebt, FlowMessage } from '../flow.ts'
import { arrangeLanes, noOrder, orderLanes, type LaneAgent } from '../flow/lanes.ts'
import { layoutFlow, type FlowLayout } from '../flow/layout.ts'
import { gutterWidth, measuresOf } from '../flow/measures.ts'
import { noRows } from '../flow/rows.ts'
import { spanWords } from '../span-words.ts'
import type { Hues } from './hues.ts'
import type { CaseDebt, CaseEvent, CaseHeader } from './lines.ts'

const headWidth = 176
const plotWidth = 976 - headWidth - gutterWidth
const axisHeight = 24
/** Lanes of a still: those that said or were told most. */
const mostLanes = 24

/** How the page writes times, and text that is not its own. */
export interface StillWords {
  time(ms: number): string
  /** Midnight of the first day, ms: ticks are round times. */
  readonly midnight: number
  text(value: string): string
  readonly hues: Hues
}

/**
 * The lanes of a case as a picture: who said what to whom, and who owed whom. A message has no evidence of its arrival here, so its arrow is open. Empty if
 * nobody said anything.
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
  const to = Math.max(from + 60_000, Math.min(header.to, (said.at(-1)?.at ?? from) + 1_000))
  const layout = layoutFlow({
    data: { ...noRows, from, to, messages: said.map(messageOf), debts: debts.flatMap((debt) => debtOf(debt, header)) },
    lanes,
    scale: { from, to, width: plotWidth },
    now: to,
    midnight: words.midnight,
    measures,
    hidden: new Set(),
  })
  const left = counts.size - names.length
  const note = left === 0 ? '' : `<p class="small">${left.toLocaleString('en')} more who said or were told less are not drawn</p>\n`
  return `${drawn(layout, words)}${note}`
}

function messageOf({ n, at, from, to, conversation, text, protocol }: CaseEvent): FlowMessage {
  return {
    event: String(n),
    cursor: n,
    at,
    link: protocol,
    from,
    to: to.map((name) => ({ to: name, arrival: 'sent' })),
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

function drawn({ rows, height, ticks, stems, bars, ages, density }: FlowLayout, words: StillWords): string {
  const [width, whole] = [headWidth + plotWidth + gutterWidth, height + axisHeight]
  const line = (x1: number, y1: number, x2: number, y2: number, name: string): string =>
    `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${name}"/>`
  const box = (x: number, y: number, wide: number, high: number, name: string): string =>
    `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(0.5, wide))}" height="${at(high)}" class="${name}"/>`
  const lanes = rows.flatMap(({ id, y, height: high }) => [
    line(0, y + high, width, y + high, 'f-line'),
    box(0, y + high / 2 - 6, 3, 12, `bar ${words.hues.get(id) ?? ''}`),
    `<text x="9" y="${at(y + high / 2 + 4)}">${words.text(id.length > 24 ? `${id.slice(0, 23)}…` : id)}</text>`,
  ])
  const clock = ticks.map(
    ({ x, at: moment }) =>
      line(headWidth + x, 0, headWidth + x, height, 'f-line') +
      `<text x="${at(headWidth + x + 3)}" y="${at(height + 16)}" class="f-time">${words.time(moment)}</text>`,
  )
  const messages = stems.flatMap(({ x, y, feet, line: stem, heads }) => [
    ...feet.map((foot) => box(headWidth + foot.x, y - 1.25, Math.max(foot.width, 8), 2.5, 'f-foot')),
    ...(stem === undefined ? [] : [line(headWidth + stem.x1, stem.y1, headWidth + stem.x2, stem.y2, 'f-stem')]),
    ...heads.map((head) => {
      const tip = head.down ? -5 : 5
      return `<path d="M${at(headWidth + head.x - 3)} ${at(head.y + tip)}L${at(headWidth + head.x)} ${at(head.y)}L${at(headWidth + head.x + 3)} ${at(head.y + tip)}" class="f-stem"/>`
    }),
    ...(feet.length === 0 ? [box(headWidth + x - 4, y - 1.25, 8, 2.5, 'f-foot')] : []),
  ])
  const owed = bars.flatMap(({ x, width: wide, y, tone, limitX }) => [
    box(headWidth + x, y - 1.25, wide, 2.5, `f-${tone}`),
    ...(limitX === undefined ? [] : [box(headWidth + limitX, y - 1.25, x + wide - limitX, 2.5, 'f-over')]),
  ])
  const oldest = ages.map(({ y, age, tone }) => `<text x="${at(width)}" y="${at(y + 4)}" class="f-age f-${tone}">${spanWords(age)}</text>`)
  const loads = density.flatMap(({ y, bars: counts }) =>
    counts.map((bar) => box(headWidth + bar.x, y - bar.height, bar.width, bar.height, 'f-foot')),
  )
  return `<svg viewBox="0 0 ${width} ${at(whole)}" role="img" aria-label="Who spoke to whom; the messages are listed below">\n${[...lanes, ...clock, ...loads, ...owed, ...messages, ...oldest].join('\n')}\n</svg>\n`
}

/** A coordinate. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10)
}
