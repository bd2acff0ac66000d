import type { OpenPastReads } from '../../src/engine/past/port.ts'
import { openPastReader } from '../../src/engine/past/reader.ts'
import { answerPast } from '../../src/engine/past/reads.ts'

/** Reads the past without a thread, which would not know the protocols of a test. What a thread is told and says is copied all the same. */
export const pastHere: OpenPastReads = (services, workspace) => {
  const reader = openPastReader(services, workspace)
  return {
    ask: async (asked) => {
      const question = structuredClone(asked)
      return structuredClone(answerPast(reader.read(question.facts, question.at), services, workspace, question))
    },
    close: () => Promise.resolve(),
  }
}
