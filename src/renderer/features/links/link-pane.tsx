import type { Link } from '../../../core/link.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { LinkForm } from './link-form.tsx'
import { useApp } from '../state/store.ts'

/** The right pane of Links: the form of the selected link, or of a new one. */
export function LinkPane(): React.JSX.Element {
  const detail = useApp((state) => state.detail.get('links'))
  const link: Link | undefined = useApp((state) => state.state?.links.find((each) => each.id === detail))
  const wanted = link?.protocol ?? (detail?.startsWith('new:') ? detail.slice(4) : undefined)
  const protocol = useApp((state) => state.protocols.find((each) => each.id === wanted))
  const setDetail = useApp((state) => state.setDetail)
  if (protocol === undefined) {
    return (
      <>
        <header className="head">
          <h1>Link</h1>
        </header>
        <div className="insp">
          <p className="small mid">Choose a link to change or test it, or add one.</p>
        </div>
      </>
    )
  }
  return (
    <>
      <header className="head">
        <h1 className="cut">{link ? `Edit ${visibleString(link.name)}` : protocol.addLabel}</h1>
        <CloseButton className="end" label="Close the form" onClose={() => setDetail('links', undefined)} />
      </header>
      <LinkForm key={detail} protocol={protocol} link={link} />
    </>
  )
}
