import { z } from 'zod'
import { counted } from './count.ts'
import { limits } from './limits.ts'

export const unreadTextsSchema = z.object({ events: z.int().nonnegative(), archives: z.array(z.string().max(limits.nameChars)).readonly() })
/** Events whose texts could not be read, and the archives that have them. */
export type UnreadTexts = z.infer<typeof unreadTextsSchema>

/** Says which archives are missing or damaged, and what that left out; undefined: nothing. Pure. */
export function unreadWords({ events, archives }: UnreadTexts, dataDir: string): string | undefined {
  if (events === 0) return undefined
  return `The texts of ${counted(events, 'event')} are missing, because these archives cannot be read: ${archives.join(', ')}. Put the files back into ${dataDir}.`
}
