import type { Event, ReceiptBody } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { CopyButton } from '../common/copy-button.tsx'
import { AfterHalt } from '../halt/halt-marks.tsx'
import { useApp } from '../state/store.ts'
import { AskMark } from './ask-mark.tsx'
import { drawCard } from './draw-card.ts'
import { rowPart } from './row-part.ts'
import { MarkerRule } from './rules.tsx'
import { StreamText } from './stream-text.tsx'
import { About, Who } from './who.tsx'

/** Who and what of a row, by the kind of its event; where the protocol has a card for it, the card. */
export function RowBody({ event, ask }: { readonly event: Event; readonly ask: Need | undefined }): React.JSX.Element {
  const { body } = event
  const [who, text] = [rowPart(event, 'who'), rowPart(event, 'text')]
  const card = drawCard(
    useApp((state) => state.screens),
    event,
  )
  switch (body.kind) {
    case 'message':
      return (
        <>
          <Who id={who} event={event} body={body} />
          <div id={text} className="body">
            {ask !== undefined && <AskMark need={ask} />}
            {card}
            <AfterHalt event={event} />
          </div>
        </>
      )
    case 'comment':
      return (
        <>
          <span id={who} className="who dim">
            not a message
          </span>
          <div id={text} className="body mono">
            {card ?? <VisibleText text={body.text} />}
          </div>
        </>
      )
    case 'presence':
      return (
        <>
          <About id={who} event={event} name={body.agent} />
          <div id={text} className="body">
            {card ?? (
              <VisibleText text={[body.said, body.task, body.error].filter((part) => part !== undefined && part !== '').join(' · ')} />
            )}
          </div>
        </>
      )
    case 'profile':
      return (
        <>
          <About id={who} event={event} name={body.agent} />
          <div id={text} className="body">
            described <VisibleText text={body.role === undefined ? '' : `as ${body.role}`} />
          </div>
        </>
      )
    case 'lamp':
      return (
        <>
          <span id={who} className="who dim">
            link
          </span>
          <div id={text} className="body">
            <VisibleText text={[`${body.lamp}: ${body.text}`, body.reason].filter((part) => part !== undefined).join(' · ')} />
          </div>
        </>
      )
    case 'receipt':
      return (
        <>
          {body.by === undefined ? (
            <span id={who} className="who dim">
              receipt
            </span>
          ) : (
            <About id={who} event={event} name={body.by} />
          )}
          <div id={text} className="body">
            {card ?? (
              <>
                {stageWords[body.stage]} <VisibleText text={body.text} />
              </>
            )}
          </div>
        </>
      )
    case 'notice':
      return (
        <>
          <About id={who} event={event} name={body.from} />
          <div id={text} className={body.tone === 'tool' ? 'body mono' : 'body dim'}>
            {card ?? <VisibleText text={body.text} />}
          </div>
        </>
      )
    case 'stream':
      return (
        <>
          <About id={who} event={event} name={body.from} />
          <div id={text} className="body">
            {card ?? <StreamText event={event} body={body} />}
          </div>
        </>
      )
    case 'fault':
      return (
        <>
          <span id={who} className="who lost">
            <Glyph shape="no" /> not usable
          </span>
          <div id={text} className="body">
            <VisibleText text={body.fault.message} />
            {body.fault.fix !== undefined && (
              <p>
                Suggested:{' '}
                <code>
                  <VisibleText text={body.fault.fix} />
                </code>{' '}
                <CopyButton text={body.fault.fix} what="Suggestion" />
              </p>
            )}
            {body.fault.detail !== undefined && (
              <p className="mono meta dim">
                <VisibleText text={body.fault.detail} />
              </p>
            )}
          </div>
        </>
      )
    default:
      return <MarkerRule body={body} />
  }
}

/** Stages of a receipt, in the words of its row. */
const stageWords: { readonly [stage in ReceiptBody['stage']]: string } = {
  delivered: 'delivered',
  read: 'read',
  acked: 'acknowledged',
  answered: 'answered',
  failed: 'failed:',
  archived: 'archived',
}
