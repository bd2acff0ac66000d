import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Result } from '../core/fault.ts'
import { haltIdSchema, resumeAskSchema } from '../core/halt.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'

const askName = 'resume-ask.json'
const answerName = 'resume-answer.json'

const askSchema = resumeAskSchema.extend({
  /** The halt that it is about. */
  halt: haltIdSchema,
  /** Asked with --yes from a terminal: it counts while no page is open. */
  isYes: z.literal(true).optional(),
})
/** A question of `patchbay resume`, in the data folder. */
export type FiledAsk = z.infer<typeof askSchema>

const answerSchema = z.object({ id: z.string().max(200), words: z.string().max(2_000) })

/** Leaves a question for a running Patchbay. */
export function askResume(dataDir: string, ask: FiledAsk): Result<void> {
  return writeOwnFile(join(dataDir, askName), ask)
}

/** The question that waits; undefined: none, or an unreadable one. */
export function readResumeAsk(dataDir: string): FiledAsk | undefined {
  return readOwnFile(join(dataDir, askName), askSchema)
}

/** Removes the question: it was answered, or nobody waits for an answer any more. */
export function endResumeAsk(dataDir: string, id: string): void {
  if (readResumeAsk(dataDir)?.id === id) rmSync(join(dataDir, askName), { force: true })
}

/** Says to the command line why nothing was resumed. */
export function answerResume(dataDir: string, id: string, words: string): Result<void> {
  return writeOwnFile(join(dataDir, answerName), { id, words })
}

/** Takes the answer to the question with this id, in words for the terminal; undefined: not yet. That to another question stays for whoever asked. */
export function takeResumeAnswer(dataDir: string, id: string): string | undefined {
  const file = join(dataDir, answerName)
  const answer = readOwnFile(file, answerSchema)
  if (answer?.id !== id) return undefined
  rmSync(file, { force: true })
  return answer.words
}
