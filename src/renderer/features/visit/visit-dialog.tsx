import type { Fault } from '../../../core/fault.ts'
import { CopyButton } from '../common/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { describeAddress, type AddressFacts } from './describe-address.ts'
import './visit.css'

interface VisitDialogProps {
  /** The address as written in the message. */
  readonly url: string
  /** The words that the reader clicked. */
  readonly text: string
  /** Who wrote it, and where. */
  readonly about?: React.ReactNode
  readonly fault?: Fault | undefined
  readonly onOpen: () => void
  readonly onCancel: () => void
}

/** Shows where a link really leads before anything is opened: its host first and large, then the full address with nothing hidden. */
export function VisitDialog({ url, text, about, fault, onOpen, onCancel }: VisitDialogProps): React.JSX.Element {
  const facts = describeAddress(url, text)
  return (
    <Dialog
      title={facts ? 'Open this link in your browser?' : 'This link cannot be opened'}
      {...(about === undefined ? {} : { about })}
      footer={
        <>
          <CopyButton text={url} what="Address" />
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={onCancel}>
            {facts ? 'Cancel' : 'Close'} <kbd>Esc</kbd>
          </button>
          {facts && (
            <button type="button" className="btn" onClick={onOpen}>
              Open this host
            </button>
          )}
        </>
      }
      onClose={onCancel}
    >
      {facts ? <Facts facts={facts} text={text} url={url} /> : <p className="small mid">Only http and https addresses can be opened.</p>}
      <RawText label="Full address" text={url} />
      {facts && <p className="small mid">Nothing is fetched until you open it.</p>}
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}

function Facts({ facts, text, url }: { readonly facts: AddressFacts; readonly text: string; readonly url: string }): React.JSX.Element {
  return (
    <>
      <div>
        <p className="small dim">Leads to</p>
        <p className="host">{facts.host}</p>
      </div>
      <dl className="kv wrap">
        {text !== url && (
          <>
            <dt>Link text</dt>
            <dd>
              <VisibleText text={text} />
            </dd>
          </>
        )}
        {facts.claimedHost !== undefined && <Warning label="Host" words="different from the host in the text" />}
        {facts.writtenHost !== undefined && (
          <>
            <dt>Written as</dt>
            <dd className="mono">
              <VisibleText text={facts.writtenHost} />
            </dd>
            <Warning label="Letters" words="not the letters they look like" />
          </>
        )}
        {facts.user !== undefined && <Warning label="User" words={`“${facts.user}” before the @ is a user name, not a host`} />}
        {facts.plain && <Warning label="Connection" words="not encrypted: others can read it" />}
      </dl>
    </>
  )
}

function Warning({ label, words }: { readonly label: string; readonly words: string }): React.JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd className="lost">
        <Glyph shape="over" /> <VisibleText text={words} />
      </dd>
    </>
  )
}
