import { visibleString, VisibleText } from './visible-text.tsx'

/** The last two parts of a path tell it from others; a folder alone would not. */
const pathEnd = /^(.*?)((?:^|[/\\])[^/\\]*[/\\][^/\\]*)$/su

/** A path on one line. One that is too long is cut in the middle, before its last two parts; hovering shows the whole, and screen readers read it. */
export function PathText({ path }: { readonly path: string }): React.JSX.Element {
  const [, start = '', end = path] = pathEnd.exec(path) ?? []
  return (
    <span className="path-text" title={visibleString(path)}>
      {start !== '' && (
        <span className="cut">
          <VisibleText text={start} />
        </span>
      )}
      <span className="cut">
        <VisibleText text={end} />
      </span>
    </span>
  )
}
