import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { answerResume, endResumeAsk, readResumeAsk } from '../../io/resume-file.ts'
import type { FiledAsk } from '../../io/resume-file.ts'

/** The question of `patchbay resume` that waits in the data folder. */
export interface ResumeQuestion {
  /** The one that was found at the last look. */
  current(): FiledAsk | undefined
  /** Looks whether somebody asks, or no longer does. */
  look(): void
  /** What is asked is not done; `words` say why, and are missing if the operator declines it. */
  decline(ask: string, words?: string): Result<void>
}

/** Looks for questions. @param isHalted nothing is asked while nothing is halted. @param changed it is another one, or none */
export function openResumeQuestion(dataDir: string, isHalted: () => boolean, changed: () => void): ResumeQuestion {
  /** A question of an earlier run is not shown, whatever the clock says: whoever asked has been told by the end of that run, or asks again. */
  const earlier = readResumeAsk(dataDir)?.id
  let ask: FiledAsk | undefined

  function look(): void {
    const read = isHalted() ? readResumeAsk(dataDir) : undefined
    const next = read?.id === earlier ? undefined : read
    if (next?.id === ask?.id) return
    ask = next
    changed()
  }

  return {
    current: () => ask,
    look,
    decline(id, words = 'The operator does not resume now.') {
      if (ask?.id !== id) return ok(undefined)
      const told = answerResume(dataDir, id, words)
      if (!told.ok) return told
      endResumeAsk(dataDir, id)
      look()
      return told
    },
  }
}
