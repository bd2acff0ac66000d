import { isForActor, type LinkHalt } from '../../core/halt.ts'
import type { Halts } from '../halts/halts.ts'
import type { StoredLink } from '../../core/journal.ts'

/** Whether a link's own workspace is halted. */
export function linkHalt(halts: Halts, { id, workspace }: Pick<StoredLink, 'id' | 'workspace'>): LinkHalt {
  return {
    now: (agent) =>
      halts.refusing(workspace).find((halt) => (agent === undefined ? halt.scope.kind !== 'agents' : isForActor(halt, 'agent', agent))),
    refused: (who, what) => halts.noteRefusal(workspace, { link: id, who, what }),
  }
}
