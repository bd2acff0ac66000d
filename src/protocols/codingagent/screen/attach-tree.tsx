import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useOpenSession } from './use-open-session.ts'
import { CancelButton } from '../../../renderer/ui/cancel-button.tsx'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { count, counted, plain, sizeText } from '../../../renderer/ui/time.ts'
import { AttachRow, canAttach, canLeaveOut } from './attach-row.tsx'
import type { EntryState } from './attach-row.tsx'
import { isUnderOne, toggled, type Choice } from './tree-choice.ts'
import { useTree } from './use-tree.ts'
import type { TreeRow } from './use-tree.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { useCodingAgent } from './slices.ts'
import './attach-tree.css'

/** Which files the outbox lists and which it contains: the workspace as a tree, with search. */
export function AttachTree(): React.JSX.Element | null {
  const open = useOpenSession()
  return open?.row === undefined ? null : <Tree session={open.row.id} sequence={open.sequence} />
}

function Tree({ session, sequence }: { readonly session: string; readonly sequence: number }): React.JSX.Element {
  const callHome = useCodingAgent((state) => state.callHome)
  const loadRound = useCodingAgent((state) => state.loadRound)
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const leftOut = useCodingAgent((state) => state.session.outbox?.leftOut)
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'copy' ? state.session.fault.fault : undefined))
  const busy = useCodingAgent((state) => state.session.busy === 'choose')
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const tree = useTree(session, query)
  const [changed, setChanged] = useState<Choice>()
  const [active, setActive] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const choice = changed ?? choiceOf(tree.chosen)
  const at = Math.max(
    0,
    tree.rows.findIndex((row) => row.entry.path === active),
  )
  const current = tree.rows[at]
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const shownFault = tree.fault ?? fault
  const stateOf = ({ entry }: TreeRow): EntryState => {
    if (entry.state === 'ignored') return 'ignored'
    return choice.attach.has(entry.path) ? 'attached' : choice.leaveOut.has(entry.path) ? 'left out' : 'listed'
  }
  const change = (row: TreeRow | undefined, what: keyof Choice): void => {
    if (row === undefined || tree.chosen === undefined || isUnderOne(row.entry.path, choice.leaveOut)) return
    if (what === 'attach' ? canAttach(row.entry) : canLeaveOut(row.entry)) setChanged(toggled(choice, what, row.entry.path))
  }
  const save = async (): Promise<void> => {
    const written = await callHome('choose', { session, leaveOut: [...choice.leaveOut], attach: [...choice.attach] })
    if (!written.ok) return
    await loadRound()
    close()
    toast({ text: `Outbox ${sequence} updated`, detail: plain(sizeText(written.value.bytes)) })
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const go = (index: number): void => setActive(tree.rows[Math.min(Math.max(index, 0), tree.rows.length - 1)]?.entry.path ?? '')
    const isFolder = current?.entry.kind === 'folder' && query === ''
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(tree.rows.length - 1)
    else if (event.key === 'ArrowRight' && isFolder && !current.isOpen) tree.setOpen(current.entry.path, true)
    else if (event.key === 'ArrowRight' && isFolder) go(at + 1)
    else if (event.key === 'ArrowLeft' && isFolder && current.isOpen) tree.setOpen(current.entry.path, false)
    else if (event.key === 'ArrowLeft') setActive(current?.entry.path.split('/').slice(0, -1).join('/') ?? '')
    else if ((event.key === 'Enter' || event.key === ' ') && isFolder) tree.setOpen(current.entry.path, !current.isOpen)
    else if (event.key === 'Enter' || event.key === ' ') change(current, 'attach')
    else if (event.key === 'Delete' || event.key === 'Backspace') change(current, 'leaveOut')
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      className="dlg tree"
      title={`Files of outbox ${sequence}`}
      about="Every file is listed with its size. Attach what the LLM should read right away; leave out what it does not need."
      footer={
        <>
          <span className="small mid" role="status">
            {counted(choice.attach.size, 'file')} attached, {count(choice.leaveOut.size)} left out by you
          </span>
          <CancelButton onCancel={close} />
          <button type="button" className="btn primary" disabled={changed === undefined || busy} onClick={() => void save()}>
            {busy ? 'Updating…' : 'Update outbox'}
          </button>
        </>
      }
      onClose={close}
    >
      <input
        className="in"
        type="search"
        data-autofocus
        aria-label="Search files"
        placeholder="Search by path"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setActive('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.focus()
        }}
      />
      <div
        ref={list}
        role="tree"
        aria-label="Files of the workspace"
        aria-activedescendant={current === undefined ? undefined : `${id}-${at}`}
        aria-describedby={`${id}-keys`}
        aria-busy={tree.isLoading}
        className="tree-rows"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {tree.rows.map((row, index) => (
          <AttachRow
            key={row.entry.path}
            id={`${id}-${index}`}
            row={row}
            isActive={index === at}
            state={stateOf(row)}
            isUnder={isUnderOne(row.entry.path, choice.leaveOut)}
            isFound={query !== ''}
            onFocus={() => setActive(row.entry.path)}
            onOpen={(isOpen) => tree.setOpen(row.entry.path, isOpen)}
            onAttach={() => change(row, 'attach')}
            onLeaveOut={() => change(row, 'leaveOut')}
          />
        ))}
        {tree.rows.length === 0 && (
          <p className="small dim">
            {tree.isLoading ? 'Reading the folder…' : query === '' ? 'The folder is empty.' : 'No matching paths.'}
          </p>
        )}
      </div>
      {shownFault !== undefined && <FieldFault fault={shownFault} />}
      <p className="small dim" id={`${id}-keys`}>
        <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> attach or open, <kbd>Del</kbd> leave out.{' '}
        {tree.more > 0 && `${count(tree.more)} more not shown; search to find them. `}
        {leftOut !== undefined &&
          leftOut.length > 0 &&
          `Not listed: ${leftOut.map((one) => `${count(one.files)} ${one.reason}`).join(', ')}.`}
      </p>
    </Dialog>
  )
}

const nothing: Choice = { leaveOut: new Set(), attach: new Set() }

function choiceOf(chosen: { readonly leaveOut: readonly string[]; readonly attach: readonly string[] } | undefined): Choice {
  return chosen === undefined ? nothing : { leaveOut: new Set(chosen.leaveOut), attach: new Set(chosen.attach) }
}
