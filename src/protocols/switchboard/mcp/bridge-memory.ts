import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { nameKey } from '../pure/agent-name.ts'
import { repeatKey } from './answer-calls.ts'
import { switchboardOffer } from './switchboard-offer.ts'

/** Tools that create a message: a repeated call with the same id creates it only once. */
const makesMessage: ReadonlySet<string> = new Set(['send_message', 'send_team_message'])
const idempotent: ReadonlySet<string> = new Set(
  switchboardOffer.tools.filter((tool) => tool.definition.annotations?.idempotentHint === true).map((tool) => tool.definition.name),
)

/** More than any server accepts. */
const mostFollowed = 1_000

/** True if the request can be repeated safely: its tool is idempotent, or creates its message under a given id. */
export function isRepeatable(request: JSONRPCRequest): boolean {
  const tool = toolOf(request)
  return tool === undefined || idempotent.has(tool) || makesMessage.has(tool)
}

/** The request with an id for the message it creates, so it can be repeated. */
export function markedForRepeat(request: JSONRPCRequest, newMessageId: () => string): JSONRPCRequest {
  if (!makesMessage.has(toolOf(request) ?? '')) return request
  const meta = { ...request.params?._meta }
  if (typeof fieldOf(meta, repeatKey) === 'string') return request
  return { ...request, params: { ...request.params, _meta: { ...meta, [repeatKey]: newMessageId() } } }
}

/** The agent that the bridge registers. */
interface Identity {
  readonly agent: string
  readonly role?: string | undefined
  readonly resumeSecret?: string | undefined
  keepSecret(secret: string): void
}

/** The state of a session that a new server needs. */
export class Remembered {
  /** The client's `initialize`. */
  hello: JSONRPCRequest | undefined
  private readonly followed = new Map<string, JSONRPCRequest>()
  private level: JSONRPCRequest | undefined
  private args: Readonly<Record<string, unknown>>

  private readonly agentKey: string
  private readonly keepSecret: (secret: string) => void

  constructor({ agent, role, resumeSecret, keepSecret }: Identity) {
    this.args = {
      name: agent,
      capabilities: [],
      ...(role === undefined ? {} : { role }),
      ...(resumeSecret === undefined ? {} : { resumeSecret }),
    }
    this.agentKey = nameKey(agent)
    this.keepSecret = keepSecret
  }

  /** Records a request of the client. */
  asked(request: JSONRPCRequest): void {
    const uri = request.params?.['uri']
    if (request.method === 'logging/setLevel') this.level = request
    if (typeof uri !== 'string') return
    if (request.method === 'resources/unsubscribe') this.followed.delete(uri)
    if (request.method === 'resources/subscribe' && this.followed.size < mostFollowed) this.followed.set(uri, request)
  }

  /**
   * Records the server's answer to the client: if the client registered itself, that registration is used from now on. Its secret replaces the one that
   * is kept for the next session, which the server no longer accepts.
   */
  answered(request: JSONRPCRequest, answer: JSONRPCMessage): void {
    if (toolOf(request) !== 'register_chat_agent') return
    const args = request.params?.['arguments']
    const resumeSecret = secretOf(answer)
    if (!isJsonObject(args) || resumeSecret === undefined) return
    this.args = { ...args, resumeSecret }
    const name = fieldOf(args, 'name')
    if (typeof name === 'string' && nameKey(name) === this.agentKey) this.keepSecret(resumeSecret)
  }

  /** Arguments to register the client with. */
  registration(): Readonly<Record<string, unknown>> {
    const client = this.hello?.params?.['clientInfo']
    const name = isJsonObject(client) ? fieldOf(client, 'name') : undefined
    return { interface: typeof name === 'string' && name !== '' ? name.slice(0, 128) : 'stdio', ...this.args }
  }

  /** Handles the answer to the registration; undefined on success, otherwise the reason of the refusal. */
  registered(answer: JSONRPCMessage): string | undefined {
    const resumeSecret = secretOf(answer)
    if (resumeSecret === undefined) return wordsOf(answer)
    this.args = { ...this.args, resumeSecret }
    this.keepSecret(resumeSecret)
    return undefined
  }

  /** Requests to repeat. */
  again(): readonly { readonly method: string; readonly params: Record<string, unknown> }[] {
    return [...this.followed.values(), ...(this.level === undefined ? [] : [this.level])].map(({ method, params }) => ({
      method,
      params: { ...params },
    }))
  }
}

function toolOf(request: JSONRPCRequest): string | undefined {
  const name = request.method === 'tools/call' ? request.params?.['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

function secretOf(answer: JSONRPCMessage): string | undefined {
  const data = 'result' in answer ? fieldOf(answer.result, 'structuredContent') : undefined
  const secret = isJsonObject(data) ? fieldOf(data, 'resumeSecret') : undefined
  return typeof secret === 'string' ? secret : undefined
}

function wordsOf(answer: JSONRPCMessage): string {
  if ('error' in answer) return answer.error.message
  const content = 'result' in answer ? fieldOf(answer.result, 'content') : undefined
  const first: unknown = Array.isArray(content) ? content[0] : undefined
  const text = isJsonObject(first) ? fieldOf(first, 'text') : undefined
  return typeof text === 'string' ? text : 'the server gave no reason.'
}
