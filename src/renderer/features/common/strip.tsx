import './strip.css'

/** yes: proven · no: not yet · unknown: nothing here could tell · owed, mine: a debt waits for it, somebody else's or the operator's · late: it is overdue. */
export type StripMark = 'yes' | 'no' | 'unknown' | 'owed' | 'mine' | 'late'

const shapes: Readonly<Record<StripMark, string>> = { yes: 'y', no: '', unknown: 'n', owed: 'w', mine: 'd', late: 'x' }

/** How far a message got, as one mark for each step. `label`: the same in words. */
export function Strip({ marks, label }: { readonly marks: readonly StripMark[]; readonly label: string }): React.JSX.Element {
  return (
    <span className="strip" role="img" aria-label={label} title={label}>
      {marks.map((mark, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a mark is its step
        <i key={at} className={shapes[mark]} />
      ))}
    </span>
  )
}
