import { defaultSettings, type Push, type Settings } from '../../../api/contract.ts'
import { fail, type Fault, type Result } from '../../../core/fault.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { keyCaps } from '../../ui/keys.ts'
import { createRequests } from './requests.ts'
import { reuse } from './reuse.ts'
import { emptyBoard } from '../board/state/board.ts'
import { noCase } from '../case/state/case.ts'
import { momentOf, noReplay } from '../replay/state/replay.ts'
import { noFlow } from '../flow/state/flow.ts'
import { noNeeds } from '../needs/state/needs.ts'
import type { MakeSlice } from '../screen.ts'
import { firstView } from './screen.ts'
import type { SessionSlice } from './slices.ts'

/** A workspace that was opened within this time may be the operator's first. */
const justOpenedMs = 60_000
/** How often an engine that is still starting is asked, ms. */
const startingMs = 500

/** Connection, settings and the workspace on screen. */
export const sessionSlice: MakeSlice<SessionSlice> = (set, get, env) => {
  const { client } = env
  let unsubscribe: (() => void) | undefined

  /** A slow answer must not replace what was opened later. */
  const openings = createRequests()

  async function show(result: Promise<Result<Workspace>>): Promise<Result<Workspace>> {
    const isNewest = openings.next()
    const opened = await result
    if (!isNewest()) return fail('cancelled', 'Another workspace was opened.')
    if (opened.ok) {
      get().showWorkspace(opened.value)
      await refresh()
    }
    return opened
  }

  async function refresh(): Promise<void> {
    const list = await client.call('workspaces.list', {})
    if (list.ok) set({ workspaces: list.value.toSorted((a, b) => b.openedAt - a.openedAt) })
  }

  /** Shows no workspace. @param fault why the one on screen cannot be followed; undefined: the operator wanted it */
  function leave(startFault: Fault | undefined): void {
    unsubscribe?.()
    unsubscribe = undefined
    get().backToNow()
    set({ workspace: undefined, state: undefined, view: firstView, overlay: undefined, startFault })
  }

  /** The settings as last stored, and changes that are not answered yet: an answer to one of them must not undo the others. */
  let stored = defaultSettings
  const changes: Partial<Settings>[] = []
  const showSettings = (): void => set({ settings: Object.assign({ ...stored }, ...changes) as Settings })

  /** Says once that the number keys of the views moved, to those who may know the old ones. */
  function tellNumbers(known: readonly Workspace[]): void {
    // The one that is open may have been opened first by this start, a while before the page was.
    const before = known.filter(({ id, demo }) => !demo && id !== get().info?.lastWorkspace)
    if (before.some(({ openedAt }) => openedAt < env.now() - justOpenedMs))
      get().toast({ text: `${keyCaps('$mod+1').join(' ')} is now Needs me, and the other views have new numbers. The rail shows them.` })
    void get().setSettings({ numbersTold: true })
  }

  /** Receives what happens in a workspace, and loads its feed. The view stays. */
  function follow(workspace: Workspace): void {
    if (get().workspace === workspace.id) return
    unsubscribe?.()
    set({
      workspace: workspace.id,
      state: undefined,
      startFault: undefined,
      board: emptyBoard,
      pasteItem: undefined,
      ...noNeeds,
      ...noCase,
      ...noFlow,
      ...noReplay,
    })
    get().resetScreens()
    get().forgetLive()
    get().forgetOwing()
    const take = (push: Push): void => {
      if (push.workspace !== get().workspace) return
      if (push.type === 'events') {
        // What happens now is not part of the past that is looked at.
        if (get().past !== undefined) return
        get().receive(push.events)
        get().tasksArrived(push.events)
        get().flowArrived(push.events)
      } else if (push.type === 'notices') get().receiveNotices(push)
      else if (push.type === 'live') get().receiveLive(push)
      else if (push.type === 'resync') {
        get().forgetLive()
        get().flowChanged()
        get().reload()
      } else if (get().past !== undefined) get().presentArrived(reuse(get().present, push))
      else {
        set((state) => ({ state: reuse(state.state, push) }))
        get().stateArrived()
        get().flowChanged()
      }
    }
    // Before the first page is asked for: an event that is stored between the two would never be shown.
    unsubscribe = client.subscribe({ workspace: workspace.id }, take, (fault) => {
      // Nothing more is pushed: what is on screen would stay as it is and look as if it were now.
      if (get().workspace !== workspace.id) return
      leave(fault)
      // Another page may have forgotten it.
      void refresh()
    })
    const { view } = get()
    get().setFilter({})
    set({ view })
  }

  return {
    client,
    now: () => momentOf(get()) ?? env.now(),
    liveNow: env.now,
    connection: { state: 'connecting' },
    phase: 'starting',
    startFault: undefined,
    starting: {},
    info: undefined,
    protocols: [],
    settings: defaultSettings,
    workspaces: [],
    workspace: undefined,
    state: undefined,

    async start() {
      set({ phase: 'starting', startFault: undefined })
      const [starting, info, protocols, settings, workspaces] = await Promise.all([
        client.call('app.starting', {}),
        client.call('app.info', {}),
        client.call('protocols.list', {}),
        client.call('settings.get', {}),
        client.call('workspaces.list', {}),
      ])
      const begun = starting.ok ? starting.value : {}
      set({ starting: begun })
      if (begun.fault !== undefined) {
        set({ phase: 'failed' })
        return
      }
      if (begun.task !== undefined) {
        env.later(() => void get().start(), startingMs)
        return
      }
      const failed = [info, protocols, settings, workspaces].find((answer) => !answer.ok)
      if (!info.ok || !protocols.ok || !settings.ok || !workspaces.ok) {
        set({ phase: 'failed', startFault: failed?.ok === false ? failed.fault : undefined })
        return
      }
      const known = workspaces.value.toSorted((a, b) => b.openedAt - a.openedAt)
      set({ info: info.value, protocols: protocols.value, settings: settings.value, workspaces: known })
      const last = known.find((one) => one.id === info.value.lastWorkspace)
      if (last !== undefined) {
        const isNewest = openings.next()
        const opened = await client.call('workspaces.open', { path: last.path })
        // The operator may have opened a dialog, a view or another folder meanwhile.
        if (opened.ok && isNewest()) follow(opened.value)
        else if (!opened.ok && isNewest()) set({ startFault: opened.fault })
        // Lost on the way: it starts again as soon as there is a connection.
        if (!opened.ok && get().connection.state !== 'open') return set({ phase: 'failed' })
      }
      set({ phase: 'ready' })
      if (!settings.value.numbersTold) tellNumbers(known)
    },

    async cancelStart() {
      await client.call('app.cancelStart', {})
      await get().start()
    },

    showWorkspace(workspace) {
      set({ view: firstView, drawer: undefined, overlay: undefined })
      get().backToNow()
      follow(workspace)
    },

    openWorkspace: (path) => show(client.call('workspaces.open', { path })),
    async pickWorkspace() {
      // The folder is chosen only when the dialog closes.
      const picked = await client.call('workspaces.pick', {})
      return show(Promise.resolve(picked))
    },
    startDemo: () => show(client.call('workspaces.demo', {})),

    async forgetWorkspace(id, copies = 'keep') {
      const forgotten = await client.call('workspaces.forget', { workspace: id, copies })
      if (!forgotten.ok) return forgotten
      if (get().workspace === id) leave(undefined)
      await refresh()
      return forgotten
    },

    async setOperator(name, workspace = get().workspace ?? '') {
      const saved = await client.call('workspaces.setOperator', { workspace, name })
      if (!saved.ok) return saved
      set((state) => ({
        state: state.state?.info.id === saved.value.id ? { ...state.state, info: saved.value } : state.state,
        workspaces: state.workspaces.map((one) => (one.id === saved.value.id ? saved.value : one)),
      }))
      return saved
    },

    async setSettings(patch) {
      if (changes.length === 0) stored = get().settings
      changes.push(patch)
      showSettings()
      const saved = await client.call('settings.set', patch)
      changes.splice(changes.indexOf(patch), 1)
      if (saved.ok) stored = saved.value
      showSettings()
      // A value that could not be used may have been replaced by a valid one.
      const told = get().info?.settingsNote === undefined ? undefined : await client.call('app.info', {})
      if (told?.ok === true) set({ info: told.value })
      return saved
    },

    linkFault: undefined,
    async actOnLink(link, act) {
      const done = await client.call('links.act', { link, act })
      set({ linkFault: done.ok ? undefined : { link, fault: done.fault } })
      return done
    },

    connectionChanged(state, detail) {
      set({ connection: detail === undefined ? { state } : { state, detail } })
      if (state !== 'open') return
      if (get().phase === 'failed') void get().start()
      else if (get().feedPhase === 'failed') get().reload()
    },
  }
}
