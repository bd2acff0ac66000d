import { Pencil, Play, Square, Trash2 } from 'lucide-react'
import type { LocalAgent } from '../../pure/api.ts'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { hueOf } from '../../../../renderer/features/agents/directory.ts'
import { shownLocal, type Local } from './locals.ts'
import { projectOf } from '../teams.ts'
import { Bar } from '../../../../renderer/ui/bar.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { Term } from '../../../../renderer/ui/term.tsx'
import { age, count, plain } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { LocalLog } from './local-log.tsx'
import { LocalMadeFrom } from './local-made-from.tsx'
import { LocalPrompts } from './local-prompts.tsx'
import { isAsking, localWords, runsText } from './local-words.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'
import { localAgentOverlay, removeAgentOverlay, startAgentOverlay } from '../overlays.ts'

/** The right pane of Agents for a local agent: its state, settings and actions. */
export function LocalPane(): React.JSX.Element | null {
  const local = useApp(shownLocal)
  return local === undefined ? null : <About key={local.key} local={local} />
}

function About({ local }: { readonly local: Local }): React.JSX.Element {
  const { key, link, agent } = local
  const { settings } = agent
  const fault = useJaibber((state) => (state.localFault?.key === key ? state.localFault.fault : undefined))
  return (
    <>
      <div className="insp scroll">
        <Summary local={local} />
        {fault !== undefined && <FieldFault fault={fault} />}
        <LocalPrompts local={local} />
        <h3>Setup</h3>
        <SetUp link={link.id} linkName={link.name} agent={agent} />
        <h3>Instructions</h3>
        {settings.instructions === '' ? (
          <p className="small dim">None. Members of its projects cannot see what it is for.</p>
        ) : (
          <RawText label="Instructions" text={settings.instructions} />
        )}
        <LocalMadeFrom key={key} local={local} />
        <LocalLog local={local} />
      </div>
      <Acts local={local} />
    </>
  )
}

function Summary({ local }: { readonly local: Local }): React.JSX.Element {
  const { link, agent } = local
  const now = useNow()
  const hue = useApp((state) => hueOf(state, link.id, agent.settings.name))
  const asks = useApp((state) => isAsking(state, local))
  const { shape, word, tone } = localWords(agent, asks)
  const { lastFault } = agent
  return (
    <>
      <h2 className="agent">
        <Bar hue={hue} />
        <span className="cut">
          <VisibleText text={agent.settings.name} />
        </span>
      </h2>
      <p className="small mid state">
        <Glyph shape={shape} />
        <span className={tone}>{word}</span>
        <span className="age end">{age(agent.since, now)}</span>
      </p>
      {lastFault !== undefined && agent.state === 'failed' && (
        <FieldFault fault={{ code: 'unavailable', message: lastFault.message, detail: `${plain(age(lastFault.at, now))} ago` }} />
      )}
    </>
  )
}

interface SetUpProps {
  readonly link: string
  readonly linkName: string
  readonly agent: LocalAgent
}

function SetUp({ link, linkName, agent: { settings, answered } }: SetUpProps): React.JSX.Element {
  const projects = useApp((state) => settings.projects.map((id) => projectOf(state, link, id)?.name ?? id).join(', '))
  const { provider } = settings
  const rows: readonly (readonly [string, string, string?])[] = [
    ['Team', linkName],
    ['Projects', projects],
    ['Runs', runsText(provider), provider.kind === 'command' ? 'mono' : ''],
    ...(provider.kind === 'command'
      ? ([
          ['Prompt', provider.prompt === 'stdin' ? 'on standard input' : 'as last argument'],
          ['Folder', provider.folder === '' ? 'the workspace' : provider.folder, provider.folder === '' ? '' : 'mono'],
        ] as const)
      : []),
    ...(provider.kind === 'echo' ? [] : ([['Time limit', `${count(settings.timeLimit)} s`]] as const)),
    ['Answered', count(answered)],
  ]
  return (
    <dl className="kv">
      {rows.map(([label, value, look]) => (
        <Term key={label} label={label} value={value} className={`wrap ${look ?? ''}`} />
      ))}
    </dl>
  )
}

function Acts({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const stopLocal = useJaibber((state) => state.stopLocal)
  const messageTo = useApp((state) => state.messageTo)
  const which = { link: link.id, agent: agent.id }
  const isStopped = agent.state === 'stopped'
  return (
    <footer className="foot-acts">
      {isStopped ? (
        <>
          <button type="button" className="btn primary" onClick={() => setOverlay(startAgentOverlay({ ...which }))}>
            <Play className="i" aria-hidden="true" /> Start… <kbd>s</kbd>
          </button>
          <button type="button" className="btn" onClick={() => setOverlay(localAgentOverlay({ ...which }))}>
            <Pencil className="i" aria-hidden="true" /> Edit… <kbd>e</kbd>
          </button>
        </>
      ) : (
        <>
          <button type="button" className="btn primary" onClick={() => messageTo(agent.settings.name, link.id)}>
            Message <kbd>r</kbd>
          </button>
          <button type="button" className="btn" onClick={() => void stopLocal('stopAgent', link.id, agent.id)}>
            <Square className="i" aria-hidden="true" /> Stop <kbd>s</kbd>
          </button>
        </>
      )}
      <span className="end" />
      <button
        type="button"
        className="btn ghost icon"
        title="Remove…"
        aria-label="Remove agent"
        onClick={() => setOverlay(removeAgentOverlay({ ...which }))}
      >
        <Trash2 className="i" aria-hidden="true" />
      </button>
    </footer>
  )
}
