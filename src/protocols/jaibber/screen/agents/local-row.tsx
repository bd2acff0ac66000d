import { ClipboardPaste, Play, Square } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { hueOf } from '../../../../renderer/features/agents/directory.ts'
import type { Local } from './locals.ts'
import { Bar } from '../../../../renderer/ui/bar.tsx'
import { Chip } from '../../../../renderer/features/common/chip.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { isAsking, localWords, promptCount, runsText, waitsForPaste } from './local-words.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'
import { startAgentOverlay } from '../overlays.ts'

interface LocalRowProps {
  readonly local: Local
  readonly isOn: boolean
  /** How long ago its state began, in words. */
  readonly last: string
}

/** One local agent; its name is the button that opens its details. */
export const LocalRow = memo(function LocalRow({ local, isOn, last }: LocalRowProps): React.JSX.Element {
  const { key, link, agent } = local
  const { settings, state } = agent
  const setDetail = useApp((all) => all.setDetail)
  const hue = useApp((all) => hueOf(all, link.id, settings.name))
  const fault = useJaibber((all) => (all.localFault?.key === key ? all.localFault.fault : undefined))
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOn) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOn])
  const choose = (): void => setDetail('agents', key)
  const asks = useApp((all) => isAsking(all, local))
  const { shape, word, tone } = localWords(agent, asks)
  const trouble = state === 'failed' ? agent.lastFault?.message : undefined
  const runs = trouble ?? (asks ? 'needs your approval: see below' : runsText(settings.provider))
  const prompts = promptCount(agent)
  return (
    <>
      {/* A click anywhere in the row is a shortcut for the button inside it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        ref={row}
        className={`tr loc ${isOn ? 'on' : ''} ${state === 'stopped' ? 'off' : ''}`}
        role="row"
        tabIndex={-1}
        aria-current={isOn ? 'true' : undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('button') === null) choose()
        }}
      >
        <span role="cell">
          <Glyph shape={shape} />
        </span>
        <span role="cell" className={tone}>
          {word}
        </span>
        <span role="cell" className="who">
          <button type="button" className="plain agent" title={visibleString(settings.name)} onClick={choose}>
            <Bar hue={hue} />
            <b className="cut">
              <VisibleText text={settings.name} />
            </b>
          </button>
        </span>
        <span role="cell" className="col-chip">
          <Chip protocol={link.protocol} />
        </span>
        <span role="cell" className="col-provider mid">
          {settings.provider.kind}
        </span>
        <span
          role="cell"
          className={`col-runs cut ${settings.provider.kind === 'command' && !asks ? 'mono' : ''} ${trouble === undefined ? 'mid' : 'lost'}`}
          title={visibleString(runs)}
        >
          <VisibleText text={runs} />
        </span>
        <span role="cell" className="r">
          {prompts === 0 ? (
            <span className="dim">–</span>
          ) : (
            <button type="button" className="link" title="Show them" onClick={choose}>
              {count(prompts)}
              <span className="sr"> of {visibleString(settings.name)}</span>
            </button>
          )}
        </span>
        <span role="cell" className="age">
          {last}
        </span>
        <span role="cell">
          <Verb local={local} />
        </span>
      </div>
      {fault !== undefined && !isOn && (
        <div className="loc-more">
          <FieldFault fault={fault} />
        </div>
      )}
    </>
  )
})

/** The one action that its state calls for. */
function Verb({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const stopLocal = useJaibber((state) => state.stopLocal)
  const openPrompts = useJaibber((state) => state.openPrompts)
  const name = <span className="sr"> {visibleString(agent.settings.name)}</span>
  if (agent.state === 'stopped') {
    return (
      <button type="button" className="btn small" onClick={() => setOverlay(startAgentOverlay({ link: link.id, agent: agent.id }))}>
        <Play className="i" aria-hidden="true" /> Start{name}
      </button>
    )
  }
  if (waitsForPaste(agent)) {
    return (
      <button type="button" className="btn small" onClick={() => openPrompts(link.id, agent.settings.name)}>
        <ClipboardPaste className="i" aria-hidden="true" /> Paste{name}
      </button>
    )
  }
  return (
    <button type="button" className="btn small" onClick={() => void stopLocal('stopAgent', link.id, agent.id)}>
      <Square className="i" aria-hidden="true" /> Stop{name}
    </button>
  )
}
