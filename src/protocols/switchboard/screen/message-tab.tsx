import { useCallback } from 'react'
import { FormattedText } from '../../../renderer/features/feed/formatted-text.tsx'
import { visitOverlay } from '../../../renderer/features/overlays.ts'
import { shownName } from '../../../renderer/features/agents/directory.ts'
import { useApp, useStoreApi } from '../../../renderer/features/state/store.ts'
import { useNow } from '../../../renderer/features/state/clock.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { MessageDetail } from '../pure/api.ts'
import { beyondClaim, claimWords } from '../pure/claim.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { DoubtLines } from '../../../renderer/ui/doubts.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { age, clockTime, sizeText } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { LedgerSteps } from './ledger-steps.tsx'
import { useSwitchboard } from './slices.ts'

interface MessageTabProps {
  readonly switchboard: ShownSwitchboard
  readonly detail: MessageDetail
}

const rawShown = 2_000
const payloadShown = 20_000

/** Everything about a message at a glance. */
export function MessageTab({ switchboard, detail }: MessageTabProps): React.JSX.Element {
  const setTab = useSwitchboard((state) => state.setInboxTab)
  const openMessage = useSwitchboard((state) => state.openMessage)
  const store = useStoreApi()
  const visit = useCallback((url: string, text: string) => store.getState().setOverlay(visitOverlay({ url, text })), [store])
  const { row, payload, persona, receipt, raw } = detail
  const source = switchboard.link.id
  const whose = useApp((state) => shownName(state, source, row.mailbox))
  const answers = detail.thread.find((one) => one.id === row.replyTo)
  return (
    <>
      <State detail={detail} whose={whose} />
      <h3>
        <VisibleText text={row.action} />
      </h3>
      <div className="payload formatted">
        <FormattedText text={payload.slice(0, payloadShown)} onVisit={visit} />
      </div>
      {payload.length > payloadShown && (
        <button type="button" className="link small mid" onClick={() => setTab('raw')}>
          Show full text ({sizeText(payload.length)}) in Raw
        </button>
      )}
      <DoubtLines doubts={beyondClaim(row.doubts)} />
      <h3>Message</h3>
      <dl className="kv">
        <dt>From</dt>
        <dd>
          <AgentName source={source} name={row.sender} className="ink" />
          {row.isClaim && (
            <span className="dim" title={claimWords}>
              not verified
            </span>
          )}
        </dd>
        <dt>To</dt>
        <dd>
          <AgentName source={source} name={row.mailbox} className="ink" />
          {row.team !== undefined && (
            <span className="dim cut">
              team <VisibleText text={row.team} />
            </span>
          )}
        </dd>
        {row.replyTo !== undefined && (
          <>
            <dt>Reply to</dt>
            <dd>
              {answers === undefined ? (
                <span className="mono cut">
                  <VisibleText text={row.replyTo} />
                </span>
              ) : (
                <button type="button" className="link cut" onClick={() => openMessage({ mailbox: answers.mailbox, id: answers.id })}>
                  <VisibleText text={answers.text} />
                </button>
              )}
            </dd>
          </>
        )}
        {detail.metadata.map(({ label, value }) => (
          <Pair key={label} label={label} value={value} />
        ))}
        <dt>Source</dt>
        <dd>
          <span className="mono cut" title={visibleString(row.file)}>
            <VisibleText text={row.file.slice(row.file.lastIndexOf('/') + 1)} />
          </span>
          <CopyButton text={row.file} what="Path" />
        </dd>
      </dl>
      {persona !== undefined && (
        <details className="persona">
          <summary>Persona, {sizeText(persona.length)}</summary>
          <RawText className="raw short" label="Persona" text={persona} />
        </details>
      )}
      <h3>Ledger</h3>
      <LedgerSteps switchboard={switchboard} row={row} />
      <h3>Receipt</h3>
      {receipt === undefined ? (
        <p className="small dim">No receipt found.</p>
      ) : (
        <dl className="kv">
          <dt>Status</dt>
          <dd>
            <Glyph shape={receipt.status === 'delivered' ? 'done' : 'unknown'} /> <VisibleText text={receipt.status} />
            {receipt.at !== undefined && <span className="dim">{clockTime(receipt.at)}</span>}
          </dd>
          <dt>Source</dt>
          <dd>
            <span className="mono cut" title={visibleString(receipt.file)}>
              <VisibleText text={receipt.file.replace(/^\.switchboard\//, '')} />
            </span>
          </dd>
        </dl>
      )}
      <h3>
        Raw
        <span className="end">
          <CopyButton text={raw} what="Raw text" />
        </span>
      </h3>
      <RawText className="raw short" label="Raw text" text={raw} most={rawShown} />
      <p className="small dim note">Viewing is read-only. Nothing changed on disk.</p>
    </>
  )
}

/** Label and value of the metadata; an empty label still has its place. */
function Pair({ label, value }: { readonly label: string; readonly value: string }): React.JSX.Element {
  return (
    <>
      <dt className="cut" title={visibleString(label)}>
        <VisibleText text={label} />
      </dt>
      <dd className="mono wrap">
        <VisibleText text={value} />
      </dd>
    </>
  )
}

interface StateWords {
  readonly shape: GlyphShape
  readonly tone: string
  readonly word: string
  readonly how: string
}

/** What the message is waiting for, and the evidence. */
function State({ detail, whose }: { readonly detail: MessageDetail; readonly whose: string }): React.JSX.Element {
  const now = useNow()
  const { shape, tone, word, how } = stateOf(detail, whose, now)
  return (
    <>
      <h3 className={`tag ${tone}`}>
        <Glyph shape={shape} outline="outlined" /> <VisibleText text={word} />
      </h3>
      <p className="small mid">{how}</p>
    </>
  )
}

/** `whose`: the owner of the mailbox, as the screen calls it. */
function stateOf({ row }: MessageDetail, whose: string, now: number): StateWords {
  const { ledger } = row
  const since = (at: number | undefined): string => (at === undefined ? '' : ` ${age(at, now)} ago`)
  const due =
    row.dueAt === undefined
      ? ''
      : row.dueAt < now
        ? ` A reply was expected ${age(row.dueAt, now)} ago.`
        : ` A reply is expected in ${age(now, row.dueAt)}.`
  if (row.failure !== undefined) {
    const where = row.isGone === true ? ' The file was deleted; this is the copy from the journal.' : ''
    return {
      shape: 'no',
      tone: 'lost',
      word: `Refused or failed at ${whose}`,
      how: `“${visibleString(row.failure.why)}”${since(row.failure.at)}.${where}`,
    }
  }
  if (row.superseded !== undefined) {
    const by = row.superseded.by === undefined ? 'another message' : visibleString(row.superseded.by)
    return {
      shape: 'done',
      tone: '',
      word: 'Superseded',
      how: `Replaced by its sender with ${by}${since(row.superseded.at)}, and archived by a program.`,
    }
  }
  if (ledger.answered !== undefined) return { shape: 'done', tone: '', word: 'Answered', how: `Answered${since(ledger.answered.at)}.` }
  if (row.box === 'archive')
    return { shape: 'done', tone: '', word: 'Archived', how: `Archived${since(ledger.archived?.at)}, no reply found.` }
  if (row.isOverdue) return { shape: 'over', tone: 'lost', word: `Overdue at ${whose}`, how: `Sent${since(row.at)}.${due}` }
  if (ledger.acked !== undefined)
    return { shape: 'waiting', tone: 'waiting', word: `With ${whose}`, how: `Acknowledged${since(ledger.acked.at)}.${due}` }
  if (ledger.read !== undefined)
    return {
      shape: 'waiting',
      tone: 'waiting',
      word: `Read by ${whose}`,
      how: `Read${since(ledger.read.at)}, not acknowledged.${due}`,
    }
  return {
    shape: 'waiting',
    tone: 'waiting',
    word: `New for ${whose}`,
    how: `Sent${since(row.at)}. No sign that it was read.${due}`,
  }
}
