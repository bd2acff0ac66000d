import type { Stage, StagePlace } from '../../../core/scenario/stage.ts'
import { files, task } from './replies.ts'
import { beginSession, dropReply } from './session.ts'

/** Eight hex digits: a simulation has one session, so its id need not differ from others. */
const sessionId = '51a71a7e'

/** The LLM of a simulation: a session in a throw-away workspace, whose first round it answers. */
export async function openStage({ folder, now }: StagePlace): Promise<Stage> {
  const session = await beginSession(folder, { task, files, applied: [], now, newSessionId: () => sessionId })
  let replies = 0
  return {
    links: [],
    plays: (deed) => deed === 'reply',
    async play({ text }) {
      if (++replies > 1) throw new Error('A scenario has at most one step “reply”.')
      return dropReply(folder, session, 1, text)
    },
    close: async () => undefined,
  }
}
