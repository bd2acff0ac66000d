import { counted } from '../core/count.ts'
import type { UnreadTexts } from '../io/journal/contents.ts'
import { say } from '../io/standard-streams.ts'

/** Says which archives are missing or damaged, and what that left out. Returns the exit code: 1 if something was. */
export function sayUnread({ events, archives }: UnreadTexts, dataDir: string): number {
  if (events === 0) return 0
  say(
    `The texts of ${counted(events, 'event')} are missing, because these archives cannot be read: ${archives.join(', ')}. Put the files back into ${dataDir}.`,
  )
  return 1
}
