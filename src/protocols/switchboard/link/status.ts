import type { Fault } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { RunningLink } from './running-link.ts'
import type { Problems } from './problems.ts'

/** Why nothing can be done in a folder that is no longer there. */
export const deleted: Fault = {
  code: 'not-found',
  message:
    'The folder .switchboard was deleted, so agents cannot reach their mailboxes. Turn on the MCP server in Inboxes to create it again.',
}

/** The status that the lamp shows. */
export function statusOf({ keeping, index }: RunningLink, problems: Problems): Parameters<LinkContext['status']>[0] {
  const { exists, isDeleted, is, pid, readOnly } = keeping.state
  if (isDeleted === true && readOnly === undefined) return { lamp: 'down', text: 'deleted', reason: deleted }
  if (!exists && readOnly === undefined) return { lamp: 'up', text: 'no .switchboard folder yet; Inboxes can create it' }
  const messages = index.count()
  const count = { value: messages, unit: messages === 1 ? 'message' : 'messages' }
  const [problem] = problems.list()
  if (problem !== undefined) return { lamp: 'down', text: 'a folder cannot be read', reason: problem, count }
  if (is === 'other')
    return { lamp: 'up', text: `read-only: ${pid === undefined ? 'another Patchbay' : `process ${pid}`} is the keeper`, count }
  if (readOnly !== undefined) return { lamp: 'down', text: 'read-only', reason: readOnly, count }
  const { server, served } = keeping
  if (server.state === 'failed')
    return { lamp: 'up', text: 'following files; the MCP server did not start', ...notStarted(server.reason), count }
  if (server.state !== 'on' || served === undefined) return { lamp: 'up', text: 'following files; the MCP server is off', count }
  const clients = served.server.clients().length
  return { lamp: 'up', text: `MCP on 127.0.0.1:${served.server.port}, ${clients} ${clients === 1 ? 'client' : 'clients'}`, count }
}

/** The reason stands alone in *Needs me*: the name of a file does not say that no agent can connect. */
function notStarted(reason: Fault | undefined): { readonly reason?: Fault } {
  return reason === undefined ? {} : { reason: { ...reason, message: `The MCP server did not start: ${reason.message}` } }
}
