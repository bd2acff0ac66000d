import { Download, Hash } from 'lucide-react'
import { useId, useState } from 'react'
import { isChanged, type CaseRow } from '../../../core/case/row.ts'
import { unreadWords } from '../../../core/unread-texts.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { SegmentBar } from '../../ui/segment-bar.tsx'
import { clockTime, count, progressText, sizeText } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { ListButton } from '../common/list-button.tsx'
import { useApp } from '../state/store.ts'
import { CaseName } from './case-name.tsx'
import { CasePage } from './case-page.tsx'
import { largestPage } from './state/case.ts'
import type { CaseFormat } from './state/case-slice.ts'
import { useCaseRows } from './use-case-rows.ts'
import './case.css'

type Shown = 'changed' | 'all' | 'page'
type List = Exclude<Shown, 'page'>

/** What a case will say, beside what was said. */
export function CaseView(): React.JSX.Element {
  const preview = useApp((state) => state.casePreview)
  const progress = useApp((state) => state.caseProgress)
  const fault = useApp((state) => state.caseFault)
  const isCurrent = useApp((state) => state.caseIsCurrent)
  const cancel = useApp((state) => state.cancelCase)
  const makeCase = useApp((state) => state.makeCase)
  const [list, setList] = useState<Shown>('changed')
  const id = useId()
  const { done, total } = progress ?? {}
  return (
    <>
      <header className="head">
        <ListButton title="What is exported" />
        <h1>Preview</h1>
        <span className="sub" id={id}>
          {preview === undefined ? '' : `${count(preview.changed)} of ${count(preview.events)} changed`}
        </span>
        <span className="end" />
        {progress !== undefined && (
          <>
            <span role="status" className="sub cut">
              {done === undefined || total === undefined || total === 0 ? 'Reading…' : progressText({ done, total, unit: 'events' })}
            </span>
            <button type="button" className="btn small" onClick={cancel}>
              Cancel
            </button>
          </>
        )}
        <SegmentBar<Shown>
          labelledBy={id}
          options={[
            ['changed', `Changed${numberOf(preview?.changed)}`],
            ['all', `All${numberOf(preview?.events)}`],
            ['page', 'As the page'],
          ]}
          value={list}
          onChange={setList}
        />
        {list !== 'page' && (preview?.changed ?? 0) > 0 && (
          <span className="nowrap" title="Previous and next change">
            <kbd>[</kbd> <kbd>]</kbd>
          </span>
        )}
      </header>
      <div className="scroll case-rows" aria-busy={progress !== undefined}>
        {fault !== undefined && (
          <div className="unmade">
            <FieldFault fault={fault} />
            {!isCurrent && (
              <button type="button" className="btn small" onClick={() => void makeCase()}>
                Try again
              </button>
            )}
          </div>
        )}
        <NotRead />
        {preview !== undefined &&
          (list === 'page' ? (
            <CasePage key={preview.hash} hash={preview.hash} />
          ) : (
            <Rows key={`${preview.hash} ${list}`} hash={preview.hash} list={list} />
          ))}
        {preview !== undefined && list !== 'page' && preview.leftOut.length > 0 && (
          <section className="not-in-it">
            <h2>
              Not in it <span className="sub">and the case says so</span>
            </h2>
            <ul>
              {preview.leftOut.map(({ what, count: number }) => (
                <li key={what}>{`${count(number)} ${what}`}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Formats />
      <Foot />
    </>
  )
}

/** What is missing of the case, because its archive is. */
function NotRead(): React.JSX.Element | null {
  const words = useApp(({ casePreview: made, info }) => (made === undefined ? undefined : unreadWords(made.unread, info?.dataDir ?? '')))
  return words === undefined ? null : (
    <p className="not-read" role="status" aria-label="Not read">
      <VisibleText text={words} />
    </p>
  )
}

function numberOf(number: number | undefined): string {
  return number === undefined ? '' : ` ${count(number)}`
}

function Rows({ hash, list }: { readonly hash: string; readonly list: List }): React.JSX.Element | null {
  const { rows, hasMore, more } = useCaseRows(hash, list)
  if (rows === undefined) return null
  if (rows.length === 0) return <p className="dim none">{list === 'changed' ? 'Nothing is replaced.' : 'No messages in this period.'}</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Who</th>
            <th scope="col">Here</th>
            <th scope="col">In the case</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.n} row={row} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <button type="button" className="link more" onClick={more}>
          Show more
        </button>
      )}
    </>
  )
}

/** The keys `[` and `]` go from change to change: each row can have the focus. */
function Row({ row }: { readonly row: CaseRow }): React.JSX.Element {
  const { n, at, protocol, from, pieces } = row
  return (
    <tr tabIndex={-1} data-change={isChanged(row) ? '' : undefined} aria-label={`Line ${n}`}>
      <td>
        <time className="mono dim">{clockTime(at)}</time>
      </td>
      <td className="speaker">
        <Chip protocol={protocol} />{' '}
        <b className="med">
          <CaseName name={from} />
        </b>
      </td>
      <td className="text">
        {pieces.map(({ text, was }, place) =>
          was === undefined ? (
            <VisibleText key={place} text={text} />
          ) : (
            <del key={place}>
              <VisibleText text={was} />
            </del>
          ),
        )}
      </td>
      <td className="text">
        {pieces.map(({ text, was }, place) =>
          was === undefined ? <VisibleText key={place} text={text} /> : <ins key={place}>{text}</ins>,
        )}
      </td>
    </tr>
  )
}

const formats: readonly (readonly [CaseFormat, string, string])[] = [
  ['page', 'Page', 'one HTML file, opens anywhere, needs no network'],
  ['lines', 'JSON lines', 'one event a line, for tools'],
  ['both', 'Both', 'two files'],
]

function Formats(): React.JSX.Element {
  const bytes = useApp((state) => state.casePreview?.bytes)
  const format = useApp((state) => state.caseForm?.format ?? 'page')
  const change = useApp((state) => state.changeCase)
  const isLarge = (bytes?.page ?? 0) > largestPage
  const sizes = { page: bytes?.page, lines: bytes?.lines, both: bytes === undefined ? undefined : bytes.page + bytes.lines }
  return (
    <div className="case-formats" role="radiogroup" aria-label="Format">
      {formats.map(([value, title, words]) => (
        <label key={value} className={format === value ? 'on' : ''}>
          <input type="radio" name="case-format" aria-label={title} checked={format === value} onChange={() => change({ format: value })} />
          <span>
            <b className="med">{title}</b>
            <span className="dim">
              {isLarge && value === 'page' ? 'opens slowly; JSON lines are better' : words}
              {sizes[value] === undefined ? '' : ` · ${sizeText(sizes[value])}`}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

function Foot(): React.JSX.Element {
  const hash = useApp((state) => state.casePreview?.hash)
  const isCurrent = useApp((state) => state.caseIsCurrent)
  const close = useApp((state) => state.closeCase)
  const save = useApp((state) => state.exportCase)
  return (
    <footer className="foot-acts case-foot">
      <Hash className="i" aria-hidden="true" />
      <span className="two">
        <span className="mono cut">{hash === undefined ? 'no hash yet' : `sha256 ${hash}`}</span>
        <span className="dim small">
          over every line in order; <code>patchbay case verify</code> checks it
        </span>
      </span>
      <span className="end" />
      <button type="button" className="btn" onClick={close}>
        Cancel
      </button>
      <button type="button" className="btn primary" disabled={hash === undefined || !isCurrent} onClick={() => void save()}>
        <Download className="i" aria-hidden="true" /> Export{' '}
        <span aria-hidden="true">
          <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
        </span>
      </button>
    </footer>
  )
}
