import { Braces, MailX, SquareTerminal, Users, Workflow } from 'lucide-react'
import { useNow } from '../../../renderer/features/state/clock.ts'
import type { InboxPlace } from './slices.ts'
import { useIsLive } from '../../../renderer/features/state/use-is-live.ts'
import type { ServerView, SwitchboardView } from '../pure/view.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { age, count, counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { ListItem } from '../../../renderer/features/conversations/list-item.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { newTerminalOverlay } from './overlays.ts'
import { useSwitchboard } from './slices.ts'

interface SectionProps {
  readonly view: SwitchboardView
  readonly place: InboxPlace
}

/** Registered agents and teams. */
export function RosterSection({ view, place }: SectionProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  return (
    <section aria-label="Roster">
      <h2 className="sect">Roster</h2>
      <ul>
        <ListItem isOn={place.kind === 'roster' && place.team === undefined} onOpen={() => openInbox({ kind: 'roster' })}>
          <Users className="i" aria-hidden="true" />
          <span className="name cut">Everyone</span>
          <span className="n">{count(view.roster.length)}</span>
        </ListItem>
        {view.teams.map((team) => (
          <ListItem
            key={team.id}
            isOn={place.kind === 'roster' && place.team === team.id}
            title={visibleString(team.members.join(', '))}
            onOpen={() => openInbox({ kind: 'roster', team: team.id })}
          >
            <span className="name cut">
              <VisibleText text={team.name} />
            </span>
            <span className="n">{counted(team.members.length, 'member')}</span>
          </ListItem>
        ))}
      </ul>
    </section>
  )
}

/** Files in inboxes that are not messages, by reason. */
export function DeadSection({ view, place }: SectionProps): React.JSX.Element | null {
  const openInbox = useSwitchboard((state) => state.openInbox)
  if (view.deadLetterCount === 0) return null
  const reasons = Map.groupBy(view.deadLetters, (letter) => letter.reason)
  return (
    <section aria-label="Dead letters">
      <h2 className="sect">
        Dead letters{' '}
        <button type="button" className="plain n lost" onClick={() => openInbox({ kind: 'dead' })}>
          {count(view.deadLetterCount)}
          <span className="sr"> dead {view.deadLetterCount === 1 ? 'letter' : 'letters'}</span>
        </button>
      </h2>
      <ul>
        {[...reasons].map(([reason, letters]) => (
          <ListItem key={reason} isOn={place.kind === 'dead' && place.reason === reason} onOpen={() => openInbox({ kind: 'dead', reason })}>
            <MailX className="i" aria-hidden="true" />
            <span className="name cut">
              <VisibleText text={capital(reason)} />
            </span>
            <span className="n">{count(letters.length)}</span>
          </ListItem>
        ))}
      </ul>
    </section>
  )
}

/** Running workflows, one row each. */
export function WorkflowSection({ view, place }: SectionProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const running = view.workflows.filter((row) => row.active !== undefined)
  return (
    <section aria-label="Workflows">
      <h2 className="sect">Workflows</h2>
      <ul>
        {running.length === 0 && (
          <ListItem isOn={place.kind === 'workflows'} onOpen={() => openInbox({ kind: 'workflows' })}>
            <Workflow className="i" aria-hidden="true" />
            <span className="name cut">None running</span>
          </ListItem>
        )}
        {running.map(({ active, targetAgent }, at) => (
          <ListItem key={targetAgent ?? ''} isOn={place.kind === 'workflows' && at === 0} onOpen={() => openInbox({ kind: 'workflows' })}>
            <Workflow className="i" aria-hidden="true" />
            <span className="name cut">
              <VisibleText text={active?.name ?? ''} />
              {targetAgent !== undefined && (
                <span className="dim">
                  {' '}
                  <VisibleText text={targetAgent} />
                </span>
              )}
            </span>
            <span className="n">
              {active?.phase}
              {active !== undefined && active.phases.length > 0 && ` of ${active.phases.length}`}
            </span>
          </ListItem>
        ))}
      </ul>
    </section>
  )
}

