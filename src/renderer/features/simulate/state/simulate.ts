import { isActive, type SimulationRun } from '../../../../api/simulations.ts'
import type { Fault } from '../../../../core/fault.ts'
import { textHash } from '../../../../core/text-hash.ts'
import type { AppState, MakeSlice } from '../../screen.ts'
import { createRequests } from '../../state/requests.ts'
import type { SimulateForm, SimulateSlice } from './simulate-slice.ts'

/** Seeds that are easy to say. */
const seeds = 10_000

/** The simulation that goes on while the operator looks at Simulate: the window has its banner. A halt and the past have theirs first. */
export function bannerRun({ view, simulation, state, past }: AppState): SimulationRun | undefined {
  const isFree = view === 'simulate' && state?.halt === undefined && past === undefined
  return isFree && isActive(simulation) ? simulation : undefined
}

/** Whether Flow of a simulation is on the screen: what is real has no part in it. */
export function isSimulatedFlow({ view, isFlowOfSimulation }: AppState): boolean {
  return view === 'simulate' && isFlowOfSimulation
}

/** The run that the form describes, if there was one. @param chosen codes of the links that take part. */
export function runOf({ simulation, simulated }: AppState, form: SimulateForm, chosen: readonly string[]): SimulationRun | undefined {
  const links = chosen.toSorted().join(',')
  return [...(simulation === undefined ? [] : [simulation]), ...simulated].find(
    ({ scenario, seed, links: its }) =>
      scenario.isOwn === form.scenario.isOwn &&
      scenario.file === form.scenario.file &&
      seed === form.seed &&
      its.toSorted().join(',') === links,
  )
}

/** Chooses, starts and steers simulations. */
export const simulateSlice: MakeSlice<SimulateSlice> = (set, get, { client, newId }) => {
  /** An answer from before a start must not hide the simulation that runs. */
  const looks = createRequests()
  /** A start until its simulation is shown: the second press of a double click is none of its own. */
  let starting: Promise<void> | undefined

  async function act(done: Promise<{ readonly ok: true } | { readonly ok: false; readonly fault: Fault }>): Promise<void> {
    const result = await done
    set({ simulateFault: result.ok ? undefined : result.fault })
    await get().lookAtSimulation()
  }

  return {
    scenarios: undefined,
    simulateForm: undefined,
    simulation: undefined,
    simulated: [],
    simulateFault: undefined,
    isSimulated: false,
    isFlowOfSimulation: false,
    isMarkOfSimulationOpen: false,
    showFlowOfSimulation: (isFlowOfSimulation) =>
      // What it shows is not below a drawer.
      set({ isFlowOfSimulation, isMarkOfSimulationOpen: false, drawer: undefined }),
    openSimulate() {
      get().backToNow()
      get().setView('simulate')
    },
    async loadScenarios() {
      const [listed] = await Promise.all([client.call('simulations.list', {}), get().lookAtSimulation()])
      if (!listed.ok) return set({ simulateFault: listed.fault })
      set({ scenarios: listed.value })
      const { simulateForm: form, simulation: run } = get()
      const [first] = listed.value.scenarios
      if (form !== undefined || first === undefined) return
      const { isOwn, file } = first
      set({
        simulateForm: run === undefined ? { scenario: { isOwn, file }, seed: 1, speed: 10, links: undefined } : formOf(run),
      })
    },
    async openScenario(path) {
      const { overlay } = get()
      const opened = await client.call('simulations.open', { path })
      if (!opened.ok) return opened
      await get().loadScenarios()
      get().changeSimulation({ scenario: opened.value, links: undefined })
      get().closeOverlay(overlay)
      return opened
    },
    async keepScenario() {
      const { simulateForm: form, scenarios } = get()
      if (form === undefined) return
      const kept = await client.call('simulations.keep', { file: form.scenario.file })
      if (!kept.ok) return set({ simulateFault: kept.fault })
      await get().loadScenarios()
      get().changeSimulation({ scenario: kept.value })
      get().toast({ text: 'Copy saved', detail: `${scenarios?.folder ?? ''}/${kept.value.file}` })
    },
    changeSimulation(change) {
      const form = get().simulateForm
      if (form === undefined) return
      // Another scenario is chosen to be read.
      const isOther = change.scenario !== undefined
      set({ simulateForm: { ...form, ...change }, simulateFault: undefined, ...(isOther && { isFlowOfSimulation: false }) })
    },
    changeSeed: () => get().changeSimulation({ seed: textHash(newId()) % seeds }),
    async lookAtSimulation() {
      const isNewest = looks.next()
      const found = await client.call('simulations.state', {})
      if (found.ok && isNewest()) set({ simulation: found.value.run, simulated: found.value.ran })
    },
    async startSimulation() {
      const form = get().simulateForm
      if (form === undefined) return
      const { links, ...rest } = form
      starting ??= act(client.call('simulations.start', { ...rest, ...(links !== undefined && { links: [...links] }) })).finally(
        () => (starting = undefined),
      )
      await starting
    },
    paceSimulation: (change) => act(client.call('simulations.pace', change)),
    stopSimulation: () => act(client.call('simulations.stop', {})),
  }
}

/** The form that a run was started with. */
export function formOf({ scenario, seed, speed, links }: SimulationRun): SimulateForm {
  return { scenario, seed, speed, links }
}
