import { Copy, ListTree } from 'lucide-react'
import { keyCaps } from '../../../renderer/ui/keys.ts'
import type { OpenSession } from './slices.ts'
import { canChooseFiles } from './reply-state.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { clockTime, count, counted } from '../../../renderer/ui/time.ts'
import { Peek } from '../../../renderer/features/common/peek.tsx'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { attachOverlay, outboxOverlay } from './overlays.ts'
import { useCodingAgent } from './slices.ts'

/** Step 1: the text for the LLM, its size, and the one key that copies it. */
export function CopyStep({ open }: { readonly open: OpenSession }): React.JSX.Element {
  const outbox = useCodingAgent((state) => state.session.outbox)
  const round = useCodingAgent((state) => state.session.round)
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'copy' ? state.session.fault.fault : undefined))
  const copy = useCodingAgent((state) => state.copyOutbox)
  const setOverlay = useApp((state) => state.setOverlay)
  const { row, sequence } = open
  const copiedAt = row?.rounds.find((one) => one.sequence === sequence)?.copiedAt ?? outbox?.copiedAt
  const title = `Outbox ${sequence}`
  const canChoose = useCodingAgent(canChooseFiles)
  // Only the next step has a primary button.
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
          <Peek title={title} text={outbox.text} whole={outboxOverlay({ title, text: outbox.text })} />
        </>
      )}
    </section>
  )
}
