import { useState } from 'react'
import type { HaltRow, HaltState } from '../../../core/halt.ts'
import { refuses } from '../../../core/halt.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { Chip } from '../common/chip.tsx'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { clockTime, count, counted, duration, exactTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './halt.css'
import { Beyond } from './halt-beyond.tsx'
import { byWords, levelLabel, nameList, reachOf } from './halt-words.ts'
import { isOpenRow, linesOf, unsaidIn, type HaltLine } from './halt-lines.ts'

/** The table of a halt afterwards: the same rows, with when each part was done, and what has to be done again. */
export function HaltPane(): React.JSX.Element | null {
  const halt = useApp((state) => state.state?.halt)
  const store = useStoreApi()
  const close = (): void => {
    store.getState().showHaltPane(false)
    store.getState().setDrawer(undefined)
  }
  return (
    <>
      <header className="head">
        <span className="sub">Halt</span>
        <span className="end" />
        <CloseButton className="" label="Close the halt" onClose={close} />
      </header>
      <div className="insp halt-pane">{halt === undefined ? <p className="small dim">Nothing is halted.</p> : <Table halt={halt} />}</div>
      {halt !== undefined && (
        <footer className="foot-acts">
          <button type="button" className="btn primary" onClick={store.getState().openResume}>
            Resume…
          </button>
        </footer>
      )}
    </>
  )
}

function Table({ halt }: { readonly halt: HaltState }): React.JSX.Element {
  const now = useNow()
  const { id, at, by, level, reason, rows, beyond, resuming, refused, talking, unwritten, isInMemoryOnly } = halt
  const { stopped, told, unreached } = reachOf(rows)
  const unsaid = unsaidIn(halt, now)
  return (
    <>
      <h3 className="tag lost">
        <Glyph shape="halt" /> {refuses(halt) ? 'Halted' : 'Asked to stop'} for {duration(now - at)}
      </h3>
      <p className="small mid">
        {id}, by {byWords(by)}, level {levelLabel(level)},{' '}
        {reason === undefined ? (
          'no reason given.'
        ) : (
          <>
            reason: <VisibleText text={reason} />
          </>
        )}
      </p>
      {unwritten !== undefined && (
        <>
          <h3 className="lost">{isInMemoryOnly === true ? 'Not saved: lost if Patchbay quits' : 'Not fully saved'}</h3>
          <FieldFault fault={unwritten} />
          <p className="small mid">
            Until it can be written, commands that run without Patchbay do not know of it
            {isInMemoryOnly === true ? '.' : ', and a power failure may end it.'}
          </p>
        </>
      )}
      {unsaid.length > 0 && (
        <>
          <h3 className="lost">Not said in {nameList(unsaid, 12)}</h3>
          <p className="small mid">
            Anyone who listens only there has not been told, and Patchbay will not tell them later. Send it below when that is possible
            again.
          </p>
        </>
      )}
      <Beyond beyond={beyond} level={level} stage={resuming === true ? 'resume' : 'after'} />
      {rows.map((row) => (
        <LinkRow key={row.link} row={row} now={now} since={at} />
      ))}
      <Names title="Stopped" names={stopped} />
      <Names title="Told" names={told} />
      <Names title="Not reachable" names={unreached} isTrouble />
      {talking.length > 0 && (
        <>
          <h3>Still talking</h3>
          <ul className="small halt-names">
            {talking.map(({ name, count: times }) => (
              <li key={name}>
                <span className="lost">
                  <VisibleText text={quotedName(name)} />
                </span>{' '}
                <span className="dim">{counted(times, 'message')} since the halt</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.count > 0 && (
        <>
          <h3>Refused {count(refused.count)}</h3>
          <ol className="halt-lines" aria-label="Refused, newest first">
            {refused.last.map((each, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- refusals have no other identity; two can be equal
              <li key={index}>
                <Glyph shape="no" />
                <span className="cut" title={visibleString(each.who)}>
                  <VisibleText text={each.who} />
                </span>
                <time className="t" title={exactTime(each.at)}>
                  {clockTime(each.at)}
                </time>
                <span className="how" title={visibleString(each.what)}>
                  <VisibleText text={each.what} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

/** What happened on one link, with a way to do what is missing. */
function LinkRow({ row, now, since }: { readonly row: HaltRow; readonly now: number; readonly since: number }): React.JSX.Element {
  const again = useApp((state) => state.haltAgain)
  const fault = useApp((state) => (state.haltFault?.link === row.link ? state.haltFault.fault : undefined))
  const lines = linesOf(row, now - since)
  const open = isOpenRow(lines)
  const [isBusy, setBusy] = useState(false)
  const tryAgain = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    await again(row.link)
    setBusy(false)
  }
  const texts = [...row.says, ...(row.offers ?? []).filter(({ step }) => step !== 'left')].filter(({ step }) => step !== 'done')
  return (
    <section aria-label={visibleString(row.name)}>
      <h3>
        <Chip protocol={row.protocol} />{' '}
        <span className="cut">
          <VisibleText text={row.name} />
        </span>
      </h3>
      <ol className="halt-lines">
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ol>
      {open !== undefined && (
        <div className="again">
          {texts.length > 0 && (
            <details>
              <summary className="small mid">{counted(texts.length, 'exact text')}</summary>
              {texts.map(({ key, place, wire }) => (
                <RawText key={key} label={`Exact text, ${visibleString(place)}`} text={wire} />
              ))}
            </details>
          )}
          <button type="button" className="btn small" aria-busy={isBusy} onClick={() => void tryAgain()}>
            {open === 'failed' ? 'Try again' : open === 'unsure' ? 'Send again' : 'Send it'}
          </button>
        </div>
      )}
      {fault !== undefined && <FieldFault fault={fault} />}
    </section>
  )
}

function Line({ line: { shape, word, at, what, isTrouble } }: { readonly line: HaltLine }): React.JSX.Element {
  return (
    <li className={isTrouble ? 'lost' : undefined}>
      <Glyph shape={shape} />
      <span>{word}</span>
      <time className="t" title={at === undefined ? undefined : exactTime(at)}>
        {at === undefined ? '' : clockTime(at)}
      </time>
      <span className="how" title={visibleString(what)}>
        <VisibleText text={what} />
      </span>
    </li>
  )
}

function Names({
  title,
  names,
  isTrouble = false,
}: {
  readonly title: string
  readonly names: readonly string[]
  readonly isTrouble?: boolean
}) {
  if (names.length === 0) return null
  return (
    <>
      <h3>
        {title} {count(names.length)}
      </h3>
      <p className={isTrouble ? 'small lost' : 'small mid'}>
        {names.map((name, index) => (
          <span key={name} className="name">
            {index > 0 && ', '}
            <VisibleText text={quotedName(name)} />
          </span>
        ))}
      </p>
    </>
  )
}
