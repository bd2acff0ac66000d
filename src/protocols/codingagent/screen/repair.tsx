import { Undo2, Wrench } from 'lucide-react'
import { useMemo, useState } from 'react'
import { diffLines } from '../pure/diff-lines.ts'
import type { Round } from '../pure/api.ts'
import { canDecide } from './review-state.ts'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import type { DiffLayout } from './diff-rows.ts'
import { DiffSteps, DiffView } from './diff-view.tsx'
import { useCodingAgent } from './slices.ts'

/** Offers to repair a reply with one click; afterwards shows the change and the undo. */
export function RepairBar({ round }: { readonly round: Round }): React.JSX.Element {
  const repair = useCodingAgent((state) => state.repairReply)
  const unrepair = useCodingAgent((state) => state.unrepairReply)
  const ask = useCodingAgent((state) => state.askReview)
  const isFree = useCodingAgent((state) => canDecide(state) && state.session.busy === undefined)
  const repairs = round.plan?.repairs ?? 0
  const isRepaired = round.reply?.original !== undefined
  return (
    <div className="repair-bar small" role="status">
      {repairs > 0 ? (
        <span className="mid">
          {counted(repairs, 'thing')} in this reply can be repaired: quotes, fences, lists, bold tags or indentation.
        </span>
      ) : (
        <span className="mid">
          <Glyph shape="done" /> Repaired: the plan shows what the reply probably meant.
        </span>
      )}
      {isRepaired && (
        <>
          <button type="button" className="link" onClick={() => ask('repaired')}>
            What changed
          </button>
          <button type="button" className="btn small" disabled={!isFree} onClick={() => void unrepair()}>
            <Undo2 className="i" aria-hidden="true" /> Undo repair
          </button>
        </>
      )}
      {repairs > 0 && (
        <button type="button" className="btn small" disabled={!isFree} onClick={() => void repair()}>
          <Wrench className="i" aria-hidden="true" /> Repair
        </button>
      )}
    </div>
  )
}

/** The changes of *Repair*, as a diff. */
export function RepairedDialog({ before, after }: { readonly before: string; readonly after: string }): React.JSX.Element {
  const ask = useCodingAgent((state) => state.askReview)
  const unrepair = useCodingAgent((state) => state.unrepairReply)
  const [layout, setLayout] = useState<DiffLayout>('unified')
  const [change, setChange] = useState(0)
  const diff = useMemo(() => diffLines('the reply', before, after), [before, after])
  const close = (): void => ask(undefined)
  return (
    <Dialog
      className="dlg exact"
      title="Reply repaired"
      about="Only lint fixes were made. The plan was updated; nothing has been applied."
      footer={
        <>
          <button
            type="button"
            className="btn ghost"
            onClick={() => {
              close()
              void unrepair()
            }}
          >
            <Undo2 className="i" aria-hidden="true" /> Undo repair
          </button>
          <span className="end" />
          <button type="button" className="btn primary" data-autofocus onClick={close}>
            Show plan
          </button>
        </>
      }
      onClose={close}
    >
      <div className="diff repaired">
        <header>
          <DiffSteps diff={diff} layout={layout} change={change} onStep={(by) => setChange((at) => at + by)} onLayout={setLayout} />
        </header>
        <DiffView key={layout} diff={diff} layout={layout} change={change} />
      </div>
    </Dialog>
  )
}
