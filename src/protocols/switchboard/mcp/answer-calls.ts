import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { reasonOf } from '../../../core/fault.ts'
import { haltedFault } from '../../../core/halt.ts'
import { fieldOf } from '../../../core/json-text.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { Caller } from '../service/contract.ts'
import { protocolError } from './protocol-error.ts'
import { errorResult } from './offer.ts'
import type { ToolContext } from './offer.ts'
import type { Rate } from './rate.ts'
import type { SessionWorld } from './session.ts'

/** Key in the `_meta` of a call: the id for the message it creates. A client that repeats a call with the same id sends one message. */
export const repeatKey = 'patchbay/message'
const messageIdForm = /^msg_\d{1,16}_[a-z0-9]{1,32}$/
const progressEvery = 15_000

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

interface CallingSession {
  readonly id: string
  caller(): Caller
  hold(name: string | undefined): void
  readonly rate: Rate
}

/** Answers `tools/list` and `tools/call` of one session. Limits their rate and number in flight, and puts every call into the live log. */
export function answerCalls(
  server: Server,
  world: SessionWorld,
  session: CallingSession,
): { readonly count: number; readonly inFlight: number } {
  const tools = new Map(world.offer.tools.map((tool) => [tool.definition.name, tool]))
  const list = { tools: world.offer.tools.map((tool) => tool.definition) }
  const state = { count: 0, inFlight: 0 }

  server.setRequestHandler(ListToolsRequestSchema, () => list)
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = tools.get(params.name)
    if (tool === undefined) throw protocolError(ErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`)
    if (!session.rate.take(world.now())) return errorResult(tooFast)
    if (state.inFlight >= world.limits.callsInFlight) return errorResult(tooMany)
    const caller = session.caller()
    const finish = world.calls.begin({ at: world.now(), session: session.id, agent: caller.name, tool: params.name })
    state.count += 1
    state.inFlight += 1
    const halt = tool.isReading ? undefined : world.halt.now(caller.name)
    const waiting = sayWhatIsAwaited(server, params._meta?.progressToken, extra)
    try {
      const context: ToolContext = {
        service: world.service,
        caller,
        signal: extra.signal,
        messageId: repeatOf(params._meta),
        say: waiting.say,
        hold: session.hold,
      }
      if (halt !== undefined) world.halt.refused(caller.name === undefined ? 'a client' : quotedName(caller.name), params.name)
      const result = halt === undefined ? await tool.call(context, params.arguments) : errorResult(haltedFault(halt).fault)
      finish(world.now(), result.isError === true ? wordsOf(result) : undefined)
      return result
    } catch (thrown) {
      world.log('a tool failed', { level: 'error', tool: params.name, reason: reasonOf(thrown) })
      finish(world.now(), 'a bug in Patchbay')
      return errorResult({ code: 'internal', message: `${params.name} failed inside Patchbay. See its log for the reason.` })
    } finally {
      waiting.end()
      state.inFlight -= 1
    }
  })
  return state
}

const tooFast = { code: 'refused', message: 'Too many calls at once. Wait a second, then repeat this one.' } as const
const tooMany = {
  code: 'refused',
  message: 'Too many of your calls are still running. Wait for one of them, then repeat this one.',
} as const

function repeatOf(meta: object | undefined): string | undefined {
  const id = meta === undefined ? undefined : fieldOf(meta, repeatKey)
  return typeof id === 'string' && messageIdForm.test(id) ? id : undefined
}

function wordsOf(result: CallToolResult): string {
  const [first] = result.content
  return first?.type === 'text' ? first.text : ''
}

/** Progress is sent repeatedly while a call waits, because clients give up on silent calls. */
function sayWhatIsAwaited(
  server: Server,
  progressToken: string | number | undefined,
  extra: Pick<Extra, 'sendNotification' | 'sessionId'>,
): { say(text: string): void; end(): void } {
  let progress = 0
  let timer: NodeJS.Timeout | undefined
  const report = (message: string): void => {
    if (progressToken === undefined) return
    progress += 1
    extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined)
  }
  return {
    say(text) {
      server.sendLoggingMessage({ level: 'info', logger: 'switchboard', data: text }, extra.sessionId).catch(() => undefined)
      report(text)
      clearInterval(timer)
      timer = setInterval(() => report(text), progressEvery)
    },
    end: () => clearInterval(timer),
  }
}
