import { jaibberMethods } from '../../../protocols/jaibber/pure/api.ts'
import type { AgentLogLine } from '../../../protocols/jaibber/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import type { Local } from '../../app/locals.ts'
import { useApp } from '../../app/store.ts'
import { useLinePages } from '../../app/use-line-pages.ts'
import { LineLog } from '../../ui/line-log.tsx'

/** What an agent of this machine did, newest last. */
export function LocalLog({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [pages, loadEarlier] = useLinePages<AgentLogLine>((input) =>
    callLink(client, link.id, jaibberMethods, 'log', { agent: agent.id, ...input }),
  )
  return (
    <section aria-label="Log">
      <h3>Log</h3>
      <LineLog pages={pages} empty="It has not done anything since Patchbay was started." onEarlier={() => void loadEarlier()} />
    </section>
  )
}
