import { memo } from 'react'
import type { MessageRow } from '../pure/api.ts'
import { beyondClaim, claimWords } from '../pure/claim.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { Doubts } from '../../../renderer/ui/doubts.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { exactTime } from '../../../renderer/ui/time.ts'
import { LineText } from '../../../renderer/ui/line-text.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { ledgerMarks, type Known } from './ledger-marks.ts'
import { LedgerStrip } from './ledger-strip.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { switchboardOf } from './slices.ts'

interface MessageLineProps {
  readonly link: string
  readonly row: MessageRow
  readonly isOn: boolean
  /** Tab stops at one row only. */
  readonly isTabStop: boolean
  readonly known: Known
  /** Words for how old it is. */
  readonly age: string
}

const groupGlyphs: { readonly [group in MessageRow['group']]: GlyphShape } = {
  failed: 'no',
  new: 'up',
  read: 'off',
  acked: 'half',
  done: 'done',
}
const groupClasses: { readonly [group in MessageRow['group']]: string } = { failed: '', new: 'new', read: '', acked: '', done: 'old' }

/** One message of a mailbox: sender, kind, first words, progress and age. */
export const MessageLine = memo(function MessageLine({ link, row, isOn, isTabStop, known, age: old }: MessageLineProps): React.JSX.Element {
  const store = useStoreApi()
  return (
    <button
      type="button"
      id={messageLineId(row.id)}
      className={`plain tr mail ${groupClasses[row.group]} ${isOn ? 'on' : ''}`}
      aria-current={isOn ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => switchboardOf(store.getState()).openMessage({ mailbox: row.mailbox, id: row.id })}
    >
      <span className={row.group === 'new' ? 'g-new' : undefined}>
        <Glyph shape={row.isOverdue ? 'over' : groupGlyphs[row.group]} />
        {row.isOverdue && <span className="sr">overdue</span>}
        {row.group === 'failed' && <span className="sr">failed</span>}
      </span>
      <span className={row.isClaim ? 'from claim' : 'from'} title={row.isClaim ? claimWords : undefined}>
        <AgentName source={link} name={row.sender} />
      </span>
      <code className="cut" title={visibleString(row.action)}>
        <VisibleText text={row.action} />
      </code>
      <span className="said">
        <span className="cut" title={row.text.trim() === '' ? undefined : visibleString(row.text)}>
          {row.superseded !== undefined && <span className="dim">superseded · </span>}
          {row.text.trim() === '' ? <span className="dim">no text</span> : <LineText text={row.text} />}
        </span>
        {row.failure !== undefined && (
          <span className="lost cut" title={visibleString(row.failure.why)}>
            <VisibleText text={row.failure.why} />
          </span>
        )}
        <Doubts doubts={beyondClaim(row.doubts)} />
      </span>
      <LedgerStrip marks={ledgerMarks(row, known)} />
      <time className="age" dateTime={new Date(row.at).toISOString()} title={exactTime(row.at)}>
        {old}
      </time>
    </button>
  )
})

/** The element of a row, for the focus. */
export function messageLineId(id: string): string {
  return `mail-${id}`
}
