import { statusItems } from '../../app/views.tsx'
import { useApp } from '../../app/store.ts'
import type { Link } from '../../../core/link.ts'
import { Glyph, LampGlyph } from '../../ui/glyph.tsx'
import { count, progressText } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

const lampWords = { up: 'up', connecting: 'connecting', down: 'down', off: 'off' } as const
const none: readonly Link[] = []

/** One lamp per link; each leads to the link. */
export function StatusBar(): React.JSX.Element {
  const links = useApp((state) => state.state?.links ?? none)
  const hasWorkspace = useApp((state) => state.state !== undefined)
  const connection = useApp((state) => state.connection)
  return (
    <footer className="status" aria-label="Links" data-pane="status">
      {connection.state !== 'open' && (
        <span className="lamp lost" role="status">
          <LampGlyph lamp={connection.state === 'connecting' ? 'connecting' : 'down'} />
          {connection.state === 'connecting' ? 'connecting to Patchbay' : 'no connection to Patchbay'}
          <span className="dim">{connection.detail}</span>
        </span>
      )}
      {hasWorkspace && links.length === 0 && <span className="lamp">Nothing is linked</span>}
      {links.map((link) => (
        <Lamp key={link.id} link={link} isKnown={connection.state === 'open'} />
      ))}
      {links.length > 0 && links.every((link) => !link.enabled) && <span className="lamp dim">Nothing runs</span>}
      <span className="end" />
      {!hasWorkspace && <span className="lamp dim">Nothing runs</span>}
      {statusItems.map((Item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed list
        <Item key={index} />
      ))}
    </footer>
  )
}

/** Without a connection nobody knows how a link is: a question mark in place of its lamp. */
function Lamp({ link, isKnown }: { readonly link: Link; readonly isKnown: boolean }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  const act = useApp((state) => state.actOnLink)
  const fault = useApp((state) => (state.linkFault?.link === link.id ? state.linkFault.fault : undefined))
  const { lamp, count: number, progress, text, reason } = link.status
  const isCalm = lamp === 'up'
  return (
    <>
      <button type="button" className="lamp" title={reason?.message ?? text} onClick={() => setView('links', link.id)}>
        {isKnown ? <LampGlyph lamp={lamp} /> : <Glyph shape="unknown" />}{' '}
        <span className="sr">{isKnown ? lampWords[lamp] : 'not known now'}</span> <VisibleText text={link.name} />{' '}
        <span className="dim cut">
          {progress !== undefined
            ? progressText(progress)
            : isCalm && number !== undefined
              ? `${count(number.value)} ${number.unit}`
              : lamp === 'off'
                ? 'off'
                : (reason?.message ?? text)}
        </span>
      </button>
      {progress?.cancellable === true && (
        <button type="button" className="btn small ghost" onClick={() => void act(link.id, 'cancel')}>
          Cancel
        </button>
      )}
      {fault !== undefined && (
        <span className="lamp lost" role="alert">
          <VisibleText text={fault.message} />
        </span>
      )}
    </>
  )
}