const shellGlyphs = { running: 'up', ended: 'lost', none: 'off' } as const
const shellWords = { running: 'runs', ended: 'ended', none: 'no shell' } as const

/** Registered terminals, with the shell that Patchbay runs for each. */
export function TerminalSection({ view, place }: SectionProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const terminals = view.roster.filter((row) => row.kind === 'terminal')
  const setOverlay = useApp((state) => state.setOverlay)
  return (
    <section aria-label="Terminals">
      <h2 className="sect">Terminals</h2>
      <ul>
        {terminals.map((row) => {
          const waits = view.waiting.filter((one) => one.terminal.toLowerCase() === row.name.toLowerCase()).length
          return (
            <ListItem
              key={row.name}
              isOn={place.kind === 'terminal' && place.name === row.name}
              onOpen={() => openInbox({ kind: 'terminal', name: row.name })}
            >
              <Glyph shape={waits > 0 ? 'needs' : shellGlyphs[row.shell]} />
              <span className="name cut">
                <VisibleText text={row.name} />
              </span>
              {waits > 0 ? (
                <span className="word needs">{counted(waits, 'question')}</span>
              ) : (
                <span className="word">{shellWords[row.shell]}</span>
              )}
            </ListItem>
          )
        })}
        {view.readOnly === undefined && (
          <ListItem isOn={false} onOpen={() => setOverlay(newTerminalOverlay({}))}>
            <SquareTerminal className="i" aria-hidden="true" />
            <span className="name cut dim">Start shell…</span>
          </ListItem>
        )}
      </ul>
    </section>
  )
}

/** The server's state as a shape and a word. */
const serverStates: { readonly [state in ServerView['state']]: { readonly shape: GlyphShape; readonly word: string } } = {
  on: { shape: 'up', word: 'on' },
  starting: { shape: 'half', word: 'starting' },
  off: { shape: 'off', word: 'off' },
  failed: { shape: 'down', word: 'failed' },
}

/** The MCP server's state as a shape and a word; unknown without a connection to the engine. */
export function useServerState(server: ServerView): { readonly shape: GlyphShape; readonly word: string } {
  return useIsLive() ? serverStates[server.state] : { shape: 'unknown', word: 'unknown' }
}

/** The MCP server, its connected clients and their number of calls. */
export function ServerSection({ link, view, place }: SectionProps & { readonly link: string }): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const now = useNow()
  const { server } = view
  const isLive = useIsLive()
  const state = useServerState(server)
  const open = (): void => openInbox({ kind: 'server' })
  const isOn = place.kind === 'server'
  return (
    <section aria-label="MCP server">
      <h2 className="sect">
        MCP server
        {isLive && server.state === 'on' && <span className="end mono meta">{server.address}</span>}
      </h2>
      <ul>
        <ListItem isOn={isOn} onOpen={open}>
          <Glyph shape={state.shape} />
          <span className="name cut">{capital(state.word)}</span>
          {isLive && server.state === 'on' && <span className="n">{counted(server.clients.length, 'client')}</span>}
        </ListItem>
        {(isLive ? server.clients : []).map((client) => (
          <ListItem key={client.session} isOn={false} onOpen={open}>
            <Glyph shape={client.agent === undefined ? 'off' : 'up'} />
            <span className="name cut who-program">
              {client.agent === undefined ? <span>not registered</span> : <AgentName source={link} name={client.agent} />}
              <span className="dim cut" title={visibleString(client.program ?? '')}>
                <VisibleText text={client.program ?? ''} />
              </span>
            </span>
            <span className="age">{age(client.lastCallAt ?? client.since, now)}</span>
          </ListItem>
        ))}
        {server.callCount > 0 && (
          <ListItem isOn={false} onOpen={open}>
            <Braces className="i" aria-hidden="true" />
            <span className="name cut">Tool calls</span>
            <span className="n">{count(server.callCount)}</span>
          </ListItem>
        )}
      </ul>
    </section>
  )
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
