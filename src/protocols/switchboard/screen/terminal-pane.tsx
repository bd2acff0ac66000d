import { useLayoutEffect, useRef, useState } from 'react'
import { useBeat } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct, useSwitchboardAnswer } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { endStatus } from '../pure/session-end.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TypedTexts } from './typed-texts.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { PaneHead } from './pane-head.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

interface TerminalPaneProps {
  readonly switchboard: ShownSwitchboard
  readonly name: string
}

const refreshMs = 1_000

/** A registered terminal: the shell that Patchbay runs for it, its output and an input line. */
export function TerminalPane({ switchboard, name }: TerminalPaneProps): React.JSX.Element {
  const { view } = switchboard
  const row = view.roster.find((one) => one.name === name)
  const waiting = view.waiting.filter((one) => one.terminal.toLowerCase() === name.toLowerCase())
  const start = useSwitchboardAct('startShell')
  const stop = useSwitchboardAct('closeShell')
  const [round, setRound] = useState(0)
  const shell = row?.shell ?? 'none'
  // A shell's output is not part of the view: it is fetched while the shell runs.
  const beat = useBeat(refreshMs)
  const again = shell === 'running' ? `${round} ${beat}` : `${round} ${shell}`
  const answer = useSwitchboardAnswer('terminal', shell === 'none' ? undefined : { name }, again)
  const terminal = answer?.ok === true ? answer.value : undefined
  const fault = start.fault ?? stop.fault ?? (answer?.ok === false ? answer.fault : undefined)
  return (
    <>
      <PaneHead title={<VisibleText text={name} />}>
        <span className="sub agent">
          <Glyph shape={shell === 'running' ? 'up' : shell === 'ended' ? 'lost' : 'off'} />
          {shell === 'running'
            ? `shell running${terminal?.pid === undefined ? '' : `, process ${terminal.pid}`}`
            : shell === 'ended'
              ? 'shell ended'
              : row?.status === endStatus.stopped
                ? 'stopped by you'
                : 'no shell'}
          {shell === 'ended' && terminal?.exitCode !== undefined && ` with code ${terminal.exitCode}`}
        </span>
        <span className="end" />
        {shell === 'running' ? (
          <button type="button" className="btn" disabled={stop.isBusy} onClick={() => void stop.run({ name })}>
            Close shell
          </button>
        ) : (
          shell === 'ended' && (
            <button type="button" className="btn" disabled={start.isBusy} onClick={() => void start.run({ name })}>
              Start new shell
            </button>
          )
        )}
      </PaneHead>
      <KeeperNote view={view} />
      {waiting.length > 0 && (
        <div className="server-note">
          <p className="small needs agent" role="status">
            <Glyph shape="needs" /> {counted(waiting.length, 'text')} of{' '}
            {visibleString([...new Set(waiting.map((one) => one.from))].join(', '))} {waiting.length === 1 ? 'needs' : 'need'} your approval
            before running here. Open it from the status bar.
          </p>
        </div>
      )}
      {fault !== undefined && (
        <div className="server-note">
          <FieldFault fault={fault} />
        </div>
      )}
      {shell === 'none' ? (
        <div className="scroll">
          <div className="empty">
            <h2>No shell</h2>
            <p>
              {row?.pid === undefined ? 'This terminal is registered' : `Process ${row.pid} is registered under this name`}, outside
              Patchbay’s control. Start a shell here to run what a lead sends with <code>execute</code>, after you approve it.
            </p>
            <div className="acts">
              <button type="button" className="btn primary" disabled={start.isBusy} onClick={() => void start.run({ name })}>
                {start.isBusy ? 'Starting…' : 'Start shell'}
              </button>
            </div>
          </div>
        </div>
      ) : (
        <>
          <TypedTexts texts={terminal?.texts ?? []} />
          <Output text={terminal?.output ?? ''} isCut={terminal?.isCut === true} name={name} />
          {shell === 'running' && <InputLine name={name} onSent={() => setRound(round + 1)} />}
        </>
      )}
    </>
  )
}

/** The end of the output; follows new text until the operator scrolls away. */
function Output({ text, isCut, name }: { readonly text: string; readonly isCut: boolean; readonly name: string }): React.JSX.Element {
  const box = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new text is what it waits for
  }, [text])
  return (
    <pre
      ref={box}
      className="raw term"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      aria-label={`Output of ${visibleString(name)}`}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {isCut && <span className="k">… earlier output discarded{'\n'}</span>}
      {text === '' ? <span className="k">No output yet.</span> : <VisibleText text={text} />}
    </pre>
  )
}

function InputLine({ name, onSent }: { readonly name: string; readonly onSent: () => void }): React.JSX.Element {
  const send = useSwitchboardAct('terminalInput')
  const isReadOnly = useApp((state) => state.connection.state !== 'open')
  const [text, setText] = useState('')
  const run = async (): Promise<void> => {
    const done = await send.run({ name, text })
    if (!done.ok) return
    setText('')
    onSent()
  }
  return (
    <form
      className="term-line"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <input
        className="in mono"
        aria-label={`Type into ${visibleString(name)}`}
        placeholder="Input for this shell"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className="btn" disabled={send.isBusy || isReadOnly || text === ''}>
        Send
      </button>
      {send.fault !== undefined && <FieldFault fault={send.fault} />}
    </form>
  )
}
