import { Copy, ListTree } from 'lucide-react'
import { keyCaps } from '../../../renderer/ui/keys.ts'
import type { OpenDesk } from './session-state.ts'
import { canChooseFiles } from './paste-acts.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { clockTime, count, counted } from '../../../renderer/ui/time.ts'
import { Peek } from './peek.tsx'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { attachOverlay } from './overlays.ts'

/** Step 1: the text for the LLM, its size, and the one key that copies it. */
export function CopyStep({ desk }: { readonly desk: OpenDesk }): React.JSX.Element {
  const outbox = useApp((state) => state.paste.outbox)
  const round = useApp((state) => state.paste.round)
  const fault = useApp((state) => (state.paste.fault?.at === 'copy' ? state.paste.fault.fault : undefined))
  const copy = useApp((state) => state.copyOutbox)
  const setOverlay = useApp((state) => state.setOverlay)
  const { row, sequence } = desk
  const copiedAt = row?.rounds.find((one) => one.sequence === sequence)?.copiedAt ?? outbox?.copiedAt
  const title = `Outbox ${sequence}`
  const canChoose = useApp(canChooseFiles)
  // There is one primary button: what comes next.
  const isNext = copiedAt === undefined && round?.state === 'open'
  return (
    <section className="step" aria-label="Step 1, copy">
      <header>
        <span className={isNext ? 'num now' : 'num'} aria-hidden="true">
          1
        </span>
        <h2>Copy outbox {sequence}</h2>
        {copiedAt !== undefined && <Glyph shape="done" />}
        <span className="end" />
        {canChoose && (
          <button type="button" className="btn small ghost" title="Attach or leave out files" onClick={() => setOverlay(attachOverlay({}))}>
            <ListTree className="i" aria-hidden="true" /> Files
          </button>
        )}
        <button
          type="button"
          className={`btn small ${isNext ? 'primary' : ''}`}
          disabled={outbox === undefined}
          onClick={() => void copy()}
        >
          <Copy className="i" aria-hidden="true" /> {copiedAt === undefined ? 'Copy' : 'Copy again'}{' '}
          <KeyCap text={keyCaps('$mod+Shift+c').join(' ')} />
        </button>
      </header>
      {fault !== undefined && <FieldFault fault={fault} />}
      {outbox !== undefined && (
        <>
          <p className="lead" title={outbox.leftOut.map((one) => `Left out: ${count(one.files)} ${one.reason}`).join('\n')}>
            {count(outbox.bytes)}&nbsp;B · ≈ {count(outbox.tokens)} tokens · {counted(outbox.listed, 'file')}
            {outbox.leftOut.length > 0 && ', some left out'} · {copiedAt === undefined ? 'not copied yet' : `copied ${clockTime(copiedAt)}`}
          </p>
          <Peek title={title} text={outbox.text} />
        </>
      )}
    </section>
  )
}
