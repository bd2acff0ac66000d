import { ircMethods } from '../../pure/api.ts'
import type { ConsoleLine } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { useLinePages, type LinePages } from '../../../../renderer/ui/use-line-pages.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** The raw lines of a network's connection, updated while they are on screen. */
export function useConsole(link: string): readonly [LinePages<ConsoleLine>, () => Promise<void>] {
  const client = useApp((state) => state.client)
  return useLinePages<ConsoleLine>((input) => callLink(client, link, ircMethods, 'console', input))
}
