import './rebuild-progress.css'

/** How far something is that is read from the journal. `children`: what is not complete until then. */
export function RebuildProgress({
  label,
  progress: { done, total },
  children,
}: {
  readonly label: string
  readonly progress: { readonly done: number; readonly total: number }
  readonly children: string
}): React.JSX.Element {
  return (
    <p className="small mid rebuilding" role="progressbar" aria-label={label} aria-valuenow={done} aria-valuemax={total}>
      {label}: {Math.floor((100 * done) / Math.max(1, total))} %. {children}
    </p>
  )
}
