import { newId, sendEvent, textOf, type Dialect } from './dialect.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
}

/** OpenAI's Chat Completions API, which many other providers speak. */
export const chat: Dialect = {
  name: 'OpenAI Chat',
  isFor: (path) => path.endsWith('/chat/completions'),
  read(body) {
    const { model, stream, tools = [], messages } = body as Body
    const last = messages.at(-1)
    const result = last?.role === 'tool' ? textOf(last.content) : ''
    return { model, isStreamed: stream === true, tools: tools.map((tool) => ({ name: tool.function.name })), result }
  },
  stream({ model }, response) {
    const id = newId('chatcmpl')
    let reason = 'stop'
    const send = (delta: object, finish: string | null = null, more: object = {}): void =>
      sendEvent(response, {
        id,
        object: 'chat.completion.chunk',
        created: 0,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })
    return {
      begin: () => send({ role: 'assistant', content: '' }),
      say: (content) => send({ content }),
      call({ name }, input) {
        reason = 'tool_calls'
        send({ tool_calls: [{ index: 0, id: newId('call'), type: 'function', function: { name, arguments: JSON.stringify(input) } }] })
      },
      end() {
        send({}, reason, { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })
        response.write('data: [DONE]\n\n')
      },
    }
  },
}
