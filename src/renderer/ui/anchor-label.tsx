import { VisibleText } from './visible-text.tsx'

/** Names up to this length fit into their column. */
const shortName = 14
/** The characters at the end of a longer name that tell it from others: ids of one minute begin alike. */
const end = /.{1,4}$/su

/**
 * The position in the source. If it is too long, the beginning of the file name is cut: never its end, and never the line number. The extension of a
 * long name is only heard.
 */
export function AnchorLabel({ label }: { readonly label: string }): React.JSX.Element {
  const colon = label.lastIndexOf(':')
  const name = colon < 0 ? label : label.slice(0, colon)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 && name.length > shortName ? name.slice(0, dot) : name
  const tail = name.length > shortName ? (end.exec(stem)?.[0] ?? '') : ''
  return (
    <>
      <span className={tail !== '' && colon < 0 ? 'cut stem' : 'cut'}>
        <VisibleText text={stem.slice(0, stem.length - tail.length)} />
      </span>
      {tail !== '' && (
        <span className="tail">
          <VisibleText text={tail} />
        </span>
      )}
      {stem !== name && (
        <span className="sr">
          <VisibleText text={name.slice(stem.length)} />
        </span>
      )}
      {colon >= 0 && (
        <span className="tail">
          <VisibleText text={label.slice(colon)} />
        </span>
      )}
    </>
  )
}
