import { systemActor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'
import { writeNew } from '../../../io/new-file.ts'
import { makeFolder } from './mail-folders.ts'
import type { MailboxesOptions } from './mailbox-types.ts'
import { inSwitchboard, numbered } from './paths.ts'

const mostNames = 999

/** Writes a text to `reviews/` (specification: Directory Structure); if the name is taken, a number is added. */
export async function writeReview(
  { root, gate }: MailboxesOptions,
  name: string,
  text: string,
): Promise<Result<{ readonly file: string }>> {
  const checked = checkPathPart(name)
  if (!checked.ok) return checked
  if (Buffer.byteLength(text) > limits.message)
    return fail('too-large', `The review is larger than the limit of ${limits.message.toLocaleString('en-US')} bytes.`)
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'write', target: inSwitchboard('reviews', name), exact: text },
      question: `Write the review ${name}?`,
    },
    async (permit) => {
      const made = await makeFolder(permit, root, inSwitchboard('reviews'))
      if (!made.ok) return made
      for (let number = 1; number <= mostNames; number++) {
        const file = inSwitchboard('reviews', numbered(name, number))
        const written = await writeNew(permit, root, file, text)
        if (written.ok) return ok({ file })
        if (written.fault.code !== 'conflict') return written
      }
      return fail('conflict', `${mostNames} reviews named ${name} already exist.`)
    },
  )
}
