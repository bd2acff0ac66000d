import path from 'node:path'
import type { Event } from '../core/event.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { defaultOperator, type Workspace } from '../core/workspace.ts'
import type { Approvals } from './gate/approvals.ts'
import type { Services } from './services.ts'
import type { EngineGate } from './gate/gate.ts'
import { tryJournal } from './journal-fault.ts'
import { caughtUpKey, openRoom, type OtherRooms, type Room } from './room.ts'
import { resolveWorkspacePath } from './workspace-path.ts'

/** Workspaces kept in the list. */
const most = 200

/** The workspaces: known ones from the journal, and the running ones. Using a known one opens it. */
export interface Rooms {
  /** Most recently opened first. */
  list(): Workspace[]
  running(): Room[]
  get(workspace: string): Result<Room>
  ofLink(link: string): Result<Room>
  ofEvent(event: string): Result<{ readonly room: Room; readonly event: Event }>
  ofCommand(command: string): Result<Room>
  /** Opens a folder by its path; a known folder keeps its id. */
  open(given: string, as?: { readonly name: string; readonly operator: string; readonly demo: boolean }): Promise<Result<Room>>
  /** Stops a workspace and forgets its events; its folder is not touched. */
  forget(workspace: string): Promise<Result<void>>
  close(): Promise<void>
}

/** Opens the list of workspaces; none of them is running yet. @param needsChanged what needs the operator may have changed in one of them */
export function openRooms(services: Services, gate: EngineGate, approvals: Approvals, needsChanged: () => void): Rooms {
  const rooms = new Map<string, Room>()
  /** Workspaces that are being forgotten: a page that asks for one must not start it again. */
  const leaving = new Set<string>()

  function enter(workspace: Workspace, isNew: boolean): Result<Room> {
    const opened = tryJournal(() => openRoom(services, gate, approvals, workspace, isNew, othersOf(workspace.id)))
    if (opened.ok) rooms.set(workspace.id, opened.value)
    if (opened.ok) othersOf(workspace.id).changed(true)
    return opened
  }

  /** What a workspace knows of the others, and they of it. */
  function othersOf(id: string): OtherRooms {
    const others = (): Room[] => [...rooms.values()].filter((room) => room.id !== id)
    return {
      needs: () =>
        others()
          .map((room) => ({ workspace: room.id, name: room.workspace().name, needs: room.desk.needCount() }))
          .filter(({ needs }) => needs > 0)
          .toSorted((a, b) => b.needs - a.needs),
      changed(isNews) {
        if (isNews) for (const room of others()) room.hub.changed()
        needsChanged()
      },
    }
  }

  function get(id: string): Result<Room> {
    const gone = fail('not-found', 'This workspace is no longer in the list. Open its folder again.')
    if (leaving.has(id)) return gone
    const room = rooms.get(id)
    if (room !== undefined) return ok(room)
    const known = tryJournal(() => services.journal.workspaces().find((each) => each.id === id))
    if (!known.ok) return known
    return known.value === undefined ? gone : enter(known.value, false)
  }

  /** Stops a workspace and removes everything that is stored about it. */
  async function remove(room: Room): Promise<Result<void>> {
    const { id } = room
    await room.close()
    rooms.delete(id)
    othersOf(id).changed(true)
    approvals.forget(id)
    for (const { id: halt, scope } of services.halts.list()) if (scope.kind !== 'all' && scope.workspace === id) services.halts.end(halt)
    const links = tryJournal(() => services.journal.links(id))
    for (const link of links.ok ? links.value : []) {
      services.journal.putSetting(caughtUpKey(link.id), undefined)
      if ((services.protocols.get(link.protocol)?.secretFields.length ?? 0) === 0) continue
      const removed = await services.secrets.remove(link.id)
      if (!removed.ok) return removed
    }
    return tryJournal(() => services.journal.removeWorkspace(id))
  }

  function ofJournal<T extends { readonly workspace: string }>(read: () => T | undefined, words: string): Result<{ room: Room; found: T }> {
    const found = tryJournal(read)
    if (!found.ok) return found
    if (found.value === undefined) return fail('not-found', words)
    const room = get(found.value.workspace)
    return room.ok ? ok({ room: room.value, found: found.value }) : room
  }

  return {
    list: () =>
      services.journal
        .workspaces()
        .map((each) => rooms.get(each.id)?.workspace() ?? each)
        .toSorted((a, b) => b.openedAt - a.openedAt)
        .slice(0, most),
    running: () => [...rooms.values()],
    get,
    ofLink(link) {
      const room = [...rooms.values()].find((each) => each.links.has(link))
      return room === undefined ? fail('not-found', 'This link no longer exists.') : ok(room)
    },
    ofEvent(id) {
      const found = ofJournal(() => services.journal.event(id), 'This message is no longer stored.')
      return found.ok ? ok({ room: found.value.room, event: found.value.room.links.placed(found.value.found) }) : found
    },
    ofCommand(id) {
      const found = ofJournal(() => services.journal.command(id), 'This message is no longer waiting to be sent.')
      return found.ok ? ok(found.value.room) : found
    },
    async open(given, as) {
      const real = await resolveWorkspacePath(given)
      if (!real.ok) return real
      const known = tryJournal(() => services.journal.workspaces().find((each) => each.path === real.value))
      if (!known.ok) return known
      if (known.value !== undefined) {
        const room = get(known.value.id)
        // Every page that opens the demo counts its story from its beginning.
        if (!room.ok || known.value.demo) return room
        const changed = room.value.change({ openedAt: services.now() })
        return changed.ok ? room : changed
      }
      const workspace: Workspace = {
        id: services.newId(),
        path: real.value,
        name: as?.name ?? (path.basename(real.value) || real.value),
        operator: as?.operator ?? defaultOperator,
        operatorAsked: as !== undefined,
        openedAt: services.now(),
        demo: as?.demo ?? false,
      }
      const stored = tryJournal(() => services.journal.putWorkspace(workspace))
      return stored.ok ? enter(workspace, true) : stored
    },
    async forget(id) {
      const room = get(id)
      if (!room.ok) return room
      leaving.add(id)
      try {
        return await remove(room.value)
      } finally {
        leaving.delete(id)
      }
    },
    async close() {
      await Promise.all([...rooms.values()].map((room) => room.close()))
      rooms.clear()
    },
  }
}
