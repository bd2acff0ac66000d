import { VisibleText } from './visible-text.tsx'

/** The position in the source; if it is too long, the file name is cut, never the line number. */
export function AnchorLabel({ label }: { readonly label: string }): React.JSX.Element {
  const at = label.lastIndexOf(':')
  return (
    <>
      <span className="cut">
        <VisibleText text={at < 0 ? label : label.slice(0, at)} />
      </span>
      {at >= 0 && (
        <span>
          <VisibleText text={label.slice(at)} />
        </span>
      )}
    </>
  )
}
