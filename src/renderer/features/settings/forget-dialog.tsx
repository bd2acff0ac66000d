import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { sizeText } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { FolderLookAlikeNote } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

type Choice = 'clean' | 'delete' | 'keep'

/** Asks before a workspace is forgotten; where copies of the journal have it, too, the operator chooses what happens to them. */
export function ForgetDialog({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }): React.JSX.Element {
  const forget = useApp((state) => state.forgetWorkspace)
  const toast = useApp((state) => state.toast)
  const answer = useAnswer('workspaces.copies', { workspace: workspace.id })
  // Also where no copy is shown: one that is made while the dialog is open must not keep what it says is deleted.
  const [choice, setChoice] = useState<Choice>('clean')
  const [fault, setFault] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  const copies = answer?.ok === true ? answer.value : []
  const confirm = async (): Promise<void> => {
    setBusy(true)
    const forgotten = await forget(workspace.id, choice)
    setBusy(false)
    if (!forgotten.ok) {
      setFault(forgotten.fault)
      return
    }
    toast({ text: 'Workspace forgotten', detail: workspace.name })
    onClose()
  }
  return (
    <Dialog
      title={
        <>
          Forget <VisibleText text={workspace.name} />?
        </>
      }
      footer={
        <>
          <CancelButton hasFocus onCancel={onClose} />
          <button type="button" className="btn danger" disabled={answer === undefined || isBusy} onClick={() => void confirm()}>
            {isBusy ? 'Forgetting…' : 'Forget'}
          </button>
        </>
      }
      onClose={onClose}
    >
      <p className="small">
        Patchbay deletes everything it stored about this workspace: messages, links, names and approvals. The folder is not changed; if you
        open it again, its files are read from the start.
      </p>
      <pre className="raw">
        <VisibleText text={workspace.path} />
      </pre>
      <FolderLookAlikeNote workspace={workspace} />
      {copies.length > 0 && <CopyChoice copies={copies} choice={choice} onChoice={setChoice} />}
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}

interface CopyChoiceProps {
  readonly copies: readonly { readonly file: string; readonly bytes: number; readonly isReadable: boolean; readonly isArchive: boolean }[]
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
}

function CopyChoice({ copies, choice, onChoice }: CopyChoiceProps): React.JSX.Element {
  const size = sizeText(copies.reduce((sum, { bytes }) => sum + bytes, 0))
  const files = copies.length === 1 ? '1 file' : `${copies.length} files`
  const unreadable = copies.filter(({ isReadable }) => !isReadable).length
  const hasArchive = copies.some(({ isArchive }) => isArchive)
  const choices: readonly (readonly [Choice, string, string])[] = [
    ['clean', 'Remove it', unreadable === 0 ? 'the rest of each copy stays' : `except from ${unreadable} that cannot be read`],
    ['delete', 'Delete them', hasArchive ? 'archives keep the other workspaces’ data' : 'other workspaces lose these copies, too'],
    ['keep', 'Leave them', 'restoring one brings this workspace back'],
  ]
  return (
    <>
      <p className="small">{`${hasArchive ? 'Copies and archives' : 'Copies'} of the journal contain it, too: ${files}, ${size}.`}</p>
      <ul className="copies">
        {copies.map(({ file, bytes, isReadable }) => (
          <li key={file}>
            <span className="mono meta cut" title={visibleString(file)}>
              <VisibleText text={file.replace(/^.*[/\\]/, '')} />
            </span>
            <span className="dim">{isReadable ? sizeText(bytes) : `${sizeText(bytes)}, cannot be read`}</span>
          </li>
        ))}
      </ul>
      <fieldset className="opts">
        <legend className="sr">What happens to these copies</legend>
        {choices.map(([each, label, meaning]) => (
          <label key={each}>
            <input type="radio" name="copies" checked={choice === each} onChange={() => onChoice(each)} />
            {label} <span className="dim">{meaning}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
