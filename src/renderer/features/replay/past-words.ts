import type { Output } from '../../../api/contract.ts'
import { clockTime, dayKey } from '../../ui/time.ts'

/** Where a view or a value has nothing of the moment that is looked at. */
export const notRecordedThen = 'Not recorded then.'
/** Why an act is closed. */
export const nothingDone = 'You are looking at the past. Nothing is done there: go back to now first.'

/** What is missing of all that a moment shows, one sentence or more for each reason; none: it is whole. Pure. */
export function missingThen({ notRecorded }: Pick<Output<'past.state'>, 'notRecorded'>, dataDir = ''): string[] {
  const before = notRecorded.find(({ what }) => what === 'messages')
  const files = notRecorded.flatMap(({ archive }) => archive ?? [])
  const isOne = files.length === 1
  return [
    ...(before === undefined ? [] : [before.until === undefined ? notRecordedThen : beginning(before.until)]),
    ...(files.length === 0
      ? []
      : [
          `This moment is incomplete: ${files.join(', ')} ${isOne ? 'is' : 'are'} missing or damaged. What was said, asked and reported in ${
            isOne ? 'that month' : 'those months'
          } may be missing here, also from the counts. Put the ${isOne ? 'file' : 'files'} back into ${dataDir}, then look again.`,
        ]),
  ]
}

function beginning(at: number): string {
  return `Not recorded then: the journal of this workspace begins on ${dayKey(at)} at ${clockTime(at)}.`
}
