import type { Protocol } from '../../core/protocol.ts'
import type { LinkOf, RecoverState } from '../../io/journal/recover-state.ts'

/** What commands that read a journal without an engine know of links. */
export interface LinkInfo {
  readonly linkOf: LinkOf
  readonly recover: RecoverState
}

/** Asks the protocols; settings that one cannot read have no place. */
export function linkInfo(all: readonly Protocol[]): LinkInfo {
  const protocols = new Map(all.map((protocol) => [protocol.info.id, protocol]))
  return {
    linkOf(id, given) {
      const protocol = protocols.get(id)
      if (protocol === undefined) return undefined
      const config = Object.fromEntries(Object.entries(given).filter(([name]) => !protocol.secretFields.includes(name)))
      try {
        return { place: protocol.place(config), config }
      } catch {
        return undefined
      }
    },
    recover: (protocol, saved, from) => protocols.get(protocol)?.recover?.(saved, from),
  }
}
