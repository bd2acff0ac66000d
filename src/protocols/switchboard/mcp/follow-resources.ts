import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ErrorCode, SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ServiceChange } from '../service/contract.ts'
import { protocolError } from './protocol-error.ts'
import type { OfferedResources } from './offer.ts'
import { changedKeys } from './resources.ts'

/** Changes within this time are one notification per resource, ms. */
const gather = 100

/** Answers one session's subscriptions and notifies it when a resource changes. */
export function followResources(
  server: Server,
  resources: OfferedResources,
  most: number,
): { changed(change: ServiceChange): void; close(): void } {
  /** Address as the client wrote it, by key. */
  const followed = new Map<string, string>()
  const dirty = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    const key = resources.keyOf(params.uri)
    if (key === undefined) throw protocolError(ErrorCode.InvalidParams, `${params.uri.slice(0, 200)} does not support subscriptions.`)
    if (followed.size >= most && !followed.has(key))
      throw protocolError(ErrorCode.InvalidRequest, `A session can subscribe to at most ${most} resources. End another subscription first.`)
    followed.set(key, params.uri)
    return {}
  })
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    const key = resources.keyOf(params.uri)
    if (key !== undefined) followed.delete(key)
    return {}
  })

  function flush(): void {
    timer = undefined
    for (const key of dirty) {
      const uri = followed.get(key)
      if (uri !== undefined) server.sendResourceUpdated({ uri }).catch(() => undefined) // a client that reconnects reads it again
    }
    dirty.clear()
  }

  return {
    changed(change) {
      for (const key of changedKeys(change)) if (followed.has(key)) dirty.add(key)
      if (dirty.size > 0) timer ??= setTimeout(flush, gather)
    },
    close() {
      clearTimeout(timer)
      dirty.clear()
      followed.clear()
    },
  }
}
