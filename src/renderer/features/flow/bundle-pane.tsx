import { useState } from 'react'
import type { FlowMessage } from '../../../core/flow.ts'
import { isOpen } from '../../../core/flow/debt-bars.ts'
import { Chip } from '../common/chip.tsx'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { clockTime, count, counted, duration } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { BundleDebts, BundleName } from './bundle-debts.tsx'
import { useFlowNames } from './flow-names.ts'

/** As many messages are listed at first. */
const listed = 10

interface BundlePaneProps {
  /** Ids of its messages. */
  readonly ids: readonly string[]
  readonly now: number
}

/** A burst of one direction of a pair: over which links, how fast, its messages, and what the two owe each other. */
export function BundlePane({ ids, now }: BundlePaneProps): React.JSX.Element {
  const store = useStoreApi()
  const names = useFlowNames()
  const wanted = new Set(ids)
  const rows = useApp((state) => state.flowRows)
  const isSimulated = useApp((state) => state.isSimulated)
  const [isWhole, setWhole] = useState(false)
  const messages = rows.messages.filter(({ event }) => wanted.has(event))
  const [first, last] = [messages[0], messages.at(-1)]
  if (first === undefined || last === undefined)
    return (
      <>
        <header className="head">
          <span className="sub">Bundle</span>
          <CloseDrawer />
        </header>
        <p className="insp small dim">These messages are outside of what is loaded.</p>
      </>
    )
  const to = first.to.map((head) => head.to)
  const links = [...Map.groupBy(messages, ({ link }) => link)]
  const pair = new Set([first.from, ...to])
  const between = rows.debts.filter(({ ask }) => wanted.has(ask))
  const around = rows.debts.filter(
    (debt) => isOpen(debt, now) && debt.debtor !== undefined && pair.has(debt.debtor) && !between.includes(debt),
  )
  const shown = isWhole ? messages : messages.slice(0, listed)
  return (
    <>
      <header className="head">
        <span className="sub">Bundle</span>
        <CloseDrawer />
      </header>
      <div className="insp">
        <h2 className="agent bundle-title">
          <BundleName id={first.from} names={names} /> <span className="dim">to</span>
          {to.slice(0, 2).map((id) => (
            <BundleName key={id} id={id} names={names} />
          ))}
        </h2>
        <p className="small mid">
          {counted(messages.length, 'message')} in {duration(last.at - first.at)}, {clockTime(first.at)} – {clockTime(last.at)}.{' '}
          {readWords(messages)}
        </p>
        <h3>Over</h3>
        <dl className="kv">
          <dt>Links</dt>
          <dd>
            {links.map(([link, of]) => (
              <span key={link} className="agent">
                <Chip protocol={names.protocol(link)} /> {count(of.length)}
              </span>
            ))}
          </dd>
          <dt>Pace</dt>
          <dd>every {duration((last.at - first.at) / Math.max(1, messages.length - 1))}</dd>
        </dl>
        <h3>Messages</h3>
        <ol className="bundle-msgs">
          {shown.map((message) => (
            <li key={message.event}>
              <button type="button" className="plain" onClick={() => open(message)}>
                <time className="t">{clockTime(message.at)}</time>
                <Chip protocol={names.protocol(message.link)} />
                <span className="cut">
                  {message.label !== undefined && (
                    <code>
                      <VisibleText text={message.label} />{' '}
                    </code>
                  )}
                  <LineText text={message.text} />
                </span>
                <span className="t cut">{message.anchor}</span>
              </button>
            </li>
          ))}
        </ol>
        {messages.length > shown.length && (
          <button type="button" className="link dim" onClick={() => setWhole(true)}>
            {count(messages.length - shown.length)} more
          </button>
        )}
        <BundleDebts title="Opened" debts={between} names={names} now={now} />
        <BundleDebts title="Around it" debts={around} names={names} now={now} />
      </div>
      <footer className="foot-acts">
        <button
          type="button"
          className="btn primary"
          onClick={() => {
            store.getState().setView('feed')
            void store.getState().jumpTo(first.event)
          }}
        >
          Show in feed
        </button>
        {!isSimulated && (
          <button type="button" className="btn" onClick={() => store.getState().openCase({ from: first.at, to: last.at + 1 })}>
            Keep as a case
          </button>
        )}
      </footer>
    </>
  )

  function open({ event }: FlowMessage): void {
    store.getState().setFlow({ mark: event })
    void store.getState().openFlowEvent(event)
  }
}

function readWords(messages: readonly FlowMessage[]): string {
  const heads = messages.flatMap(({ to }) => to)
  const read = heads.filter(({ arrival }) => arrival === 'read').length
  if (heads.length > 0 && read === heads.length) return 'All read.'
  return read === 0 ? '' : `${count(read)} of ${count(heads.length)} read.`
}
