import type { CallToolResult, ContentBlock, GetPromptResult, PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { ok } from '../../src/core/fault.ts'
import type { Offer, OfferedPrompt, OfferedTool, ToolContext } from '../../src/protocols/switchboard/mcp/offer.ts'
import { switchboardOffer } from '../../src/protocols/switchboard/mcp/switchboard-offer.ts'

/** The smallest picture and the smallest sound. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
const textOf = (text: string): ContentBlock => ({ type: 'text', text })
const resourceOf = (uri: string, mimeType: string, text: string): ContentBlock => ({ type: 'resource', resource: { uri, mimeType, text } })

function tool(name: string, answer: (context: ToolContext) => CallToolResult | ContentBlock[] | Promise<ContentBlock[]>): OfferedTool {
  return {
    isReading: true,
    definition: { name, description: 'Asked for by the conformance scenarios.', inputSchema: { type: 'object' } },
    async call(context) {
      const answered = await answer(context)
      return Array.isArray(answered) ? { content: answered } : answered
    },
  }
}

async function sayThrice({ say }: ToolContext): Promise<ContentBlock[]> {
  for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    say(text)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return [textOf('done')]
}

const tools: readonly OfferedTool[] = [
  tool('test_simple_text', () => [textOf('This is a simple text response for testing.')]),
  tool('test_image_content', () => [image]),
  tool('test_audio_content', () => [{ type: 'audio', data: wav, mimeType: 'audio/wav' }]),
  tool('test_embedded_resource', () => [resourceOf('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')]),
  tool('test_multiple_content_types', () => [
    textOf('Multiple content types test:'),
    image,
    resourceOf('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  tool('test_error_handling', () => ({ content: [textOf('This tool intentionally returns an error for testing')], isError: true })),
  tool('test_tool_with_logging', sayThrice),
  tool('test_tool_with_progress', sayThrice),
  {
    isReading: true,
    definition: {
      name: 'json_schema_2020_12_tool',
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      },
    },
    call: () => Promise.resolve({ content: [] }),
  },
]

const ask = (content: ContentBlock): PromptMessage => ({ role: 'user', content })

function prompt(name: string, args: readonly string[], get: (args: Readonly<Record<string, string>>) => ContentBlock[]): OfferedPrompt {
  return {
    definition: {
      name,
      description: 'Asked for by the conformance scenarios.',
      arguments: args.map((each) => ({ name: each, required: true })),
    },
    get: (given): GetPromptResult => ({ messages: get(given).map(ask) }),
  }
}

const prompts: readonly OfferedPrompt[] = [
  prompt('test_simple_prompt', [], () => [textOf('This is a simple prompt for testing.')]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    textOf(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
    resourceOf(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
    textOf('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [image, textOf('Please analyze the image above.')]),
]

const real = switchboardOffer.resources

/** The server's real offer, plus the tools, resources and prompts with which the conformance scenarios probe it. */
export const conformanceOffer: Offer = {
  ...switchboardOffer,
  tools: [...switchboardOffer.tools, ...tools],
  prompts: (service) => [...switchboardOffer.prompts(service), ...prompts],
  resources: {
    ...real,
    read: (service, caller, uri) => {
      if (uri === 'test://static-text')
        return Promise.resolve(
          ok({ contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }),
        )
      if (uri === 'test://static-binary') return Promise.resolve(ok({ contents: [{ uri, mimeType: 'image/png', blob: png }] }))
      const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
      if (id === undefined) return real.read(service, caller, uri)
      return Promise.resolve(ok({ contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }] }))
    },
    keyOf: (uri) => (uri === 'test://watched-resource' ? uri : real.keyOf(uri)),
  },
}
