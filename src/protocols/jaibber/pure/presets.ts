import type { Provider } from './api.ts'

/** A program that takes one prompt and prints one answer, as its makers document for use without a terminal. */
interface Preset extends Pick<Extract<Provider, { readonly kind: 'command' }>, 'program' | 'args' | 'prompt' | 'output'> {
  readonly title: string
  /** What to know before using it. */
  readonly hint: string
}

const loggedIn = 'Log in once in a terminal. It uses only the tools that its own settings allow.'

/** Programs often used as agents. This is all that is known about them: any other can be entered by hand. */
export const presets: readonly Preset[] = [
  {
    title: 'Claude Code',
    program: 'claude',
    args: ['-p', '--output-format', 'stream-json', '--include-partial-messages', '--verbose'],
    prompt: 'stdin',
    output: 'claude-code',
    hint: loggedIn,
  },
  {
    title: 'Codex',
    program: 'codex',
    args: ['exec', '--json', '-'],
    prompt: 'stdin',
    output: 'codex',
    hint: 'Needs a Git folder and has read-only access; add --sandbox workspace-write to let it change files.',
  },
  { title: 'Gemini CLI', program: 'gemini', args: ['-p'], prompt: 'argument', hint: loggedIn },
  {
    title: 'Aider',
    program: 'aider',
    args: ['--no-pretty', '--yes-always', '--message'],
    prompt: 'argument',
    hint: 'Changes and commits files without asking. It gets no keys from the environment: put them in its own settings file.',
  },
  { title: 'Cursor', program: 'cursor-agent', args: ['-p', '--output-format', 'text'], prompt: 'argument', hint: loggedIn },
  { title: 'Copilot CLI', program: 'copilot', args: ['-s', '-p'], prompt: 'argument', hint: loggedIn },
  { title: 'OpenCode', program: 'opencode', args: ['run', '--format', 'json'], prompt: 'argument', output: 'opencode', hint: loggedIn },
  { title: 'Ollama', program: 'ollama', args: ['run', 'llama3.2'], prompt: 'stdin', hint: 'Specify an installed model.' },
]
