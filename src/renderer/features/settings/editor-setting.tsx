import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useApp } from '../state/store.ts'

/** The program that opens a file at a line. Saved when the field is left or Enter is pressed; a refused value stays. */
export function EditorSetting(): React.JSX.Element {
  const saved = useApp((state) => state.settings.editor)
  const setSettings = useApp((state) => state.setSettings)
  const opensByItself = useApp((state) => state.info?.shell === 'electron')
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<Fault>()
  const [isWaiting, setWaiting] = useState(false)
  const value = draft ?? saved
  const save = async (editor = value): Promise<void> => {
    if (editor.trim() === saved) return
    setWaiting(editor.trim() !== '')
    const answer = await setSettings({ editor: editor.trim() })
    setWaiting(false)
    setFault(answer.ok ? undefined : answer.fault)
    if (answer.ok) setDraft(undefined)
  }
  return (
    <form
      className={fault ? 'set bad' : 'set'}
      onSubmit={(event) => {
        event.preventDefault()
        // Leaving the field saves it; a dialog does not open while the operator is typing.
        event.currentTarget.querySelector('input')?.blur()
      }}
    >
      <label htmlFor="editor">Editor</label>
      <div className="value">
        <input
          id="editor"
          className="in mono"
          aria-describedby={fault ? 'editor-hint editor-fault' : 'editor-hint'}
          aria-invalid={fault ? true : undefined}
          spellCheck={false}
          autoComplete="off"
          placeholder="code -g {file}:{line}"
          value={value}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={() => void save()}
        />
        <p className="hint" id="editor-hint">
          Program and arguments; {'{file}'} and {'{line}'} are filled in. Without one, files open in{' '}
          {opensByItself ? 'the system’s default program' : 'the raw view'}.
        </p>
        {isWaiting && (
          <p className="hint" role="status">
            Takes effect once you approve it.
          </p>
        )}
        {fault && (
          <FieldFault
            id="editor-fault"
            fault={fault}
            onFix={(fix) => {
              setDraft(fix)
              void save(fix)
            }}
          />
        )}
      </div>
    </form>
  )
}
