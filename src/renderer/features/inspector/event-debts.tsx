import type { Debt, DebtRow } from '../../../core/debt.ts'
import { kindTitles } from '../../../core/debt.ts'
import type { Event } from '../../../core/event.ts'
import { AgentName } from '../common/agent-name.tsx'
import { shownName } from '../agents/directory.ts'
import { guessVerbs } from '../needs/guess-verbs.ts'
import { closedWords, debtUse, evidenceOutlines, timesAsked } from '../needs/need-words.ts'
import { useDrawn } from '../needs/use-drawn.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'

interface EventDebtsProps {
  readonly event: Event
  readonly rows: readonly DebtRow[]
}

/** Who owes whom because of a message, how that is known, and who waits for it. */
export function EventDebts({ event, rows }: EventDebtsProps): React.JSX.Element {
  return (
    <>
      <h3>Owed</h3>
      <ul className="owed-rows" aria-label="Owed">
        {rows.map((row) => (
          <OwedRow key={row.debt.key} event={event} row={row} />
        ))}
      </ul>
    </>
  )
}

function OwedRow({ event, row }: { readonly event: Event; readonly row: DebtRow }): React.JSX.Element {
  const { debt } = row
  const now = useNow()
  useDrawn(row.keys)
  const isMine = useApp((state) => debt.debtor !== undefined && shownName(state, debt.source, debt.debtor) === 'you')
  const endedBy = useApp((state) => (debt.end === undefined ? '' : shownName(state, debt.source, debt.end.by)))
  const use = debtUse(row, now)
  const isOpen = debt.state === 'open'
  return (
    <li>
      <p className="owed-head">
        <Glyph shape={isOpen ? (isMine ? 'needs' : 'waiting') : 'done'} outline={evidenceOutlines[debt.evidence]} />
        <span className={isMine && isOpen ? 'mine' : 'ink'}>{kindTitles[debt.kind]}</span>
        {debt.debtor === undefined ? <span className="dim">nobody yet</span> : <AgentName source={debt.source} name={debt.debtor} />}
        <span className="dim">owes</span>
        <AgentName source={debt.source} name={debt.creditor} />
        {isOpen && <span className={use.isOver ? 'age end lost' : 'age end'}>{use.words}</span>}
      </p>
      <p className="small dim">
        <VisibleText text={isOpen ? openWords(row) : closedWords(row, () => endedBy)} />
        {row.blocks.length > 0 && isOpen && `, ${row.blocks.length === 1 ? '1 waits' : `${row.blocks.length} wait`} for it`}
      </p>
      {isGuess(debt) && debt.ask === event.id && <Guess event={event} row={row} />}
    </li>
  )
}

function isGuess({ state, evidence, cue }: Debt): boolean {
  return state === 'open' && evidence === 'inferred' && cue !== undefined
}

/** What keeps an open debt open, and how it is known. */
function openWords(row: DebtRow): string {
  const { debt, asked } = row
  const times = asked > 1 ? `Asked ${timesAsked(row)} times, ` : 'Open, '
  if (debt.waitsFor !== undefined) return `${times}waits for another answer first`
  if (debt.taken === true) return `${times}its debtor took it on`
  return `${times}${debt.evidence}`
}

/** A debt that was read out of free text: the words that it was read from, and the operator's word on it. */
function Guess({ event, row }: { readonly event: Event; readonly row: DebtRow }): React.JSX.Element {
  const store = useStoreApi()
  const fault = useApp((state) => (state.deskFault?.id === row.debt.key ? state.deskFault.fault : undefined))
  const text = event.body.kind === 'message' ? event.body.text : ''
  const [start, end] = row.debt.cue ?? [0, 0]
  return (
    <div className="guess">
      <p className="small">
        <span className="dim">Reads like a request: </span>
        <u>
          <VisibleText text={text.slice(start, end)} />
        </u>
      </p>
      <p className="acts">
        {guessVerbs(row.keys).map(({ id, label, run }, at) => (
          <button key={id} type="button" className={at === 0 ? 'btn' : 'btn ghost'} onClick={() => void run(store.getState())}>
            {label}
          </button>
        ))}
      </p>
      {fault !== undefined && <FieldFault fault={fault} />}
    </div>
  )
}
