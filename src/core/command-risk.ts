import { limits } from './limits.ts'

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

/** Why a command wants a second look, as half sentences. Not a protection: what is dangerous can be written in many ways. */
export function riskOfCommand(text: string): string[] {
  const begin = text.slice(0, limits.line)
  const found = risky.flatMap(([pattern, why]) => (pattern.test(begin) ? [why] : []))
  return text.length > begin.length
    ? [...found, `is longer than the ${limits.line.toLocaleString('en-US')} characters that are checked for this`]
    : found
}
