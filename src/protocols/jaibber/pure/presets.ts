import type { Provider } from './api.ts'

type Command = Extract<Provider, { readonly kind: 'command' }>

/** A command line that a known agent program takes one prompt with and prints one answer. */
export interface Preset {
  readonly id: string
  readonly title: string
  readonly command: Pick<Command, 'program' | 'args' | 'prompt'>
  /** What to know before it is used. */
  readonly hint: string
}

/** Programs that answer one prompt without a terminal. What they may change is up to their own settings. */
export const presets: readonly Preset[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    command: { program: 'claude', args: ['-p'], prompt: 'stdin' },
    hint: 'Log in once in a terminal. It uses only the tools that its settings for the folder allow.',
  },
  {
    id: 'codex',
    title: 'Codex',
    command: { program: 'codex', args: ['exec', '-'], prompt: 'stdin' },
    hint: 'Reads the folder only; add --sandbox workspace-write to let it change files. The folder must be a Git repository.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    command: { program: 'gemini', args: ['-p'], prompt: 'argument' },
    hint: 'Log in once in a terminal.',
  },
  {
    id: 'aider',
    title: 'Aider',
    command: { program: 'aider', args: ['--no-pretty', '--yes-always', '--message'], prompt: 'argument' },
    hint: 'Changes and commits files without asking. Keys come from a .env or .aider.conf.yml, not from the environment.',
  },
  {
    id: 'opencode',
    title: 'opencode',
    command: { program: 'opencode', args: ['run'], prompt: 'argument' },
    hint: 'Log in once in a terminal with “opencode auth login”.',
  },
]
