import { useEffect, useRef } from 'react'
import { age, count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { DeskSection } from './desk-section.tsx'
import { OwedList } from './owed-list.tsx'
import { useDeskPage } from './use-desk-page.ts'

/** What others owe, by the share of the limit that is used. */
export function OwedSection({ now }: { readonly now: number }): React.JSX.Element {
  const page = useDeskPage('owed')
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
  const rows = page.rows ?? []
  const next = rows.flatMap(({ overdueAt }) => (overdueAt !== undefined && overdueAt > now ? [overdueAt - now] : []))
  const note =
    overdue > 0
      ? 'These need you only if they appear above.'
      : next.length > 0
        ? `The first limit ends in ${age(now, now + Math.min(...next))}.`
        : ''
  return (
    <DeskSection
      title="Owed by others"
      page={page}
      beside={overdue > 0 && <span className="lost">{count(overdue)} overdue</span>}
      note={note}
      ref={section}
    >
      <OwedList page={page} now={now} onShown={owedShown} />
    </DeskSection>
  )
}
