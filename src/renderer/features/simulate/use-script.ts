import type { Script, SimulationRun } from '../../../api/simulations.ts'
import type { Result } from '../../../core/fault.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { runOf } from './state/simulate.ts'

/** What the chosen scenario will do. */
export interface ChosenScript extends Script {
  /** Codes of the links that take part, in the order of `links`. */
  readonly chosen: readonly string[]
}

/** What the chosen scenario will do, and which links take part. Undefined before it is known. */
export function useScript(): Result<ChosenScript> | undefined {
  const form = useApp((state) => state.simulateForm)
  const answer = useAnswer(
    'simulations.script',
    form === undefined
      ? undefined
      : { scenario: form.scenario, seed: form.seed, ...(form.links !== undefined && { links: [...form.links] }) },
  )
  if (answer?.ok !== true) return answer
  const chosen = answer.value.links.filter(({ code, isNamed }) => form?.links?.includes(code) ?? isNamed).map(({ code }) => code)
  return { ok: true, value: { ...answer.value, chosen } }
}

/** The run whose results are shown with a script. Undefined: there was none with this seed and these links. */
export function useShownRun(script: ChosenScript | undefined): SimulationRun | undefined {
  return useApp((state) => {
    const form = state.simulateForm
    return form === undefined || script === undefined ? undefined : runOf(state, form, script.chosen)
  })
}
