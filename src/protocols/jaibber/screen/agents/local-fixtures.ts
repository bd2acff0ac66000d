import type { AgentSettings, LocalAgent, PasteItem, QueuedPrompt } from '../../pure/api.ts'
import { fixtureNow } from '../../../../renderer/features/testing/fixtures.ts'

/** A message that mentions an agent of this machine, in the project web-console. */
function queuedPrompt(messageId: string, text: string, minutesAgo = 1): QueuedPrompt {
  return { messageId, project: 'p-web', from: 'jon', text, at: fixtureNow - minutesAgo * 60_000 }
}

export const fixtureSettings: AgentSettings = {
  name: 'Coder',
  projects: ['p-web'],
  instructions: 'Write small changes with tests.',
  provider: { kind: 'command', program: 'gemini', args: ['-p'], prompt: 'argument', folder: '' },
  timeLimit: 600,
}

/** An agent of this machine that stands still, unless it is told otherwise. */
export function localAgent(id: string, more: Partial<LocalAgent> = {}, settings: Partial<AgentSettings> = {}): LocalAgent {
  return {
    id,
    settings: { ...fixtureSettings, ...settings },
    state: 'stopped',
    since: fixtureNow - 120_000,
    queue: [],
    more: 0,
    answered: 3,
    ...more,
  }
}

/** One of each state: a command that writes, one by paste, one that failed, one that is stopped. */
export const fixtureLocals: readonly LocalAgent[] = [
  localAgent('a1', {
    state: 'answering',
    current: { ...queuedPrompt('m1', '@Coder rename the field'), responseId: 'r1', chars: 1_204 },
    queue: [queuedPrompt('m2', '@Coder and the tests?')],
    more: 2,
  }),
  localAgent(
    'a2',
    { state: 'waiting', current: { ...queuedPrompt('m3', '@Oracle which one?'), responseId: 'r3', chars: 0 } },
    { name: 'Oracle', provider: { kind: 'paste' } },
  ),
  localAgent('a3', { state: 'failed', lastFault: { message: 'codex: command not found', at: fixtureNow - 60_000 } }, { name: 'Changelog' }),
  localAgent('a4', {}, { name: 'Echo', provider: { kind: 'echo' } }),
]

export const fixturePrompts: readonly PasteItem[] = [
  { ...queuedPrompt('m3', '@Oracle which one?', 6), id: 'r3', agent: 'Oracle', chars: 412 },
  { ...queuedPrompt('m5', '@Oracle and why?', 2), id: 'r5', agent: 'Oracle', chars: 500 },
]

/** What an answer is made from. */
export const fixtureBuilt = {
  messageId: 'm3',
  project: 'p-web',
  at: fixtureNow - 360_000,
  prompt: 'Respond ONLY to the final user message.\n\nUser: @Oracle which one?\u202E',
  context: 12,
  left: 3,
}
