import { fail } from '../../../core/fault.ts'
import { hiddenCharacters } from '../../../core/text.ts'
import type { Gate, GateRequest } from '../../../core/protocol.ts'
import type { Yes } from './options.ts'
import { askYes, canAsk } from '../../../io/standard-streams.ts'

/**
 * The gate for a reply's effects under `--yes`: `files` asks on the terminal about each command, and any mode asks about text with hidden
 * characters. Without a terminal, those are refused. A plan that somebody approved passes as it is.
 */
export function askingGate(gate: Gate, yes: Yes | undefined, signal: AbortSignal): Gate {
  if (yes === undefined) return gate
  return {
    ...gate,
    async perform(request, run) {
      const why = whyAsked(request, yes)
      if (why === undefined) return gate.perform(request, run)
      if (!canAsk()) return fail('refused', `Not done: ${why.needs}`)
      const isAgreed = await askYes(`\n${request.effect.target}\n${request.effect.exact}\n\n${why.question}`, signal)
      return isAgreed ? gate.perform(request, run) : fail('refused', 'Not done: the operator declined')
    },
  }
}

function whyAsked({ effect }: GateRequest, yes: Yes): { readonly needs: string; readonly question: string } | undefined {
  if (hiddenCharacters(`${effect.target}\n${effect.exact}`).length > 0)
    return {
      needs: 'it contains hidden characters, and there is no terminal for approval',
      question: 'Do this, including the hidden characters?',
    }
  if (effect.kind === 'read')
    return {
      needs: 'it may contain secrets, and there is no terminal for approval',
      question: 'It may contain secrets. Include it in the next outbox for the LLM?',
    }
  if (effect.alone === true)
    return {
      needs: 'other programs run or obey it automatically, and there is no terminal for approval',
      question: 'Other programs run or obey it automatically. Do this?',
    }
  if (yes === 'all' || effect.kind !== 'spawn') return undefined
  return { needs: 'commands need --yes all, or a terminal for approval', question: 'Run this command?' }
}
