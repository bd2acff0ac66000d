import { useLongWait } from '../../ui/use-long-wait.ts'

/** In place of rows that are still being read; nothing at first. */
export function Reading(): React.JSX.Element {
  const isLong = useLongWait()
  return (
    <div className="list-hint" role="status" aria-busy="true">
      {isLong && 'Reading…'}
    </div>
  )
}
