import { jaibberMethods } from '../../pure/api.ts'
import type { AgentLogLine } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import type { Local } from './locals.ts'
import { useLinePages } from '../../../../renderer/ui/use-line-pages.ts'
import { LineLog } from '../../../../renderer/ui/line-log.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** The log of a local agent, newest last. */
export function LocalLog({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [pages, loadEarlier] = useLinePages<AgentLogLine>((input) =>
    callLink(client, link.id, jaibberMethods, 'log', { agent: agent.id, ...input }),
  )
  return (
    <section aria-label="Log">
      <h3>Log</h3>
      <LineLog pages={pages} empty="No activity since Patchbay started." onEarlier={() => void loadEarlier()} />
    </section>
  )
}
