import { isAbsolute } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { AgentSettings } from '../pure/api.ts'
import { commandLine } from './command-line.ts'

const mostAgents = 16
/** Limit on all agent settings of a link together; keeps its view small. */
const mostChars = 64 * 1024
const lineChars = 4_000

interface Named {
  readonly id: string
  readonly settings: AgentSettings
}

/** Checks an agent's settings against those of the other agents. `id`: the agent being changed. */
export function checkSettings(settings: AgentSettings, others: readonly Named[]): Result<void> {
  const { name, provider } = settings
  const twin = others.find((other) => other.settings.name.toLowerCase() === name.toLowerCase())
  if (twin !== undefined)
    return fail('conflict', `An agent named ${twin.settings.name} already exists, and mentions could not distinguish them.`, {
      field: 'name',
    })
  if (others.length >= mostAgents) return fail('too-large', `A link can have at most ${mostAgents} agents on this machine.`)
  const chars = JSON.stringify([settings, ...others.map((other) => other.settings)]).length
  if (chars > mostChars) {
    const sizes = `${chars.toLocaleString('en-US')} of ${mostChars.toLocaleString('en-US')} characters`
    return fail('too-large', `The combined settings of this link’s agents are too long (${sizes}).`, { field: 'instructions' })
  }
  if (provider.kind !== 'command') return ok(undefined)
  if (provider.folder !== '' && !isAbsolute(provider.folder))
    return fail('invalid', 'The folder must be an absolute path, or empty for the workspace folder.', { field: 'folder' })
  if (commandLine(provider).length > lineChars)
    return fail('too-large', `The command line can have at most ${lineChars.toLocaleString('en-US')} characters.`, { field: 'args' })
  return ok(undefined)
}
