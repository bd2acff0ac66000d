import { systemActor } from '../../../core/approval.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { mkdirInside } from '../../../io/safe-path.ts'
import { switchboardFolder } from './paths.ts'

/** Creates the folder of a workspace's Switchboard, on behalf of nobody in particular. */
export function makeSwitchboardFolder(gate: Gate, root: string): Promise<Result<void>> {
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'write', target: switchboardFolder, exact: `create the folder ${switchboardFolder}` },
      question: `Create ${switchboardFolder}?`,
    },
    (permit) => mkdirInside(permit, root, switchboardFolder),
  )
}
