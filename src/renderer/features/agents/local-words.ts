import type { LocalAgent, Provider } from '../../../protocols/jaibber/pure/api.ts'
import type { GlyphShape } from '../../ui/glyph.tsx'

interface StateWords {
  readonly shape: GlyphShape
  readonly word: string
  readonly tone: '' | 'needs' | 'lost' | 'dim'
}

const words: Readonly<Record<LocalAgent['state'], StateWords>> = {
  stopped: { shape: 'off', word: 'stopped', tone: 'dim' },
  ready: { shape: 'idle', word: 'ready', tone: '' },
  answering: { shape: 'working', word: 'answering', tone: '' },
  waiting: { shape: 'needs', word: 'needs you', tone: 'needs' },
  failed: { shape: 'no', word: 'failed', tone: 'lost' },
}

/** State of an agent of this machine as shape, word and colour; only a prompt that waits for a paste is the operator's. */
export function localWords(state: LocalAgent['state']): StateWords {
  return words[state]
}

/** What answers, in one line: a command, or in words. */
export function runsText(provider: Provider): string {
  if (provider.kind === 'command') return [provider.program, ...provider.args].join(' ')
  return provider.kind === 'paste' ? 'you, by copy and paste' : 'repeats the prompt, for trying a team out'
}

/** Prompts that it has in hand and that wait. */
export function promptCount({ current, queue, more }: LocalAgent): number {
  return (current === undefined ? 0 : 1) + queue.length + more
}
