import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../service/contract.ts'
import { protocolError } from './protocol-error.ts'
import type { Rate } from './rate.ts'
import type { SessionWorld } from './session.ts'

/** MCP's error code for a missing resource. */
const resourceNotFound = -32_002

/** Answers read-only requests: resources, prompts, completions. */
export function answerLooks(server: Server, world: SessionWorld, caller: () => Caller, rate: Rate): void {
  const { service, offer } = world
  const slow = (): void => {
    if (!rate.take(world.now())) throw protocolError(ErrorCode.InvalidRequest, 'Too many requests at once. Wait a second.')
  }
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...offer.resources.templates] }))
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    slow()
    return { resources: [...(await offer.resources.list(service))] }
  })
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    slow()
    const read = await offer.resources.read(service, caller(), params.uri)
    if (read === undefined) throw protocolError(resourceNotFound, `There is no resource ${params.uri.slice(0, 200)}.`)
    if (!read.ok) throw protocolError(ErrorCode.InternalError, read.fault.message)
    return read.value
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: offer.prompts(service).map((prompt) => prompt.definition) }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = offer.prompts(service).find((one) => one.definition.name === params.name)
    if (prompt === undefined) throw protocolError(ErrorCode.InvalidParams, `There is no prompt ${params.name.slice(0, 100)}.`)
    const missing = prompt.definition.arguments?.find((one) => one.required === true && params.arguments?.[one.name] === undefined)
    if (missing !== undefined) throw protocolError(ErrorCode.InvalidParams, `The prompt needs ${missing.name}.`)
    return prompt.get(params.arguments ?? {})
  })
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    slow()
    const values = [...(await offer.complete(service, params.argument.name, params.argument.value))]
    return { completion: { values, total: values.length, hasMore: false } }
  })
}
