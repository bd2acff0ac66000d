import { FlaskConical, FolderOpen, Play } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { FolderField } from './folder-field.tsx'
import { Legend } from './legend.tsx'
import './first-run.css'
import { KeyCap } from '../../ui/key-caps.tsx'
import { useApp } from '../state/store.ts'

/** Shown while no folder is open: three ways to start, what Patchbay can read, and a legend. */
export function FirstRun(): React.JSX.Element {
  const protocols = useApp((state) => state.protocols)
  const startFault = useApp((state) => state.startFault)
  return (
    <main className="pane start" aria-label="Start" data-pane="main">
      <div className="column">
        <div>
          <h1>Nothing is connected yet</h1>
          <p className="mid">
            Patchbay reads the places where your agents already talk. Explore the demo, or open a project folder. Viewing never changes a
            file.
          </p>
          {startFault && <FieldFault fault={startFault} />}
          <ul className="ways">
            <Demo />
            <OpenFolder />
            <Simulate />
          </ul>
          <h2>
            Links <span className="n">0 of {protocols.length}</span>
          </h2>
          <ul className="tbl links" aria-label="Links">
            {protocols.map((protocol) => (
              <li key={protocol.id} className="tr link-r">
                <span>
                  <Glyph shape="off" />
                </span>
                <Chip protocol={protocol.id} />
                <b className="cut">{protocol.title}</b>
                <span className="mid">{protocol.blurb}</span>
                <span className="small dim">{protocol.needs === 'folder' ? 'needs a folder' : 'not set up'}</span>
              </li>
            ))}
          </ul>
        </div>
        <section aria-labelledby="start-legend">
          <h2 id="start-legend">Legend</h2>
          <Legend />
        </section>
      </div>
    </main>
  )
}

function OpenFolder(): React.JSX.Element {
  const canPick = useApp((state) => state.info?.canPickFolder === true)
  const pick = useApp((state) => state.pickWorkspace)
  const open = useApp((state) => state.openWorkspace)
  const [fault, setFault] = useState<Fault>()
  const choose = async (): Promise<void> => {
    const picked = await pick()
    // Closing the dialog is not an error.
    setFault(picked.ok || picked.fault.code === 'cancelled' ? undefined : picked.fault)
  }
  return (
    <li>
      <FolderOpen className="i" aria-hidden="true" />
      <span className="two">
        <b>Open a folder</b>
        <span className="mid small">A project folder where your agents talk, or will talk.</span>
      </span>
      {canPick && (
        <button type="button" className="btn" onClick={() => void choose()}>
          Open folder <KeyCap text={keyCaps('$mod+o').join(' ')} />
        </button>
      )}
      {!canPick && <FolderField focusesItself isSecond onOpen={open} />}
      {fault && <FieldFault fault={fault} />}
    </li>
  )
}

function Simulate(): React.JSX.Element {
  const open = useApp((state) => state.openSimulate)
  return (
    <li>
      <FlaskConical className="i" aria-hidden="true" />
      <span className="two">
        <b>Simulate</b>
        <span className="mid small">Play a scenario, such as a deadlock or a flood, in a throw-away workspace.</span>
      </span>
      <button type="button" className="btn" onClick={open}>
        Simulate
      </button>
    </li>
  )
}

function Demo(): React.JSX.Element {
  const startDemo = useApp((state) => state.startDemo)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const start = async (): Promise<void> => {
    setBusy(true)
    const started = await startDemo()
    setBusy(false)
    setFault(started.ok ? undefined : started.fault)
  }
  return (
    <li>
      <Play className="i" aria-hidden="true" />
      <span className="two">
        <b>Try the demo</b>
        <span className="mid small">
          Scripted agents show how it works, in a temporary folder. No account needed; nothing leaves this computer.
        </span>
      </span>
      <button type="button" className="btn primary" disabled={busy} onClick={() => void start()}>
        {busy ? 'Starting…' : 'Start demo'}
      </button>
      {fault && <FieldFault fault={fault} />}
    </li>
  )
}
