import type { LocalAgent, Provider } from '../../pure/api.ts'
import type { Local } from './locals.ts'
import type { TeamData } from '../teams.ts'
import type { GlyphShape } from '../../../../renderer/ui/glyph.tsx'

interface StateWords {
  readonly shape: GlyphShape
  readonly word: string
  readonly tone: '' | 'needs' | 'lost' | 'dim'
}

const words: Readonly<Record<Exclude<LocalAgent['state'], 'waiting'>, StateWords>> = {
  stopped: { shape: 'off', word: 'stopped', tone: 'dim' },
  ready: { shape: 'idle', word: 'ready', tone: '' },
  answering: { shape: 'working', word: 'answering', tone: '' },
  failed: { shape: 'no', word: 'failed', tone: 'lost' },
}
const needsYou: StateWords = { shape: 'needs', word: 'needs you', tone: 'needs' }
/** Its standing approval is being looked up. */
const starting: StateWords = { shape: 'half', word: 'starting', tone: '' }

/** State of a local agent as shape, word and colour. Amber waits for the operator: a paste, or an approval. */
export function localWords(agent: LocalAgent, isAsking: boolean): StateWords {
  if (agent.state !== 'waiting') return words[agent.state]
  return waitsForPaste(agent) || isAsking ? needsYou : starting
}

/** Whether its prompt waits for the operator to paste an answer. */
export function waitsForPaste({ state, settings }: LocalAgent): boolean {
  return state === 'waiting' && settings.provider.kind === 'paste'
}

/** Whether this agent waits for an approval because its standing approval was revoked. */
export function isAsking({ state }: TeamData, { link, agent }: Local): boolean {
  const start = `${agent.settings.name} (`
  return state?.approvals.some((one) => one.source === link.id && one.actor.kind === 'agent' && one.actor.name.startsWith(start)) === true
}

/** What answers, in one line: a command, or in words. */
export function runsText(provider: Provider): string {
  if (provider.kind === 'command') return [provider.program, ...provider.args].join(' ')
  return provider.kind === 'paste' ? 'you, by copy and paste' : 'repeats the prompt, for testing'
}

/** Number of prompts being answered or waiting. */
export function promptCount({ current, queue, more }: LocalAgent): number {
  return (current === undefined ? 0 : 1) + queue.length + more
}
