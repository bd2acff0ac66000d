import type { Client } from '../../../api/client.ts'
import type { Input, MethodName, Output } from '../../../api/contract.ts'
import { fail, type Result } from '../../../core/fault.ts'
import { noFlow } from '../flow/state/flow.ts'
import { createAppStore } from '../state/create-store.ts'
import { reuse } from '../state/reuse.ts'
import type { AppStore } from '../state/store.ts'

/** A store of its own for the simulated workspace, so that Flow shows it as it shows any other. */
export interface SimulatedStore {
  readonly store: AppStore
  /** Reads the workspace again. @returns the time there, ms. */
  look(): Promise<Result<number>>
}

/** Length of the window that Flow shows first, ms. */
const span = 5 * 60_000
const notThere = fail('not-allowed', 'Nothing can be done in a simulation.')
const nothing = (): undefined => undefined

const opened = new WeakMap<AppStore, AppStore>()

/** The store of the simulated workspace that a window shows, or showed last. @param real the store of the window */
export function simulatedStoreOf(real: AppStore): AppStore | undefined {
  return opened.get(real)
}

/** @param real the store of the window. */
export function openSimulatedStore(real: AppStore): SimulatedStore {
  const { client, screens, setDrawer, showFlowOfSimulation, toast } = real.getState()
  let now = 0
  const store = createAppStore(
    {
      client: readingOnly(client),
      now: () => now,
      newId: () => '',
      onFrame: queueMicrotask,
      later: nothing,
      isLooking: () => false,
      copy: () => Promise.resolve(notThere),
      download: nothing,
      readText: () => Promise.resolve(notThere),
    },
    [...screens.values()],
  )
  store.setState({ isSimulated: true, view: 'flow', phase: 'ready', connection: { state: 'open' }, setDrawer, showFlowOfSimulation, toast })
  opened.set(real, store)
  // The right pane belongs to the window: it shows what a mark stands for as soon as it is read.
  store.subscribe((now, before) => {
    if (now.selected === before.selected && now.flow.bundle === before.flow.bundle) return
    const isOpen = now.selected !== undefined || now.flow.bundle !== undefined
    real.setState({ isMarkOfSimulationOpen: isOpen, ...(isOpen && { drawer: 'inspector' as const }) })
  })
  return {
    store,
    async look() {
      const shown = await client.call('simulations.shown', {})
      if (!shown.ok) return shown
      const { state } = shown.value
      now = shown.value.now
      const { settings, protocols } = real.getState()
      store.setState({ settings, protocols })
      if (store.getState().workspace !== state.workspace)
        store.setState({ ...noFlow, flow: { ...noFlow.flow, span }, selected: undefined, workspace: state.workspace, state })
      else store.setState((before) => ({ state: reuse(before.state, state) }))
      store.getState().flowChanged()
      return { ok: true, value: now }
    },
  }
}

/** A wire that reads Flow of the simulated workspace, and the messages behind its marks, and refuses everything else. */
function readingOnly(client: Client): Client {
  const read = {
    'flow.window': ({ workspace: _workspace, asOf: _asOf, ...input }: Input<'flow.window'>) => client.call('simulations.flow', input),
    'events.get': (input: Input<'events.get'>) => client.call('simulations.event', input),
    'flow.day': ({ workspace: _workspace, asOf: _asOf, ...input }: Input<'flow.day'>) => client.call('simulations.day', input),
  }
  return {
    call<M extends MethodName>(method: M, input: Input<M>): Promise<Result<Output<M>>> {
      const reader = (read as Partial<Record<MethodName, (given: Input<M>) => Promise<unknown>>>)[method]
      return (reader?.(input) ?? Promise.resolve(notThere)) as Promise<Result<Output<M>>>
    },
    subscribe: () => () => undefined,
    onConnection: () => () => undefined,
    close: nothing,
  }
}
