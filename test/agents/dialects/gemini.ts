import { sendEvent, type Dialect } from './dialect.ts'

interface Part {
  readonly functionResponse?: { readonly response?: { readonly output?: unknown } }
}
interface Body {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
  readonly contents: readonly { readonly role?: string; readonly parts?: readonly Part[] }[]
}

/** Gemini's generateContent, streamed or not. */
export const gemini: Dialect = {
  name: 'Gemini generateContent',
  isFor: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read(body, path) {
    const { tools = [], contents } = body as Body
    const response = contents.at(-1)?.parts?.findLast((part) => part.functionResponse !== undefined)?.functionResponse?.response
    const output = response?.output ?? response
    return {
      model: /models\/([^/:]+)/.exec(path)?.[1] ?? '',
      isStreamed: path.includes(':stream'),
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
      result: output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output),
    }
  },
  stream({ model }, response) {
    const send = (parts: readonly object[], finish?: string): void =>
      sendEvent(response, {
        candidates: [{ index: 0, content: { role: 'model', parts }, ...(finish !== undefined && { finishReason: finish }) }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
        modelVersion: model,
      })
    return {
      begin: () => undefined,
      say: (text) => send([{ text }]),
      call: ({ name }, args) => send([{ functionCall: { name, args } }]),
      end: () => send([{ text: '' }], 'STOP'),
    }
  },
}
