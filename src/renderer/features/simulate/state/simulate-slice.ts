import type { Output } from '../../../../api/contract.ts'
import type { ScenarioName, SimulationRun } from '../../../../api/simulations.ts'
import type { Fault, Result } from '../../../../core/fault.ts'

/** What the operator wants to play. */
export interface SimulateForm {
  readonly scenario: ScenarioName
  readonly seed: number
  readonly speed: number
  /** Codes; undefined: those that the scenario names. */
  readonly links: readonly string[] | undefined
}

/** Rehearse with agents that are not real. */
export interface SimulateSlice {
  readonly scenarios: Output<'simulations.list'> | undefined
  /** Undefined until a scenario is known. */
  readonly simulateForm: SimulateForm | undefined
  /** The simulation that runs, or the last one. */
  readonly simulation: SimulationRun | undefined
  /** Earlier ones, newest first. */
  readonly simulated: readonly SimulationRun[]
  /** Why the last request failed. */
  readonly simulateFault: Fault | undefined
  /** This store shows a simulated workspace: it can be looked at, and nothing can be done there. */
  readonly isSimulated: boolean
  /** The simulation is shown in Flow instead of its script. */
  readonly isFlowOfSimulation: boolean
  showFlowOfSimulation(isOn: boolean): void
  /** A message that a mark of the simulated Flow stands for is shown. */
  readonly isMarkOfSimulationOpen: boolean
  openSimulate(): void
  /** Reads the scenarios, and chooses one if none is chosen. */
  loadScenarios(): Promise<void>
  /** Opens a scenario file by its path, and chooses it. */
  openScenario(path: string): Promise<Result<unknown>>
  /** Copies the chosen built-in scenario into the operator's folder, and chooses the copy. */
  keepScenario(): Promise<void>
  changeSimulation(change: Partial<SimulateForm>): void
  /** Chooses another seed. */
  changeSeed(): void
  /** Reads the state of the simulations. */
  lookAtSimulation(): Promise<void>
  startSimulation(): Promise<void>
  /** While it runs: its speed; whether it goes, pauses, or goes on to the next action. */
  paceSimulation(change: { readonly speed?: number; readonly mode?: 'go' | 'pause' | 'step' }): Promise<void>
  stopSimulation(): Promise<void>
}
