import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { shellWord } from '../../../core/shell-word.ts'
import type { Provider } from '../pure/api.ts'

export type CommandProvider = Extract<Provider, { readonly kind: 'command' }>

/** Linux allows 128 KiB in one argument; Windows about 32,000 characters in total. */
const longestArgument = process.platform === 'win32' ? 24_000 : 120_000

/** The command line as people write it, with a placeholder for the prompt: exactly what the operator approves. */
export function commandLine({ program, args, prompt }: CommandProvider): string {
  return `${[program, ...args].map(shellWord).join(' ')} ${prompt === 'argument' ? '<the prompt>' : '< the prompt'}`
}

/** Arguments and standard input that carry a prompt. */
export function withPrompt(
  provider: CommandProvider,
  prompt: string,
): Result<{ readonly args: readonly string[]; readonly stdin?: string }> {
  if (provider.prompt === 'stdin') return ok({ args: provider.args, stdin: prompt })
  const size = Buffer.byteLength(prompt)
  if (size <= longestArgument) return ok({ args: [...provider.args, prompt] })
  const sizes = `${size.toLocaleString('en-US')} of ${longestArgument.toLocaleString('en-US')} bytes`
  return fail('too-large', `The prompt is too long for an argument (${sizes}). Pass it on standard input instead.`)
}
