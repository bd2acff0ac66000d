import type { Script } from '../../../api/simulations.ts'
import type { Result } from '../../../core/fault.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** What the chosen scenario will do, and which links take part. Undefined before it is known. */
export function useScript(): Result<Script & { readonly chosen: readonly string[] }> | undefined {
  const form = useApp((state) => state.simulateForm)
  const answer = useAnswer(
    'simulations.script',
    form === undefined
      ? undefined
      : { scenario: form.scenario, seed: form.seed, ...(form.links !== undefined && { links: [...form.links] }) },
  )
  if (answer?.ok !== true) return answer
  const named = answer.value.links.filter(({ isNamed }) => isNamed).map(({ code }) => code)
  return { ok: true, value: { ...answer.value, chosen: form?.links ?? named } }
}
