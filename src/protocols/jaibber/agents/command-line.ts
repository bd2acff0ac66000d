import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { shellWord } from '../../../core/shell-word.ts'
import type { Provider } from '../pure/api.ts'

export type CommandProvider = Extract<Provider, { readonly kind: 'command' }>

/** Linux takes 128 KiB in one argument; Windows some 32,000 characters in all. */
const longestArgument = process.platform === 'win32' ? 24_000 : 120_000

/** The command line as people write it, with the place of the prompt: what the operator allows, letter by letter. */
export function commandLine({ program, args, prompt }: CommandProvider): string {
  return `${[program, ...args].map(shellWord).join(' ')} ${prompt === 'argument' ? '<the prompt>' : '< the prompt'}`
}

/** Arguments and standard input for a prompt. */
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
