import type { Event, EventKind } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import { tryJournal } from '../../journal-fault.ts'
import type { Services } from '../../services.ts'
import type { Lists } from '../lists.ts'
import type { DeskOptions } from '../types.ts'
import { lintMs, openEventConditions } from './events.ts'
import { approvalNeeds, askerBy, journalNeeds, type ApprovalsInput } from './gate.ts'
import { commandNeeds, linkNeeds } from './links.ts'
import { openProtocolConditions, stillUnusable, viewNeeds } from './protocols.ts'

/** Events of each kind that are looked at when a workspace opens. */
const lookedAt = 200

export interface ConditionsOptions extends Pick<
  DeskOptions,
  'workspace' | 'links' | 'downSince' | 'unstored' | 'views' | 'commands' | 'approvals'
> {
  readonly services: Pick<Services, 'journal' | 'protocols' | 'now' | 'care'>
  /** The names of the operator, as `${source}|${name}`. */
  readonly own: () => ReadonlySet<string>
  readonly isOperator: (source: string, name: string) => boolean
  readonly operatorId: () => string
  /** The agent (id) behind a name on a link. */
  readonly idOf: (source: string, name: string) => string
  /** Links on which a name is known. */
  readonly linksOf: (name: string) => Iterable<string>
  /** Cursor of the newest event when the desk was first opened. */
  readonly start: number
  /** How long the operator may take to decide about an approval, and whether that time passes. */
  readonly approvalClock: () => Pick<ApprovalsInput, 'limitMs' | 'stoodStill' | 'isStanding'>
}

/** What needs the operator and is no debt: each ends when its cause does. */
export interface Conditions {
  apply(event: Event): void
  /** @param lists how many open debts came by a link, and who waits for an agent. `nextAt`: when time alone changes them next, ms. */
  needs(lists: Pick<Lists, 'openOn' | 'waitingOn'>): { readonly needs: readonly Need[]; readonly nextAt: number | undefined }
}

/** Opens them, and reads what the last events mean. */
export function openConditions(options: ConditionsOptions): Conditions {
  const { services, workspace, links, downSince, views, commands, approvals, own, isOperator, idOf, start } = options
  const { journal, protocols, now, care } = services
  let faultSince: number | undefined
  const isOld = (event: Event): boolean => event.cursor <= start
  const isLate = (event: Event): boolean => event.late === true || isOld(event)
  const ofEvents = openEventConditions({
    isOperator,
    lint: (event) => protocols.get(event.protocol)?.lint(event.raw.text) ?? [],
    isLate,
    isOld,
    hasOwn: (event) => (protocols.get(event.protocol)?.conditions?.inEvent?.(event) ?? []).length > 0,
    nameOf: (id) => links().find((link) => link.id === id)?.name ?? 'A link that was removed',
  })
  const ofProtocols = openProtocolConditions({ protocolOf: (id) => protocols.get(id), isLate })
  // The next reader reports damage there; the workspace still opens.
  tryJournal(readRecent)

  function readRecent(): void {
    const from = now() - lintMs
    const names = [...own()]
    const addressed = names.length === 0 ? [] : journal.page({ workspace, filter: { addressed: names }, limit: lookedAt }).events
    for (const event of addressed) if (event.at >= from) ofEvents.apply(event)
    const page = (kind: EventKind, source?: string): readonly Event[] =>
      journal.page({ workspace, filter: { kinds: [kind], ...(source !== undefined && { source }) }, limit: lookedAt }).events
    for (const event of [...page('fault'), ...page('marker')]) ofEvents.apply(event)
    for (const { id, protocol } of journal.links(workspace)) {
      if (protocols.get(protocol)?.conditions?.inEvent === undefined) continue
      const both = [...page('message', id), ...page('fault', id)].toSorted((a, b) => a.cursor - b.cursor)
      for (const event of both) if (event.at >= from) ofProtocols.apply(event)
    }
  }

  return {
    apply(event) {
      ofEvents.apply(event)
      ofProtocols.apply(event)
    },
    needs({ openOn, waitingOn }) {
      const at = now()
      const damage = care.fault()
      faultSince = damage === undefined ? undefined : (faultSince ?? at)
      // What cannot be stored now is lost soonest.
      const unstored = options.unstored()
      const fault = unstored?.fault ?? damage
      const all = [
        { needs: journalNeeds(fault, unstored?.since ?? faultSince ?? at), nextAt: undefined },
        approvalNeeds({
          approvals: approvals(),
          ...options.approvalClock(),
          idOf: askerBy(options),
          waitingOn,
          operator: options.operatorId(),
          now: at,
        }),
        linkNeeds({ links: links(), commands: commands(), downSince, openDebts: openOn, now: at }),
        { needs: commandNeeds(commands()), nextAt: undefined },
        ofEvents.needs(at),
        { needs: viewNeeds(views()).map((need) => ({ ...need, who: idOf(need.link ?? '', need.who) })), nextAt: undefined },
        ofProtocols.needs(at),
      ]
      const times = all.flatMap(({ nextAt }) => nextAt ?? [])
      return {
        needs: stillUnusable(
          all.flatMap(({ needs }) => needs),
          views(),
        ),
        nextAt: times.length === 0 ? undefined : Math.min(...times),
      }
    },
  }
}
