import { useEffect } from 'react'
import { Chip } from '../../../renderer/features/common/chip.tsx'
import { PasteHead } from '../../../renderer/features/paste/paste-head.tsx'
import { usePastedText } from '../../../renderer/features/paste/use-pasted-text.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import type { SessionRow } from '../pure/api.ts'
import { ApplyMode } from './apply-mode.tsx'
import { CopyStep } from './copy-step.tsx'
import { ExcludeOffer } from './exclude-offer.tsx'
import { firstLine } from './first-line.ts'
import { NewSessionButton } from './new-session-button.tsx'
import { NoSession } from './no-session.tsx'
import { PasteStep } from './paste-step.tsx'
import { Review } from './review.tsx'
import { RoundMenu } from './round-menu.tsx'
import { codingAgentOf, useCodingAgent } from './slices.ts'
import type { OpenSession } from './slices.ts'
import { useOpenSession } from './use-open-session.ts'

/** A session: copy the outbox, paste the reply, review what it would do. */
export function SessionPane(): React.JSX.Element | null {
  const open = useOpenSession()
  const takeReply = useCodingAgent((state) => state.takeReply)
  useRound(open)
  usePastedText(open?.row !== undefined, (text) => void takeReply(text))
  if (open === undefined) return null
  const { row, sequence, view } = open
  if (row === undefined) {
    return (
      <>
        <PasteHead />
        <div className="scroll">
          <NoSession open={open} />
        </div>
      </>
    )
  }
  return (
    <>
      <SessionHead row={row} sequence={sequence} />
      {view?.readOnly !== undefined && (
        <div className="paste-note">
          <FieldFault fault={view.readOnly} />
        </div>
      )}
      {view?.exclude !== undefined && view.readOnly === undefined && <ExcludeOffer offer={view.exclude} />}
      <div className="steps">
        <CopyStep open={open} />
        <PasteStep open={open} />
      </div>
      <Review />
    </>
  )
}

function SessionHead({ row, sequence }: { readonly row: SessionRow; readonly sequence: number }): React.JSX.Element {
  return (
    <PasteHead>
      <h1 className="cut" title={visibleString(row.task)}>
        <VisibleText text={firstLine(row.task)} />
      </h1>
      <Chip protocol="codingagent" />
      <span className="sub mono meta id" title={visibleString(`Session ${row.id} in ${row.workspace}`)}>
        {row.id}
      </span>
      <RoundMenu row={row} sequence={sequence} />
      <span className="end" />
      {row.isComplete ? <span className="sub">done</span> : <ApplyMode session={row} />}
      <NewSessionButton />
    </PasteHead>
  )
}

/** Fetches the round on screen when it is opened, when it progresses or is decided in another window, and when the operator returns, since files may have changed. */
function useRound(open: OpenSession | undefined): void {
  const store = useStoreApi()
  const entry = open?.row?.rounds.find((one) => one.sequence === open.sequence)
  // Its results stand below until this one has a reply, and its rollback is told in this one's outbox.
  const before = open?.row?.rounds.find((one) => one.sequence === open.sequence - 1)
  const parts = [open?.link.id, open?.row?.id, open?.sequence, entry?.state, entry?.reply, entry?.failed, entry?.version, before?.state]
  const key = open?.row === undefined ? '' : parts.join(' ')
  const isReviewed = entry?.state === 'replied'
  const decided = entry?.decided
  useEffect(() => {
    if (key !== '') void codingAgentOf(store.getState()).loadRound()
  }, [key, store])
  useEffect(() => {
    if (decided !== undefined) void codingAgentOf(store.getState()).followDecisions()
  }, [decided, store])
  useEffect(() => {
    if (!isReviewed) return undefined
    const again = (): void => {
      const state = codingAgentOf(store.getState())
      if (state.session.busy === undefined) void state.loadRound()
    }
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [isReviewed, store])
}
