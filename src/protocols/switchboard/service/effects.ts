import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { findAgent, identityOf } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { Caller, SwitchboardService } from './contract.ts'
import { actorOf, provenRole } from './registered.ts'

/** Effects besides files: a terminal and the clipboard. Both need the operator's approval each time. */
export function openEffects(core: ServiceCore): Pick<SwitchboardService, 'runInTerminal' | 'handoffClipboard'> {
  const { ports } = core
  return {
    async runInTerminal(caller, { name, input }, signal) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      if (input.length > limits.line)
        return fail('too-large', `The text is longer than the limit of ${limits.line.toLocaleString('en-US')} characters.`, {
          field: 'input',
        })
      const terminal = await terminalFor(core, caller, identity.value, name)
      if (!terminal.ok) return terminal
      const { name: spelled, pid } = terminal.value
      const answer = await ports.terminals.run({
        actor: actorOf(core, caller, identity.value),
        terminal: spelled,
        ...(pid === undefined ? {} : { pid }),
        text: input,
        question: `${identity.value} asks to run this in the terminal “${spelled}”.`,
        signal,
        started: () => Promise.resolve(ok(undefined)),
      })
      return answer.ok ? ok({ name: spelled, text: answer.value.text }) : answer
    },

    async handoffClipboard(caller, { file }, signal) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const text = await ports.workspace.readText(file)
      if (!text.ok) return { ok: false, fault: { ...text.fault, field: 'file' } }
      const actor = actorOf(core, caller, identity.value)
      const offered = await ports.clipboard.offer({ actor, file, text: text.value, signal })
      return offered.ok ? ok({ file, characters: text.value.length }) : offered
    },
  }
}

/** The registered terminal, if the caller may type into it: only the lead and the operator may. */
async function terminalFor(
  core: ServiceCore,
  caller: Caller,
  identity: string,
  name: string,
): Promise<Result<{ readonly name: string; readonly pid: number | undefined }>> {
  const state = await core.ports.state.read()
  if (!state.ok) return state
  const role = provenRole(core, identity)
  if (caller.via !== 'operator' && role !== 'lead') {
    return fail(
      'not-allowed',
      `Only the lead can run commands in a terminal; you are ${role ?? 'without a role'}. Ask the lead, or ask your user to make you the lead.`,
    )
  }
  const found = findAgent(state.value, name)
  if (found?.kind !== 'terminal') {
    return fail(
      'not-found',
      `“${name.slice(0, 128)}” is not a registered terminal. Call get_team_roster for the list, or register_terminal to add one.`,
      {
        field: 'name',
      },
    )
  }
  return ok({ name: found.name, pid: state.value.terminals.get(found.name)?.pid })
}
