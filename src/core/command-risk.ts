import { limits } from './limits.ts'

/** Shell commands that deserve a second look, each with the reason. Bounded repeats keep the patterns linear. */
const risky: readonly (readonly [RegExp, string])[] = [
  [/\brm\s{1,9}-\w{0,9}[rf]/i, 'deletes without confirmation'],
  [/\b(?:sudo|doas|pkexec|runas)\b/i, 'runs with another user’s privileges'],
  [
    /\b(?:curl|wget|iwr|irm)\b[^|\n]{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:\w{0,4}sh|python\d?|node|iex)\b/i,
    'runs code downloaded from the network',
  ],
  [/\bgit\s{1,9}(?:push|reset\s{1,9}--hard|clean\s{1,9}-\w{0,9}[fdx])/i, 'loses work that Git cannot restore, or publishes changes'],
  [/\b(?:mkfs|fdisk|format|diskpart|shutdown|reboot)\b|\bdd\s[^\n]{0,200}\bof=/i, 'can erase a disk or shut down the machine'],
  [/\b(?:chmod|chown|icacls)\s{1,9}-\w{0,9}R/, 'changes permissions of whole folders'],
  [/\b(?:npm|pnpm|yarn|cargo|twine|gem|docker)\s{1,9}(?:publish|upload|push)\b/i, 'publishes'],
  [/(?:^|[\s;&|])(?:nohup|setsid|crontab|schtasks|at\s)/i, 'keeps running after the command exits'],
  [/(?:~|\$HOME|%USERPROFILE%)[/\\]|\.ssh\b|\/etc\//i, 'accesses files outside the workspace'],
]

/** Why a command deserves a second look, as half sentences. This is not protection: dangerous commands can be written in many other ways. */
export function riskOfCommand(text: string): string[] {
  const begin = text.slice(0, limits.line)
  const found = risky.flatMap(([pattern, why]) => (pattern.test(begin) ? [why] : []))
  return text.length > begin.length ? [...found, `only its first ${limits.line.toLocaleString('en-US')} characters were checked`] : found
}
