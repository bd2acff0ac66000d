import { Paperclip } from 'lucide-react'
import type { Event } from '../../../../core/event.ts'
import type { Attachment } from '../team-data.ts'
import { plain, sizeText } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { visitOverlay } from '../../../../renderer/features/overlays.ts'

const shown = 8

/** Linked files, each with its host. Nothing is fetched: a click asks first. */
export function AttachedFiles({ event, files }: { readonly event: Event; readonly files: readonly Attachment[] }): React.JSX.Element {
  return (
    <ul className="files" aria-label="Attachments">
      {files.slice(0, shown).map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- files of one message have no other identity and never move
        <li key={index}>
          <Paperclip className="i" aria-hidden="true" />
          <File event={event} file={file} />
        </li>
      ))}
      {files.length > shown && <li className="dim">{files.length - shown} more in Raw</li>}
    </ul>
  )
}

function File({ event, file }: { readonly event: Event; readonly file: Attachment }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const { filename, url, host, mimeType, size } = file
  const about = [host ?? 'not a web address', mimeType, size === undefined ? undefined : plain(sizeText(size))].filter(
    (one) => one !== undefined,
  )
  return (
    <>
      {url === undefined ? (
        <span className="cut">
          <VisibleText text={filename} />
        </span>
      ) : (
        <button
          type="button"
          className="link accent"
          onClick={(click) => {
            click.stopPropagation()
            setOverlay(visitOverlay({ url, text: filename, from: event }))
          }}
        >
          <VisibleText text={filename === '' ? url : filename} />
        </button>
      )}
      <span className="mono meta dim cut">
        <VisibleText text={about.join(' · ')} />
      </span>
    </>
  )
}
