import { setTimeout as wait } from 'node:timers/promises'
import { fail, ok } from '../../../core/fault.ts'
import { utf8Length } from '../pure/size.ts'
import { splitText } from '../pure/split.ts'
import type { Provide } from './provider.ts'

const pieces = 5

/** Answers with its own input, in a few pieces, to try things out. */
export function echoProvider(everyMs: number): Provide {
  return async ({ job, signal, begin, say }) => {
    begin()
    const { text } = job.trigger
    for (const piece of splitText(text, Math.ceil(utf8Length(text) / pieces))) {
      say(piece)
      await wait(everyMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return fail('cancelled', 'It was stopped.')
    }
    return ok(text)
  }
}
