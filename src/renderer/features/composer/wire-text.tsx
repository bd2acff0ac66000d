import type { WirePreview } from '../../../core/command.ts'
import { sourceOf } from '../state/draft.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** Only the beginning of a long message: the field above shows all of it. */
const shownChars = 1_500

/** The exact text that would be written, or a hint what will appear here. */
export function WireText({ wire }: { readonly wire: WirePreview | undefined }): React.JSX.Element {
  const place = useApp((state) => state.state?.links.find((link) => link.id === sourceOf(state))?.place ?? 'the source')
  if (wire === undefined) return <p className="wire-hint">The exact text for {visibleString(place)} appears here.</p>
  const text = wire.wire.trim()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <pre aria-label="Text that will be written" tabIndex={0}>
      <VisibleText text={text.slice(0, shownChars)} />
      {text.length > shownChars && '…'}
    </pre>
  )
}

/** Warnings about what will happen to the message. */
export function WireWarnings({ wire }: { readonly wire: WirePreview | undefined }): React.JSX.Element {
  return (
    <>
      {wire?.warnings?.map((warning) => (
        <p key={warning} role="status" className="wire-warning">
          <Glyph shape="over" /> <VisibleText text={warning} />
        </p>
      ))}
    </>
  )
}
