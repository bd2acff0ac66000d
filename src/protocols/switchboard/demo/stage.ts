import { plainText, recipientsOf } from '../../../core/scenario/stage.ts'
import type { Stage, StageAction, StagePlace } from '../../../core/scenario/stage.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import type { Action } from '../pure/message.ts'
import { dropMessage, dropText, makeInbox } from './mail-files.ts'

/** Actors of a simulation that put messages into real mailboxes in a throw-away workspace, as agents without MCP do. */
export function openStage({ folder, cast }: StagePlace): Stage {
  for (const name of cast) makeInbox(folder, mailbox(name))
  return {
    links: [],
    plays: (deed) => !['reply', 'leave', 'return', 'cut', 'restore', 'noise'].includes(deed),
    async play(action) {
      const named = recipientsOf(action)
      // No mailbox is everybody's: each of the others gets the message.
      const recipients = named.length > 0 ? named : cast.filter((name) => name !== action.from)
      const written = recipients.map((recipient) => {
        const id = idOf(action)
        if (action.do === 'raw') return dropText(folder, mailbox(recipient), id, action.text)
        return dropMessage(folder, { id, ...messageOf(action), recipient: mailbox(recipient) })
      })
      return written.join('')
    },
    close: async () => undefined,
  }
}

/** A name is a folder here, so it is checked again. */
function mailbox(name: string): string {
  const checked = checkAgentName(name, 'The name')
  if (!checked.ok) throw new Error(checked.fault.message)
  return name
}

function idOf({ time, id }: StageAction): string {
  return `msg_${time}_${id.slice(-8).toLowerCase()}`
}

const actions: Partial<Record<StageAction['do'], Action>> = { task: 'delegate_task', review: 'request_review', done: 'submit_result' }

function messageOf(action: StageAction) {
  const { do: deed, re, from, link, text, time } = action
  const known = actions[deed]
  const answers = re !== undefined && re.link === link && (deed === 'done' || deed === 'report')
  return {
    action: known ?? 'status_update',
    sender: from,
    payload: known === undefined ? plainText(action) : text,
    ...(answers && { replyTo: idOf(re) }),
    createdAt: new Date(time).toISOString(),
  }
}
