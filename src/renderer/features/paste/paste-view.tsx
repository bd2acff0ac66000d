import { useEffect } from 'react'
import { isAtPrompts } from '../../../protocols/jaibber/screen/paste/prompts.ts'
import type { OpenDesk } from '../../../protocols/codingagent/screen/session-state.ts'
import { useOpenDesk } from '../../../protocols/codingagent/screen/use-open-session.ts'
import type { SessionRow } from '../../../protocols/codingagent/pure/api.ts'
import { isTyping } from '../../ui/keys.ts'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { ApplyMode } from '../../../protocols/codingagent/screen/apply-mode.tsx'
import { CopyStep } from '../../../protocols/codingagent/screen/copy-step.tsx'
import { ExcludeOffer } from '../../../protocols/codingagent/screen/exclude-offer.tsx'
import { NoDesk, NoSession } from '../../../protocols/codingagent/screen/no-session.tsx'
import { ListButton } from './list-button.tsx'
import { NewSessionButton } from '../../../protocols/codingagent/screen/new-session-button.tsx'
import './paste.css'
import { PasteStep } from '../../../protocols/codingagent/screen/paste-step.tsx'
import { PromptPane } from '../../../protocols/jaibber/screen/paste/prompt-pane.tsx'
import { Review } from '../../../protocols/codingagent/screen/review.tsx'
import { RoundMenu } from '../../../protocols/codingagent/screen/round-menu.tsx'
import { firstLine } from '../../../protocols/codingagent/screen/session-item.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

/** What waits for a paste: a prompt of an agent, or the paste desk. */
export function PasteView(): React.JSX.Element {
  return useApp(isAtPrompts) ? <PromptPane /> : <PasteDesk />
}

/** The paste desk: copy the outbox, paste the reply, review what it would do. */
function PasteDesk(): React.JSX.Element {
  const desk = useOpenDesk()
  useRound(desk)
  usePastedText(desk?.row !== undefined)
  if (desk?.row === undefined) {
    return (
      <>
        <header className="head">
          <ListButton />
          <h1>Paste</h1>
        </header>
        <div className="scroll">{desk === undefined ? <NoDesk /> : <NoSession desk={desk} />}</div>
      </>
    )
  }
  const { row, sequence, view } = desk
  return (
    <>
      <DeskHead row={row} sequence={sequence} />
      {view?.readOnly !== undefined && (
        <div className="desk-note">
          <FieldFault fault={view.readOnly} />
        </div>
      )}
      {view?.exclude !== undefined && view.readOnly === undefined && <ExcludeOffer offer={view.exclude} />}
      <div className="steps">
        <CopyStep desk={desk} />
        <PasteStep desk={desk} />
      </div>
      <Review />
    </>
  )
}

function DeskHead({ row, sequence }: { readonly row: SessionRow; readonly sequence: number }): React.JSX.Element {
  return (
    <header className="head">
      <ListButton />
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
    </header>
  )
}

/** Asks for the round on screen: when it is opened, when it got on, and when the operator comes back, since files may have changed. */
function useRound(desk: OpenDesk | undefined): void {
  const store = useStoreApi()
  const entry = desk?.row?.rounds.find((one) => one.sequence === desk.sequence)
  const key = desk?.row === undefined ? '' : [desk.link.id, desk.row.id, desk.sequence, entry?.state, entry?.failed].join(' ')
  const isReviewed = entry?.state === 'replied'
  useEffect(() => {
    if (key !== '') void store.getState().loadRound()
  }, [key, store])
  useEffect(() => {
    if (!isReviewed) return undefined
    const again = (): void => {
      if (store.getState().paste.busy === undefined) void store.getState().loadRound()
    }
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [isReviewed, store])
}

/** What the operator pastes anywhere on the desk, outside of fields, is the reply. It needs no permission of the browser. */
function usePastedText(isOpen: boolean): void {
  const store = useStoreApi()
  useEffect(() => {
    if (!isOpen) return undefined
    const take = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]') !== null || text.trim() === '') return
      event.preventDefault()
      void store.getState().takeReply(text)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [isOpen, store])
}
