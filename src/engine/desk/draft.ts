import type { Output } from '../../api/contract.ts'
import type { Draft, DraftAbout, WirePreview } from '../../core/command.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { DeskIntent } from '../../core/desk-draft.ts'
import type { Need } from '../../core/need.ts'
import { isMessage } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { refOfKey } from '../../core/fold/debts/kept.ts'
import { limits } from '../../core/limits.ts'
import { spanWords } from '../../core/span-words.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'
import { saidAbout } from './overtaken.ts'

/** The limit assumed for reminders where a debt has none, ms. */
const usualLimitMs = 30 * 60_000

/** The message that answers, reminds of, hands over or escalates a debt of a row, with its wire form. A fault says why the protocol cannot say it. */
export function deskDraftFor(
  room: Room,
  { journal, now, newId }: Pick<Services, 'journal' | 'now' | 'newId'>,
  row: DebtRow,
  key: string,
  intent: DeskIntent,
  to: string | undefined,
): Result<Output<'desk.draft'>> {
  const { desk, links } = room
  const me = room.workspace().operator
  const debt = desk.debts.get(key)
  const protocol = links.protocolOf(row.debt.source)
  const opening = debt === undefined ? undefined : journal.event(debt.ask)
  // A question in the result of a message: the author of the message writes to its recipient again.
  const ask = intent === 'answer' && opening?.body.kind === 'receipt' ? journal.find(opening.source, opening.body.of) : opening
  if (debt === undefined || ask === undefined || protocol === undefined)
    return fail('not-found', 'The message behind this is no longer stored.')
  if (!isMessage(ask)) return fail('unsupported', `${protocol.info.title} has no words for this; use its own screen.`)
  const limitMs = row.overdueAt === undefined ? undefined : Math.max(0, row.overdueAt - row.debt.sign)
  const asked = desk.debts.actsOf(key).filter((act) => act.again === true)
  const reminders = asked.length
  if (intent === 'nudge' && debt.state === 'open') {
    // A time that is still to come is from before the clock was set back.
    const last = Math.max(...asked.flatMap(({ by, at }) => (by === me && at <= now() ? [at] : [])))
    const since = now() - last - desk.stoodStill(last)
    const wait = (limitMs ?? usualLimitMs) / 2 - since
    if (wait > 0) return fail('conflict', `Reminded ${spanWords(since)} ago. Hand it over, or remind again in ${spanWords(wait)}.`)
  }
  const ageMs = Math.max(0, now() - debt.openedAt - desk.stoodStill(debt.openedAt))
  const matter = { debt, ask, ageMs, reminders, ...(limitMs !== undefined && { limitMs }) }
  const said = protocol.deskDraft(matter, intent, me, to)
  if (!said.ok) return said
  const isAnswer = intent === 'answer'
  const ref = refOfKey(key)
  const also = isAnswer ? refsBeside(ref, row, debt.source) : []
  const known = { said: saidAbout(journal, room.id, key).length, isOpen: row.debt.state === 'open' }
  const about: DraftAbout = {
    debt: key,
    ref,
    intent,
    ...(also.length > 0 && { also }),
    ...(intent === 'handover' && to !== undefined && { to }),
    known,
  }
  const { also: further = [], ...first } = said.value
  const draft = { ...first, about }
  const closes = { closes: isAnswer ? 1 + also.length : 0, frees: isAnswer ? row.blocks : [] }
  const previewOf = (one: Draft): Result<WirePreview> => links.format(debt.source, one, { id: newId(), at: now() })
  if (draft.text === '') return ok({ source: debt.source, draft, also: [], ...closes })
  const preview = previewOf(draft)
  if (!preview.ok) return preview
  const next: Output<'desk.draft'>['also'] = []
  for (const [at, one] of further.entries()) {
    // Those before it are about the same debt.
    const made = { ...one, about: { ...about, known: { ...known, said: known.said + at + 1 } } }
    const shown = previewOf(made)
    if (!shown.ok) return shown
    next.push({ draft: made, preview: shown.value })
  }
  return ok({ source: debt.source, draft, preview: preview.value, also: next, ...closes })
}

/** What the other debts of a row are known by on the link of its answer. */
function refsBeside(ref: string, { keys }: DebtRow, source: string): string[] {
  const refs = new Set(keys.filter((key) => key.startsWith(`${source}|`)).map(refOfKey))
  refs.delete(ref)
  return [...refs].slice(0, limits.answeredDebts)
}

/** The message that nobody answers, asked again by the operator of whom the need names. */
export function askYourselfFor(
  room: Room,
  { journal, now, newId }: Pick<Services, 'journal' | 'now' | 'newId'>,
  { link = '', about = '', who, to, since, text }: Need,
): Result<Output<'desk.draft'>> {
  const protocol = room.links.protocolOf(link)
  const ask = journal.find(link, about)
  if (protocol === undefined || ask === undefined || !isMessage(ask))
    return fail('not-found', 'The message behind this is no longer stored.')
  const debt = { kind: 'answer', creditor: who, text, ...(to !== undefined && { debtor: to }) } as const
  const said = protocol.deskDraft({ debt, ask, ageMs: Math.max(0, now() - since), reminders: 0 }, 'nudge', room.workspace().operator)
  if (!said.ok) return said
  const { also: _also, ...draft } = said.value
  const preview = room.links.format(link, draft, { id: newId(), at: now() })
  return preview.ok ? ok({ source: link, draft, preview: preview.value, also: [], closes: 0, frees: [] }) : preview
}
