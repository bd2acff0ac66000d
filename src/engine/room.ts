import type { WorkspaceState } from '../api/contract.ts'
import type { DeskState } from '../api/desk.ts'
import type { Event, LampBody, Raw } from '../core/event.ts'
import { ok, type Result } from '../core/fault.ts'
import { invitedSchema, type Invited } from '../core/invite/invite.ts'
import { limits } from '../core/limits.ts'
import type { Workspace } from '../core/workspace.ts'
import type { Approval } from '../core/approval.ts'
import type { Approvals } from './gate/approvals.ts'
import type { Services } from './services.ts'
import { nextDayStart } from './day-start.ts'
import { openDesk } from './desk/desk.ts'
import type { Desk } from './desk/types.ts'
import type { ShownView } from './desk/conditions/protocols.ts'
import { withDeskStatus } from './desk/desk-status.ts'
import { openFolds, type WorkspaceFolds } from './folds/folds.ts'
import type { EngineGate } from './gate/gate.ts'
import { openHaltView } from './halts/halt-view.ts'
import { openLampLog } from './links/lamp-log.ts'
import { openHub, type Hub } from './hub.ts'
import { openIngest } from './ingest.ts'
import { tryJournal } from './journal-fault.ts'
import { openKept, type Kept } from './kept.ts'
import { openLinks, type Links } from './links/links.ts'
import { openRefusalLog } from './halts/refusal-log.ts'
import { openPast, type Past } from './past/past.ts'
import { openSendQueue, type SendQueue } from './links/send-queue.ts'

/** A workspace opened in this run: its folds, followers, links and outgoing messages. */
export interface Room {
  readonly id: string
  workspace(): Workspace
  /** Stores a change of the workspace itself (operator, last opened). */
  change(change: Partial<Pick<Workspace, 'operator' | 'operatorAsked' | 'openedAt'>>): Result<Workspace>
  readonly folds: WorkspaceFolds
  readonly hub: Hub
  readonly links: Links
  readonly sendQueue: SendQueue
  readonly desk: Desk
  /** Agents that were invited here. */
  readonly invites: Kept<Invited>
  readonly past: Past
  /** Something that `state` shows has changed outside: approvals, the journal, other workspaces. */
  changed(): void
  /** Says a text of a halt, as the operator. */
  say(link: string, wire: string): Promise<Result<void>>
  /** Stores what an agent's own program asked, and how that ended, on a link where the agent is known. A workspace without links stores nothing. */
  noteAsk(agent: string, wireId: { readonly id: string; readonly supersedes?: string }, raw: Raw, text: string): void
  /** A halt began, ended or refused something. */
  haltChanged(isRefusal: boolean): void
  state(): WorkspaceState
  close(): Promise<void>
}

/** Setting that remembers that a link has been read to its end once. */
export function caughtUpKey(link: string): string {
  return `link.caughtUp.${link}`
}

/** The other running workspaces. */
export interface OtherRooms {
  /** How many needs each has, without those that have none, the most first. */
  needs(): DeskState['others']
  /** What needs the operator here has changed. `isNews`: the number, too. */
  changed(isNews: boolean): void
}

