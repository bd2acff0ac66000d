import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { ServiceChange } from '../service/contract.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import type { OfferedResources } from './offer.ts'

const rulesUri = 'switchboard://active-rules'
const rosterUri = 'switchboard://roster'
const inboxPrefix = 'switchboard://inbox/'
const inboxLength = 50

/** Resources that can be read and subscribed to: the rules, the roster, every inbox. Reading an inbox does not mark its messages as read. */
export const switchboardResources: OfferedResources = {
  templates: [
    {
      uriTemplate: `${inboxPrefix}{agent}`,
      name: 'inbox',
      title: 'Inbox of an agent',
      description: `The newest ${inboxLength} messages in an agent’s inbox. Reading this does not mark them as read.`,
      mimeType: 'application/json',
    },
  ],
  async list(service) {
    const roster = await service.roster()
    const names = roster.ok ? roster.value.agents.map((one) => one.name) : []
    return [
      {
        uri: rulesUri,
        name: 'active-rules',
        title: 'Current rules',
        description: 'How mail, roles and the running workflow work here.',
        mimeType: 'text/markdown',
      },
      {
        uri: rosterUri,
        name: 'roster',
        title: 'Agents and teams',
        description: 'Registered agents and their roles.',
        mimeType: 'application/json',
      },
      ...names.map((name) => ({
        uri: inboxPrefix + encodeURIComponent(name),
        name: `inbox of ${name}`,
        description: `Messages waiting for ${name}.`,
        mimeType: 'application/json',
      })),
    ]
  },
  async read(service, caller, uri) {
    if (uri === rulesUri) return ok(textOf(uri, 'text/markdown', await service.activeRules()))
    if (uri === rosterUri) return asJson(uri, await service.roster())
    const agent = agentOf(uri)
    if (agent === undefined) return undefined
    return asJson(uri, await service.checkInbox(caller, { agent, limit: inboxLength }))
  },
  keyOf(uri) {
    if (uri === rulesUri || uri === rosterUri) return uri
    const agent = agentOf(uri)
    return agent === undefined ? undefined : inboxPrefix + nameKey(agent)
  },
}

/** The resources that a change affects, named as by `keyOf`. */
export function changedKeys(change: ServiceChange): readonly string[] {
  if (change.kind === 'mailbox') return [inboxPrefix + nameKey(change.agent)]
  return [change.kind === 'rules' ? rulesUri : rosterUri]
}

/** The agent of an inbox address; undefined if it is not such an address or the name is invalid. */
function agentOf(uri: string): string | undefined {
  if (!uri.startsWith(inboxPrefix)) return undefined
  try {
    const name = checkAgentName(decodeURIComponent(uri.slice(inboxPrefix.length)))
    return name.ok ? name.value : undefined
  } catch {
    return undefined // a percent sign that does not start a code
  }
}

function asJson(uri: string, result: Result<unknown>): Result<ReadResourceResult> {
  return result.ok
    ? ok(textOf(uri, 'application/json', JSON.stringify(result.value, undefined, 2)))
    : fail(result.fault.code, result.fault.message)
}

function textOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}
