import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the model does next: calls a tool of Patchbay's MCP server, or says something, which ends its turn. `after`: seconds that it thinks first. */
export type Step = { readonly after?: number } & (
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly say: string }
)
/** A script, which receives the result of each tool call as text. */
export type Script = Generator<Step, void, string>

export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly address: string
  /** Steps that were taken. */
  readonly steps: () => number
  close(): void
}

interface Asked {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly name: string }[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/**
 * A model on loopback that plays a script, for programs that speak Anthropic's Messages API. What it is asked without our tools (titles, summaries) gets one
 * word. `pace`: by how much its times to think are longer.
 */
export async function scriptedModel(script: Script, pace: number): Promise<ScriptedModel> {
  let count = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      if (!(request.url ?? '').includes('/messages')) response.writeHead(404).end('{}')
      else if (request.url?.includes('count_tokens') === true) response.end('{"input_tokens":10}')
      else void answer(JSON.parse(body) as Asked, response)
    })
  })

  async function answer(asked: Asked, response: ServerResponse): Promise<void> {
    const ours = (call: string): string | undefined => asked.tools?.find(({ name }) => name.endsWith(`_${call}`))?.name
    if (ours('check_inbox') === undefined) return write(response, asked, { say: 'ok' })
    const next = script.next(resultIn(asked))
    const step: Step = next.done === true ? { say: 'Done.' } : next.value
    count++
    await sleep((step.after ?? 1) * pace * 1_000)
    write(response, asked, 'call' in step ? { ...step, call: ours(step.call) ?? step.call } : step)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    steps: () => count,
    close() {
      server.close().closeAllConnections()
    },
  }
}

/** The text of the newest tool result. */
function resultIn({ messages }: Asked): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  const parts = Array.isArray(content) ? (content as { readonly type: string; readonly content?: unknown }[]) : []
  const result = parts.findLast(({ type }) => type === 'tool_result')?.content
  if (typeof result === 'string') return result
  return Array.isArray(result) ? (result as { readonly text?: string }[]).map(({ text = '' }) => text).join('\n') : ''
}

function write(response: ServerResponse, { model, stream }: Asked, step: Step): void {
  const id = `msg_${Date.now()}`
  const usage = { input_tokens: 1, output_tokens: 1 }
  const isCall = 'call' in step
  const block = isCall ? { type: 'tool_use', id: `toolu_${Date.now()}`, name: step.call, input: {} } : { type: 'text', text: '' }
  const stop = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }
  const message = { id, type: 'message', role: 'assistant', model, usage }
  if (stream !== true) {
    const whole = isCall ? { ...block, input: step.input } : { type: 'text', text: step.say }
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...message, ...stop, content: [whole] }))
  }
  response.setHeader('content-type', 'text/event-stream')
  const send = (type: string, data: object): void => void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const delta = isCall ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) } : { type: 'text_delta', text: step.say }
  send('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } })
  send('content_block_start', { index: 0, content_block: block })
  send('content_block_delta', { index: 0, delta })
  send('content_block_stop', { index: 0 })
  send('message_delta', { delta: stop, usage })
  send('message_stop', {})
  response.end()
}
