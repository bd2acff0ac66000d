import { FileText, Folder } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Output } from '../../../api/contract.ts'
import { fail, type Fault, type Result } from '../../../core/fault.ts'
import { useAnswer } from '../state/use-answer.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { asFolder, splitPath } from './split-path.ts'

type FolderRow = Output<'workspaces.folders'>['folders'][number]

const words = {
  folder: { label: 'Folder', verb: 'Open folder', placeholder: '/path/to/project', rest: 'choose a folder below' },
  scenario: { label: 'File', verb: 'Open file', placeholder: '/path/to/scenario.yaml', rest: 'choose a file below' },
} as const

interface FolderFieldProps {
  /** A folder, or a scenario file in one. */
  readonly wants?: keyof typeof words
  /** Takes the focus when it appears. */
  readonly focusesItself?: boolean
  /** Another button next to it is the first choice. */
  readonly isSecond?: boolean
  readonly onOpen: (path: string) => Promise<Result<unknown>>
}

/** A path field that completes names as they are typed, where there is no native dialog. Folders with a `.workplace` are marked. */
export function FolderField({ wants = 'folder', focusesItself = false, isSecond = false, onOpen }: FolderFieldProps): React.JSX.Element {
  const [path, setPath] = useState('')
  const [at, setAt] = useState(-1)
  const [fault, setFault] = useState<Fault>()
  const { listed, rows, listFault } = useFolders(path, wants)
  const { label, verb, placeholder, rest } = words[wants]
  const input = useRef<HTMLInputElement>(null)
  const list = useId()

  useEffect(() => {
    if (focusesItself) input.current?.focus()
  }, [focusesItself])

  const change = (next: string): void => {
    setPath(next)
    setAt(-1)
    setFault(undefined)
  }
  const enter = (row: FolderRow): void => {
    change(row.isFile === true ? row.path : asFolder(row.path))
    input.current?.focus()
  }
  const open = async (): Promise<void> => {
    const wanted = path.trim()
    const opened = wanted === '' ? fail('invalid', `Enter a path, or ${rest}.`) : await onOpen(wanted)
    if (!opened.ok) {
      setFault(opened.fault)
      input.current?.focus()
    }
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, rows.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, -1))
    else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && rows[at]) enter(rows[at])
    else return
    event.preventDefault()
  }
  const shown = fault ?? listFault
  return (
    <form
      className="pathline"
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <div className="path">
        <input
          ref={input}
          className="in mono"
          role="combobox"
          aria-label={label}
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-activedescendant={rows[at] ? `${list}-${at}` : undefined}
          aria-autocomplete="list"
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${list}-fault` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={listed === '' ? placeholder : asFolder(listed)}
          value={path}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={isSecond ? 'btn' : 'btn primary'}>
          {verb}
        </button>
      </div>
      {shown && <FieldFault id={`${list}-fault`} fault={shown} onFix={change} />}
      <FolderList label={`${label}s`} id={list} rows={rows} at={at} onEnter={enter} />
    </form>
  )
}

interface FolderListProps {
  readonly label: string
  readonly id: string
  readonly rows: readonly FolderRow[]
  readonly at: number
  readonly onEnter: (row: FolderRow) => void
}

function FolderList({ label, id, rows, at, onEnter }: FolderListProps): React.JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="folders" hidden={rows.length === 0}>
      {rows.map((row, index) => (
        // The keyboard reaches the rows through the field above (aria-activedescendant).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div key={row.path} id={`${id}-${index}`} role="option" aria-selected={index === at} tabIndex={-1} onClick={() => onEnter(row)}>
          {row.isFile === true ? <FileText className="i" aria-hidden="true" /> : <Folder className="i" aria-hidden="true" />}
          <span className="cut">
            <VisibleText text={row.name} />
          </span>
          {row.hasChat && <span className="dim">has .workplace</span>}
        </div>
      ))}
    </div>
  )
}

/** What matches in the typed folder: names that begin with the rest of the input. Files and folders with a `.workplace` come first. */
function useFolders(
  path: string,
  wants: keyof typeof words,
): { readonly listed: string; readonly rows: readonly FolderRow[]; readonly listFault?: Fault } {
  const { folder, begun } = splitPath(path)
  // The engine lists hidden folders only for a name that begins with a dot.
  const answer = useAnswer('workspaces.folders', {
    path: begun.startsWith('.') ? `${folder}.` : folder,
    ...(wants === 'scenario' && { files: 'scenarios' }),
  })
  if (answer === undefined) return { listed: '', rows: [] }
  if (!answer.ok) return { listed: '', rows: [], listFault: answer.fault }
  const { path: listed, folders } = answer.value
  const begins = begun.toLowerCase()
  const rows = folders.filter((row) => row.name.toLowerCase().startsWith(begins))
  const isFirst = (row: FolderRow): boolean => row.hasChat || row.isFile === true
  return { listed, rows: [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))] }
}
