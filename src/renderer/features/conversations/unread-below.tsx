import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { count } from '../../ui/time.ts'

/** Shows how much is unread below the lower edge of a list, and scrolls there. */
export function UnreadBelow({ scroller }: { readonly scroller: HTMLElement | null }): React.JSX.Element | null {
  const [value, setValue] = useState(0)
  useEffect(() => {
    if (scroller === null) return undefined
    const measure = (): void => setValue(below(scroller).reduce((sum, row) => sum + Number(row.dataset['unread']), 0))
    const observers = [new ResizeObserver(measure), new MutationObserver(measure)] as const
    scroller.addEventListener('scroll', measure, { passive: true })
    observers[0].observe(scroller)
    observers[1].observe(scroller, { subtree: true, childList: true, attributeFilter: ['data-unread'] })
    return () => {
      scroller.removeEventListener('scroll', measure)
      for (const observer of observers) observer.disconnect()
    }
  }, [scroller])
  if (value === 0) return null
  return (
    <button type="button" className="unread-below" onClick={() => below(scroller)[0]?.scrollIntoView({ block: 'center' })}>
      <ChevronDown className="i" aria-hidden="true" /> {count(value)} unread below
    </button>
  )
}

/** Rows with unread messages that begin below the lower edge. */
function below(scroller: HTMLElement | null): HTMLElement[] {
  if (scroller === null) return []
  const edge = scroller.getBoundingClientRect().bottom
  return [...scroller.querySelectorAll<HTMLElement>('[data-unread]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return (top + bottom) / 2 > edge
  })
}
