import { unreadWords, type UnreadTexts } from '../core/unread-texts.ts'
import { say } from '../io/standard-streams.ts'

/** Says which archives are missing or damaged, and what that left out. Returns the exit code: 1 if something was. */
export function sayUnread(unread: UnreadTexts, dataDir: string): number {
  const words = unreadWords(unread, dataDir)
  if (words === undefined) return 0
  say(words)
  return 1
}
