import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clockAt, cutReason, cutWords, type Debt } from '../../../core/debt.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { doubtWords, isToWho, othersBlocked, type Need } from '../../../core/need.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { PathText } from '../../ui/path-text.tsx'
import { clockTime, plain } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { Reach } from '../composer/reach.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { GroupRows } from './group-rows.tsx'
import { LimitBar } from './limit-bar.tsx'
import { linkName, nameOf, NamedAgent } from './named-agent.tsx'
import { Spoken } from './spoken.tsx'
import { NeedMenu } from './need-menu.tsx'
import type { NeedVerb } from './need-verb.ts'
import { verbsOf } from './need-verbs.ts'
import { StuckEvidence } from './stuck-evidence.tsx'
import { askedWords, elsewhereWords, limitUse, rowWords, sourceWords, timeMark } from './need-words.ts'
import { useDrawn } from './use-drawn.ts'

interface NeedRowProps {
  readonly need: Need
  readonly now: number
  /** Its cause ended while it was on screen. */
  readonly isClosed: boolean
}

/** One row of *Needs me*: why, who, their words, what waits for it, how much of its limit is used, and what one can do. */
export function NeedRow({ need, now, isClosed }: NeedRowProps): React.JSX.Element {
  const store = useStoreApi()
  const isOn = useApp((state) => state.need === need.id)
  const fault = useApp((state) => (state.deskFault?.id === need.id ? state.deskFault.fault : undefined))
  const protocol = useApp((state) => state.state?.links.find(({ id }) => id === need.link)?.protocol ?? need.row?.debt.protocol)
  const who = useApp((state) => nameOf(state, need.who, need.link))
  // The verbs depend on more than the need; they are small, so each change of the store may make them again.
  useApp((state) => state.nudged)
  useApp((state) => state.acknowledged)
  const isPast = useApp((state) => state.past !== undefined)
  const verbs = isPast ? [] : verbsOf(store.getState(), need)
  const [isOpen, setOpen] = useState(false)
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOn) return
    row.current?.scrollIntoView({ block: 'nearest' })
    // Its menu, which a click opened, is drawn elsewhere, and would close.
    const isInMenu = (document.activeElement?.closest('[role=menu]') ?? null) !== null
    if (!isInMenu && row.current?.contains(document.activeElement) === false) row.current.focus({ preventScroll: true })
  }, [isOn])
  useDrawn(need.row?.keys ?? need.stuck?.debts ?? none)
  const debt = need.row?.debt
  const words = need.row === undefined ? '' : sentence(askedWords(need.row))
  const spoken = useApp((state) => (need.row === undefined ? '' : elsewhereWords(need.row, (link) => linkName(state, link))))
  const cut = cutWords(debt && cutReason(debt))
  const use = limitUse(need, clockAt(debt, now), debt === undefined ? '' : timeMark(debt))
  const name = [
    sourceWords[need.source],
    `${isToWho(need) ? 'to' : 'from'} ${who}`,
    rowWords(need, clockTime),
    need.subject?.text ?? '',
    plain(use.words),
    use.isOver ? 'overdue' : '',
    debt?.doubt === undefined ? '' : doubtWords(debt.doubt),
    debt?.state === 'settled' ? words : '',
    plain(spoken),
    cut,
    isClosed ? 'closed' : '',
  ]
  return (
    <li>
      {/* Clicking anywhere in the row selects it, as the keys do. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <article
        ref={row}
        className={`q-r ${use.isOver && !isClosed ? 'hot' : ''} ${isOn ? 'on' : ''} ${isClosed ? 'closed' : ''}`}
        data-need={need.id}
        tabIndex={-1}
        aria-label={visibleString(name.filter((part) => part !== '').join(', '))}
        aria-current={isOn ? 'true' : undefined}
        onClick={() => store.getState().selectNeed(need.id)}
      >
        <span>
          <Glyph shape={isClosed ? 'done' : 'needs'} outline={debt?.evidence === 'inferred' ? 'dotted' : 'filled'} />
        </span>
        <b className={isClosed ? 'dim' : 'needs'}>{sourceWords[need.source]}</b>
        <span className="agent">
          {isToWho(need) && <span className="dim">to </span>}
          <NamedAgent who={need.who} source={need.link} />
        </span>
        <div className="q-b">
          <p>
            <LineText text={need.stuck?.detector === 'deadlock' ? 'Each waits for the next.' : rowWords(need, clockTime)} />
          </p>
          {need.subject !== undefined && <Subject subject={need.subject} />}
          {need.stuck !== undefined && !isClosed && <StuckEvidence stuck={need.stuck} />}
          <Harm need={need} />
          {need.source === 'unowned' && !isClosed && !isPast && debt !== undefined && <WhoCould debt={debt} />}
          {need.row !== undefined && need.row.asked > 1 ? (
            <button type="button" className="plain small mid same" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? <ChevronDown className="i" aria-hidden="true" /> : <ChevronRight className="i" aria-hidden="true" />} {words}
            </button>
          ) : (
            words !== '' && <p className="small mid">{words}</p>
          )}
          {cut !== '' && <p className="small mid">{visibleString(sentence(cut))}</p>}
          {need.row?.elsewhere !== undefined && <Spoken words={spoken} event={need.row.elsewhere.event} />}
          {isOpen && need.row !== undefined && <GroupRows row={need.row} />}
        </div>
        {protocol === undefined ? <span /> : <Chip protocol={protocol} />}
        {need.anchor === undefined ? (
          <span className="anchor" />
        ) : (
          <AnchorButton
            className="anchor cut"
            label={need.anchor.label}
            onOpen={() => need.event !== undefined && void store.getState().openSource(need.event)}
          />
        )}
        <LimitBar use={use} />
        {isClosed ? (
          <span className="small dim end">closed</span>
        ) : (
          <NeedMenu need={need} verbs={verbs.filter((verb) => verb.isShown !== true)} />
        )}
        {!isPast && <RowVerbs verbs={verbs.filter((verb) => verb.isShown)} isClosed={isClosed} />}
        {fault !== undefined && (
          <div className="q-a">
            <FieldFault fault={fault} />
          </div>
        )}
      </article>
    </li>
  )
}

interface RowVerbsProps {
  readonly verbs: readonly NeedVerb[]
  readonly isClosed: boolean
}

/** The verbs of a row. Of one that has closed only their place stays: what is below must not move up under the pointer. */
function RowVerbs({ verbs, isClosed }: RowVerbsProps): React.JSX.Element {
  const store = useStoreApi()
  return (
    <div className="q-a" aria-hidden={isClosed ? 'true' : undefined}>
      {verbs.map((verb, at) => {
        const className = at === 0 ? 'btn small' : 'btn small ghost'
        const words = (
          <>
            {verb.label} {verb.key !== undefined && <KeyCap text={keyCaps(verb.key).join(' ')} />}
          </>
        )
        if (isClosed)
          return (
            <span key={verb.id} className={className}>
              {words}
            </span>
          )
        return (
          <button
            key={verb.id}
            type="button"
            className={className}
            disabled={verb.reason !== undefined}
            title={verb.reason}
            onClick={(click) => {
              click.stopPropagation()
              void verb.run(store.getState())
            }}
          >
            {words}
          </button>
        )
      })}
    </div>
  )
}

/** The file or the command that an approval is about. */
function Subject({ subject: { text, isPath } }: { readonly subject: NonNullable<Need['subject']> }): React.JSX.Element {
  return (
    <p className="small mono mid cut" title={isPath === true ? undefined : visibleString(text)}>
      {isPath === true ? <PathText path={text} /> : <VisibleText text={text} />}
    </p>
  )
}

/** Who else waits for it, and what to beware of. */
function Harm({ need }: { readonly need: Need }): React.JSX.Element | null {
  const { warning } = need
  const blocks = othersBlocked(need)
  if (blocks.length === 0 && warning === undefined) return null
  return (
    <p className="small mid harm">
      {blocks.length > 0 && 'Blocks'}
      {blocks.slice(0, shownBlocks).map((agent) => (
        <NamedAgent key={agent} who={agent} source={need.link} />
      ))}
      {blocks.length > shownBlocks && <span className="dim">and {blocks.length - shownBlocks} more</span>}
      {warning !== undefined && (
        <span className="lost agent">
          <Glyph shape="over" /> <VisibleText text={warning} />
        </span>
      )}
    </p>
  )
}

const shownBlocks = 4
const none: readonly string[] = []

/** Who of the group that was asked is there to take a task. */
function WhoCould({ debt: { source, group, conversation } }: { readonly debt: Debt }): React.JSX.Element | null {
  if (group === undefined) return null
  return (
    <p className="small mid harm">
      Asked of <VisibleText text={group.map(quotedName).join(', ')} />
      <Reach source={source} to={group} where={conversation ?? ''} />
    </p>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
