import type { WaitArrowRow } from '../../../api/desk.ts'
import type { Fault } from '../../../core/fault.ts'
import { fail, ok } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { counted } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useExactTexts, type ExactTexts, type Prepared } from '../composer/use-exact-texts.ts'
import { NamedAgent, nameOf } from '../needs/named-agent.tsx'
import { useApp } from '../state/store.ts'
import { useAskedExactly } from '../state/use-asked.ts'
import { arrowId } from './shown-waits.ts'

/** A reminder for one wait of a ring, or why there is none. */
interface Reminder {
  readonly arrow: WaitArrowRow
  readonly message?: Prepared
  readonly fault?: Fault
}

/** Reminders for all waits of a ring, to be read before they are sent. */
export interface NudgeAll extends ExactTexts {
  /** Undefined: they are being made. */
  readonly reminders: readonly Reminder[] | undefined
  /** How many can be sent. */
  readonly total: number
  readonly isSent: boolean
}

const noDebt: Fault = { code: 'unsupported', message: 'No message asks for this: the agent itself reports that it waits.' }

/**
 * @param arrows the waits of the ring; empty: nothing is asked for. When they change, the texts are those of the ring as it is now, and have to be read again.
 */
export function useNudgeAll(arrows: readonly WaitArrowRow[]): NudgeAll {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const key = arrows.map(arrowId).join('\n')
  const made = useAskedExactly<readonly Reminder[]>(key, async () => {
    if (workspace === undefined) return fail('not-found', 'Open a workspace first.')
    const drafted = arrows.map(async (arrow): Promise<Reminder> => {
      if (arrow.row === undefined) return { arrow, fault: noDebt }
      const draft = await client.call('desk.draft', { workspace, key: arrow.row.debt.key, intent: 'nudge' })
      return draft.ok ? { arrow, message: { source: draft.value.source, draft: draft.value.draft } } : { arrow, fault: draft.fault }
    })
    return ok(await Promise.all(drafted))
  })
  const reminders = made?.ok === true ? made.value : undefined
  const texts = useExactTexts(reminders?.flatMap(({ message }) => message ?? []) ?? [])
  const total = texts.shown.length
  return {
    ...texts,
    reminders,
    total,
    isSent: total > 0 && texts.sent.every((each) => each?.ok === true),
  }
}

/** The exact text of each reminder, and who cannot be reminded. */
export function NudgeAllTexts({ nudge }: { readonly nudge: NudgeAll }): React.JSX.Element {
  const { reminders, fault } = nudge
  if (reminders === undefined) return <p className="small dim" aria-busy="true" />
  const ready = reminders.filter(({ message }) => message !== undefined)
  const others = reminders.filter(({ message }) => message === undefined)
  return (
    <>
      <h3>
        Nudge all <span className="end dim">{counted(ready.length, 'text')}, each sent once</span>
      </h3>
      <ol className="w-all" aria-label="Reminders">
        {ready.map(({ arrow }, at) => (
          <Text key={arrowId(arrow)} arrow={arrow} shown={nudge.shown[at]} sent={nudge.sent[at]} />
        ))}
      </ol>
      {others.length > 0 && (
        <ul className="w-all" aria-label="Not reminded">
          {others.map(({ arrow, fault: why }) => (
            <li key={arrowId(arrow)}>
              <p className="who">
                <Glyph shape="no" /> <NamedAgent who={arrow.to} source={arrow.row?.debt.source} />{' '}
                <span className="dim">is not reminded</span>
              </p>
              <p className="small mid">{visibleString(why?.message ?? '')}</p>
            </li>
          ))}
        </ul>
      )}
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

interface TextProps {
  readonly arrow: WaitArrowRow
  readonly shown: ExactTexts['shown'][number]
  readonly sent: ExactTexts['sent'][number]
}

function Text({ arrow, shown, sent }: TextProps): React.JSX.Element {
  const name = useApp((state) => nameOf(state, arrow.to, arrow.row?.debt.source))
  return (
    <li>
      <p className="who">
        {arrow.row !== undefined && <Chip protocol={arrow.row.debt.protocol} />}
        <span className="dim">to</span> <NamedAgent who={arrow.to} source={arrow.row?.debt.source} />
        {sent !== undefined && (
          <span className={sent.ok ? 'end dim' : 'end lost'} role="status">
            <Glyph shape={sent.ok ? 'up' : 'over'} /> {sent.ok ? 'sent' : 'not sent'}
          </span>
        )}
      </p>
      {shown?.ok === true && <RawText label={`Exact text to ${visibleString(name)}`} text={shown.value.wire.trim()} />}
    </li>
  )
}
