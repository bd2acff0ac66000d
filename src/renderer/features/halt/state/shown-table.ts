import type { HaltOfferName, HaltRow } from '../../../../core/halt.ts'
import { textsOf } from '../../../../core/halt.ts'
import type { Halting, ShownRow } from './halt-slice.ts'

/** Nothing is known yet of what it does. */
export function isUnread({ rows, digest, fault }: Pick<Halting, 'rows' | 'digest' | 'fault'>): boolean {
  return digest === undefined && rows.length === 0 && fault === undefined
}

/** Links that are ticked. */
export function linksOf({ rows, left }: Pick<Halting, 'rows' | 'left'>): string[] {
  return rows.flatMap(({ row, isGone }) => (isGone || left.has(row.link) ? [] : [row.link]))
}

/** Identifies an offer among all that are ticked. */
export function offerId({ link, key }: HaltOfferName): string {
  return JSON.stringify([link, key])
}

/** Offers that are ticked, in rows that are. */
export function offersOf(table: Pick<Halting, 'rows' | 'left' | 'offers'>): HaltOfferName[] {
  const links = new Set(linksOf(table))
  return table.rows.flatMap(({ row: { link, offers = [] } }) =>
    offers.flatMap(({ key }) => (links.has(link) && table.offers.has(offerId({ link, key })) ? [{ link, key }] : [])),
  )
}

/** New rows stand in the places of those with the same link; others are added at the end. @param marks whether rows with other texts are marked */
export function inPlace(before: readonly ShownRow[], now: readonly HaltRow[], marks: boolean): ShownRow[] {
  const kept = before.map((old): ShownRow => {
    const row = now.find(({ link }) => link === old.row.link)
    if (row === undefined) return { ...old, isGone: true, isChanged: false }
    return { row, isGone: false, isChanged: marks && bytesOf(row) !== bytesOf(old.row) }
  })
  const fresh = now.filter(({ link }) => !before.some(({ row }) => row.link === link))
  return [...kept, ...fresh.map((row) => ({ row, isGone: false, isChanged: marks }))]
}

function bytesOf(row: HaltRow): string {
  return JSON.stringify(textsOf(row).map(({ key, place, wire }) => [key, place, wire]))
}

/** The row whose texts are shown: the selected one, otherwise the first that says something, a changed one before others. */
export function selectedOf(selected: string | undefined, rows: readonly ShownRow[]): string | undefined {
  const there = rows.filter(({ isGone }) => !isGone)
  const changed = there.find(({ isChanged, row }) => isChanged && row.says.length > 0)
  if (changed !== undefined) return changed.row.link
  if (there.some(({ row }) => row.link === selected)) return selected
  return (there.find(({ row }) => row.says.length > 0) ?? there[0])?.row.link
}