/** Opens a workspace and starts its links. Everything read before a link first reaches its end counts as read. */
export function openRoom(
  services: Services,
  gate: EngineGate,
  approvals: Approvals,
  stored: Workspace,
  isNew: boolean,
  others: OtherRooms,
): Room {
  let workspace = stored
  const folds = openFolds({ ...services, rebuilding: (done, total) => services.rebuilding?.(stored.name, done, total) }, workspace.id, () =>
    hub.changed(),
  )
  const hub = openHub({ workspace: workspace.id, journal: services.journal, head: folds.head, state })
  const surroundings = {
    id: stored.id,
    path: stored.path,
    operator: () => workspace.operator,
    isWatched: () => hub.followers() > 0,
    dueTimes: (link: string) => desk.dueTimes(link),
  }
  const invites = openKept(services, workspace.id, 'invite', invitedSchema)
  const ingest = openIngest({
    services,
    workspace: workspace.id,
    doubtNames: (link, events) => sendQueue.doubtNames(link, events),
    took,
    changed: () => desk.touch(),
  })
  const lampLog = openLampLog({ now: services.now, store: storeLamp })
  const links = openLinks(
    services,
    gate,
    {
      ingest: ingest.read,
      changed,
      status: (link, status) => lampLog.note(link.id, status),
      removed,
      live: hub.live,
      endLive: hub.endLive,
    },
    surroundings,
    isNew,
  )
  const sendQueue = openSendQueue(
    services,
    workspace.id,
    () => workspace.operator,
    links,
    touched,
    ({ draft }, event) => {
      if (draft.about !== undefined) desk.said(event, draft.about)
    },
  )
  const haltView = openHaltView(services, workspace.id)
  const desk = openDesk({
    services,
    workspace: workspace.id,
    operator: () => workspace.operator,
    folds,
    links: links.list,
    hasLink: links.has,
    downSince: links.downSince,
    unstored: ingest.unstored,
    views: shownViews,
    commands: sendQueue.list,
    approvals: ownApprovals,
    others: others.needs,
    changed(isNews) {
      hub.changed(isNews)
      links.debtsChanged()
      others.changed(isNews)
    },
  })

  function touched(): void {
    hub.changed()
    desk.touch()
  }

  function shownViews(): ShownView[] {
    return links.views().flatMap(({ link, view }) => {
      const protocol = links.protocolOf(link)
      return protocol === undefined ? [] : [{ link, view, protocol }]
    })
  }

  function ownApprovals(): Approval[] {
    return approvals.list().filter((each) => each.workspace === undefined || each.workspace === workspace.id)
  }

  function storeLamp(link: string, body: LampBody): void {
    ingest.note(link, { wireId: `lamp:${services.newId()}`, raw: { text: `${body.lamp}: ${body.text}` }, body })
  }

  function storeRefusal(link: string, text: string): void {
    ingest.note(link, { wireId: `refused:${services.newId()}`, raw: { text }, body: { kind: 'marker', marker: 'halted', text } })
  }

  function took(link: string, events: readonly Event[]): void {
    const marked = tryJournal(() => {
      if (services.journal.setting(caughtUpKey(link)) === true) return
      folds.markSourceRead(link, Math.max(...events.map((event) => event.ord)))
    })
    if (!marked.ok) services.log('a read mark could not be stored', { fault: marked.fault })
    folds.apply(events)
    haltView.apply(link, events, workspace.operator)
    desk.apply(events)
    sendQueue.observe(events)
    hub.publish(events)
    hub.changed()
  }

  function removed(link: string): void {
    const done = tryJournal(() => desk.linkRemoved(link))
    if (!done.ok) services.log('when a link was removed could not be stored', { link, fault: done.fault })
  }

  function changed(link: string, isUp: boolean): void {
    if (isUp) {
      const done = tryJournal(() => {
        if (services.journal.setting(caughtUpKey(link)) !== true) services.journal.putSetting(caughtUpKey(link), true)
        sendQueue.caughtUp(link)
        haltView.caughtUp(link, links.isNetwork(link))
      })
      if (!done.ok) services.log('the end of the first reading could not be stored', { link, fault: done.fault })
    }
    touched()
  }

  function state(): WorkspaceState {
    const { changesAt, rebuilding, ...view } = folds.view(workspace.operator, links.downSince)
    const onDesk = desk.state()
    const journalFault = services.care.fault()
    const halt = haltView.state()
    clearTimeout(agingTimer)
    if (changesAt !== undefined) agingTimer = setTimeout(() => hub.changed(), Math.min(changesAt - services.now(), limits.timerMs)).unref()
    return {
      type: 'state',
      workspace: workspace.id,
      cursor: folds.head(),
      info: workspace,
      ...view,
      ...(rebuilding !== undefined && { rebuilding }),
      links: links.list(),
      views: links.views(),
      commands: sendQueue.list(),
      ...(journalFault !== undefined && { journalFault }),
      ...(halt !== undefined && { halt }),
      ...(invites.values.size > 0 && { invited: [...invites.values.values()].slice(-limits.invited) }),
      desk: onDesk,
      agents: withDeskStatus(view.agents, onDesk),
      approvals: ownApprovals(),
    }
  }

  /** "Today" changes at midnight, even if nothing else does. */
  function watchDay(): NodeJS.Timeout {
    const timer = setTimeout(
      () => {
        hub.changed()
        dayTimer = watchDay()
      },
      nextDayStart(services.now()) - services.now(),
    )
    return timer.unref()
  }

  const refusals = openRefusalLog(storeRefusal)
  const endRefusals = services.halts.onRefusal((id, refusal) => {
    if (id === stored.id) refusals.note(refusal)
  })
  const past = openPast(services, { id: stored.id, workspace: () => workspace, folds, desk, links })
  const endGuard = gate.guardLoops(stored.id, desk.loops)
  let dayTimer = watchDay()
  let agingTimer: NodeJS.Timeout | undefined
  links.start()
  return {
    id: workspace.id,
    workspace: () => workspace,
    change(change) {
      const next = { ...workspace, ...change }
      const done = tryJournal(() => services.journal.putWorkspace(next))
      if (!done.ok) return done
      const isRenamed = next.operator !== workspace.operator
      workspace = next
      if (isRenamed) desk.operatorChanged()
      hub.changed()
      return ok(next)
    },
    folds,
    hub,
    links,
    sendQueue,
    desk,
    past,
    invites,
    changed: touched,
    say(link, wire) {
      sendQueue.expect(link, wire)
      return links.send(link, wire, workspace.operator)
    },
    noteAsk(agent, { id, supersedes }, raw, text) {
      const known = folds.view(workspace.operator, links.downSince).agents.flatMap(({ names }) => names)
      const link = known.find(({ name, source }) => name === agent && links.has(source))?.source ?? links.list()[0]?.id
      const body = { kind: 'marker', marker: 'asked', text } as const
      if (link !== undefined) ingest.note(link, { wireId: id, ...(supersedes !== undefined && { supersedes }), raw, body })
    },
    haltChanged(isRefusal) {
      if (!isRefusal) for (const { id } of links.list()) links.halt(id)?.changed?.()
      hub.changed()
    },
    state,
    async close() {
      clearTimeout(dayTimer)
      clearTimeout(agingTimer)
      endRefusals()
      refusals.close()
      lampLog.close()
      await links.stop()
      endGuard()
      hub.close()
      await past.close()
      desk.close()
      folds.close()
    },
  }
}
