import { newId, sendEvent, textOf, type Dialect, type Tool } from './dialect.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  /** Of functions and groups of functions. */
  readonly tools?: readonly { readonly type: string; readonly name?: string; readonly tools?: readonly { readonly name: string }[] }[]
  readonly input: readonly { readonly type?: string; readonly output?: unknown }[] | string
}

/** OpenAI's Responses API. */
export const responses: Dialect = {
  name: 'OpenAI Responses',
  isFor: (path) => path.endsWith('/responses'),
  read(body) {
    const { model, stream, tools: offered = [], input } = body as Body
    const tools = offered.flatMap(({ type, name, tools: group }): Tool[] => {
      if (name === undefined) return []
      if (type !== 'namespace') return [{ name }]
      return (group ?? []).map((tool) => ({ name: tool.name, namespace: name }))
    })
    const items = typeof input === 'string' ? [] : input
    const result = textOf(items.at(-1)?.type === 'function_call_output' ? items.at(-1)?.output : undefined)
    return { model, isStreamed: stream === true, tools, result }
  },
  stream({ model }, response) {
    const id = newId('resp')
    const message = newId('msg')
    let said = ''
    const send = (type: string, data: object): void => sendEvent(response, data, type)
    const textItem = (status: string): object => ({
      type: 'message',
      id: message,
      role: 'assistant',
      status,
      content: status === 'completed' ? [{ type: 'output_text', text: said, annotations: [] }] : [],
    })
    const endText = (): void => {
      if (said !== '') send('response.output_item.done', { output_index: 0, item: textItem('completed') })
      said = ''
    }
    return {
      begin: () => send('response.created', { response: { id, object: 'response', model, status: 'in_progress', output: [] } }),
      say(piece) {
        if (said === '') send('response.output_item.added', { output_index: 0, item: textItem('in_progress') })
        said += piece
        send('response.output_text.delta', { item_id: message, output_index: 0, content_index: 0, delta: piece })
      },
      call({ name, namespace }, input) {
        endText()
        const called = { type: 'function_call', id: newId('fc'), call_id: newId('call'), name, arguments: JSON.stringify(input) }
        const item = namespace === undefined ? called : { ...called, namespace }
        send('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed' } })
      },
      end() {
        endText()
        const tokens = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 }
        send('response.completed', { response: { id, object: 'response', model, status: 'completed', usage: tokens } })
      },
    }
  },
}
