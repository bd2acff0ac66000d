import { useId } from 'react'
import { count } from '../../ui/time.ts'
import { PartFault } from './part-fault.tsx'
import type { DeskPage } from './use-desk-page.ts'

interface DeskSectionProps {
  readonly title: string
  readonly page: DeskPage
  /** Beside the count. */
  readonly beside?: React.ReactNode
  /** At the right end of the head. */
  readonly note?: React.ReactNode
  readonly ref?: React.Ref<HTMLElement>
  readonly children: React.ReactNode
}

/** A part of *Needs me* that is read by page: its head with the count, its rows, and what to do when they cannot be read. */
export function DeskSection({ title, page, beside, note, ref, children }: DeskSectionProps): React.JSX.Element {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id} ref={ref} tabIndex={-1}>
      <header>
        <h2 id={id}>{title}</h2>
        {page.rows !== undefined && <span className="n">{count(page.total)}</span>}
        {beside}
        <span className="end dim">{note}</span>
      </header>
      <PartFault page={page} />
      {page.rows === undefined && page.fault === undefined && <p className="list-hint">Reading…</p>}
      {children}
      {page.hasMore && (
        <button type="button" className="btn small ghost more-rows" onClick={page.more}>
          Show more
        </button>
      )}
    </section>
  )
}
