import { ircMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import type { ConsoleLine } from '../../../protocols/scuttlebot/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'
import { useLinePages, type LinePages } from '../../app/use-line-pages.ts'

/** The lines of a network's connection, kept up to date while they are looked at. */
export function useConsole(link: string): readonly [LinePages<ConsoleLine>, () => Promise<void>] {
  const client = useApp((state) => state.client)
  return useLinePages<ConsoleLine>((input) => callLink(client, link, ircMethods, 'console', input))
}
