import { newId, sendEvent, textOf, type Dialect } from './dialect.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly name: string }[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** Anthropic's Messages API. */
export const anthropic: Dialect = {
  name: 'Anthropic Messages',
  isFor: (path) => path.endsWith('/messages'),
  read(body) {
    const { model, stream, tools = [], messages } = body as Body
    const content = messages.findLast(({ role }) => role === 'user')?.content
    const parts = Array.isArray(content) ? (content as { readonly type: string; readonly content?: unknown }[]) : []
    return { model, isStreamed: stream === true, tools, result: textOf(parts.findLast(({ type }) => type === 'tool_result')?.content) }
  },
  stream({ model }, response) {
    let reason = 'end_turn'
    let isSaying = false
    let index = 0
    const send = (type: string, data: object): void => sendEvent(response, data, type)
    const usage = { input_tokens: 1, output_tokens: 1 }
    const start = (content_block: object): void => send('content_block_start', { index, content_block })
    return {
      begin() {
        const message = { id: newId('msg'), type: 'message', role: 'assistant', model, usage, content: [] }
        send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } })
      },
      say(text) {
        if (!isSaying) start({ type: 'text', text: '' })
        isSaying = true
        send('content_block_delta', { index, delta: { type: 'text_delta', text } })
      },
      call({ name }, input) {
        reason = 'tool_use'
        if (isSaying) send('content_block_stop', { index: index++ })
        start({ type: 'tool_use', id: newId('toolu'), name, input: {} })
        send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } })
      },
      end() {
        send('content_block_stop', { index })
        send('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage })
        send('message_stop', {})
      },
    }
  },
}
