import { fail } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { Yes } from './options.ts'
import { ask, isTerminal, visible } from './terminal.ts'

/**
 * The gate for the effects of a reply. `--yes all` and a plan that was said yes to pass as they are; with `--yes files` each command is asked for on the
 * terminal, and refused when there is none.
 */
export function askingGate(gate: Gate, yes: Yes | undefined, signal: AbortSignal): Gate {
  if (yes !== 'files') return gate
  return {
    ...gate,
    async perform(request, run) {
      if (request.effect.kind !== 'spawn') return gate.perform(request, run)
      if (!isTerminal()) return fail('refused', 'Not run: commands need --yes all, or a terminal to ask on')
      const answer = await ask(`\n${visible(request.effect.exact)}\n\nRun this command? [y/N] `, signal)
      return answer === 'y' || answer === 'yes' ? gate.perform(request, run) : fail('refused', 'Not run: the operator said no')
    },
  }
}
