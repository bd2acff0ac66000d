import type { Provider } from '../../../protocols/jaibber/pure/api.ts'

/** A program that answers one prompt and ends, as its makers document it for use without a terminal. */
interface Preset extends Pick<Extract<Provider, { kind: 'command' }>, 'program' | 'args' | 'prompt'> {
  readonly title: string
}

/** Programs that are often used as agents. Nothing of them is known beside this: any other can be written by hand. */
export const presets: readonly Preset[] = [
  { title: 'Claude Code', program: 'claude', args: ['-p', '--output-format', 'text'], prompt: 'stdin' },
  { title: 'Codex', program: 'codex', args: ['exec', '-'], prompt: 'stdin' },
  { title: 'Gemini CLI', program: 'gemini', args: ['-p'], prompt: 'argument' },
  { title: 'Cursor', program: 'cursor-agent', args: ['-p', '--output-format', 'text'], prompt: 'argument' },
  { title: 'Copilot CLI', program: 'copilot', args: ['-s', '-p'], prompt: 'argument' },
  { title: 'OpenCode', program: 'opencode', args: ['run'], prompt: 'argument' },
  { title: 'Ollama', program: 'ollama', args: ['run', 'llama3.2'], prompt: 'stdin' },
]
