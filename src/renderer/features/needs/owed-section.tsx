import { useEffect, useRef } from 'react'
import { age, count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { DeskSection } from './desk-section.tsx'
import { OwedList } from './owed-list.tsx'
import type { OwedBy } from './state/needs-slice.ts'
import { useDeskPage } from './use-desk-page.ts'

const titles: Readonly<Record<OwedBy, string>> = { owed: 'Owed by others', all: 'Owed by everybody', overdue: 'Overdue' }

/** What others owe, or what a number elsewhere counts, by the share of the limit that is used. */
export function OwedSection({ now }: { readonly now: number }): React.JSX.Element {
  const by = useApp((state) => state.owedBy)
  // The rows of one list are never shown as those of another.
  return <Owed key={by} by={by} now={now} />
}

function Owed({ by, now }: { readonly by: OwedBy; readonly now: number }): React.JSX.Element {
  const page = useDeskPage(by)
  const asked = useApp((state) => state.owedAsked)
  const owedShown = useApp((state) => state.owedShown)
  const section = useRef<HTMLElement>(null)
  const isRead = page.rows !== undefined
  useEffect(() => {
    if (asked === 0 || !isRead) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [asked, isRead])
  const overdue = useApp((state) => state.state?.desk.counts.overdueByOthers ?? 0)
  const isUsual = by === 'owed'
  return (
    <DeskSection
      title={titles[by]}
      page={page}
      beside={isUsual && overdue > 0 && <span className="lost">{count(overdue)} overdue</span>}
      note={isUsual ? noteOf(page.rows ?? [], overdue, now) : <ToUsual />}
      ref={section}
    >
      <OwedList label={titles[by]} page={page} now={now} onShown={owedShown} />
    </DeskSection>
  )
}

function noteOf(rows: readonly { readonly overdueAt?: number | undefined }[], overdue: number, now: number): string {
  if (overdue > 0) return 'These need you only if they appear above.'
  const next = rows.flatMap(({ overdueAt }) => (overdueAt !== undefined && overdueAt > now ? [overdueAt - now] : []))
  return next.length > 0 ? `The first limit ends in ${age(now, now + Math.min(...next))}.` : ''
}

function ToUsual(): React.JSX.Element {
  const showOwed = useApp((state) => state.showOwed)
  return (
    <button type="button" className="link" onClick={() => showOwed()}>
      Show what others owe
    </button>
  )
}
