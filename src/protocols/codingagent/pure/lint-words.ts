import { commandNames } from './api.ts'

/** Shell commands that an operator should read twice, each with the reason. Bounded repeats keep them linear. */
const risky: readonly (readonly [RegExp, string])[] = [
  [/\brm\s{1,9}-\w{0,9}[rf]/i, 'removes without asking'],
  [/\b(?:sudo|doas|pkexec|runas)\b/i, 'asks for the rights of another user'],
  [
    /\b(?:curl|wget|iwr|irm)\b[^|\n]{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:\w{0,4}sh|python\d?|node|iex)\b/i,
    'runs what it fetches from the network',
  ],
  [/\bgit\s{1,9}(?:push|reset\s{1,9}--hard|clean\s{1,9}-\w{0,9}[fdx])/i, 'changes what Git cannot bring back, or what others see'],
  [/\b(?:mkfs|fdisk|format|diskpart|shutdown|reboot)\b|\bdd\s[^\n]{0,200}\bof=/i, 'can destroy a disk or stop the machine'],
  [/\b(?:chmod|chown|icacls)\s{1,9}-\w{0,9}R/, 'changes rights of whole folders'],
  [/\b(?:npm|pnpm|yarn|cargo|twine|gem|docker)\s{1,9}(?:publish|upload|push)\b/i, 'publishes'],
  [/(?:^|[\s;&|])(?:nohup|setsid|crontab|schtasks|at\s)/i, 'goes on after the command has ended'],
  [/(?:~|\$HOME|%USERPROFILE%)[/\\]|\.ssh\b|\/etc\//i, 'reaches outside of the workspace'],
]
/** How much of a command is looked at. */
const lookChars = 20_000

/** Why a command wants a second look, as half sentences. Not a protection: what is dangerous can be written in many ways. */
export function riskOfCommand(text: string): string[] {
  const begin = text.slice(0, lookChars)
  return risky.flatMap(([pattern, why]) => (pattern.test(begin) ? [why] : []))
}

/** A line (trimmed) outside of blocks that was probably meant as a command: why it is none, and the line that would be one. */
export function nearlyTag(line: string): { readonly words: string; readonly fix?: string } | undefined {
  const bracket = line.search(/[[<]/u)
  if (bracket < 0 || bracket > 12 || !/^(?:[-*+>`#\s]|\d{1,3}[.)])*$/u.test(line.slice(0, bracket))) return undefined
  const tag = line.slice(bracket).replace(/[`*\s]{1,9}$/u, '')
  const match = /^[[<](\/?)([A-Za-z]{3,12}_?[A-Za-z]{0,8})(?=[\s\]>])([^\]>]*)[\]>]$/u.exec(tag)
  if (match === null) return undefined
  const [, slash = '', said = '', rest = ''] = match
  const name = commandNames.find((one) => one === said.toUpperCase())
  if (name === undefined) {
    return /^\s+\w+\s*=\s*"/u.test(rest) && said === said.toUpperCase() ? { words: `There is no command ${said}.` } : undefined
  }
  const fix = `[${slash}${name}${rest}]`
  if (fix === line) return undefined
  const words =
    said !== name
      ? `A command is written in capitals: ${name}.`
      : bracket > 0
        ? 'Something stands before the tag.'
        : 'A tag has square brackets.'
  return { words, fix }
}
