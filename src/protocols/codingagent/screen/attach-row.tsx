import { ChevronDown, ChevronRight, File, Folder } from 'lucide-react'
import { sizeText } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import type { TreeRow } from './use-tree.ts'

export type EntryState = TreeRow['entry']['state']

interface AttachRowProps {
  readonly row: TreeRow
  readonly id: string
  readonly isActive: boolean
  /** The operator's current choice. */
  readonly state: EntryState
  /** A folder above it is left out. */
  readonly isUnder: boolean
  /** Search results show their full path. */
  readonly isFound: boolean
  readonly onFocus: () => void
  readonly onOpen: (isOpen: boolean) => void
  readonly onAttach: () => void
  readonly onLeaveOut: () => void
}

const words: Readonly<Record<EntryState, string>> = {
  listed: 'listed',
  attached: 'with its contents',
  'left out': 'left out',
  ignored: 'ignored',
}

/** Whether an entry can be sent with its contents. */
export function canAttach(entry: TreeRow['entry']): boolean {
  return entry.kind === 'file' && entry.state !== 'ignored' && entry.reason === undefined
}

/** Whether the operator can choose for an entry. */
export function canLeaveOut(entry: TreeRow['entry']): boolean {
  return entry.state !== 'ignored'
}

/** One file or folder: its size, its place in the outbox, and the two choices. */
export function AttachRow(props: AttachRowProps): React.JSX.Element {
  const { row, id, isActive, state, isUnder, isFound, onFocus, onOpen, onAttach, onLeaveOut } = props
  const { entry, depth, isOpen } = row
  const name = isFound ? entry.path : (entry.path.split('/').at(-1) ?? entry.path)
  const isFolder = entry.kind === 'folder'
  const tone = isUnder || state === 'left out' || state === 'ignored' ? 'out' : state === 'attached' ? 'whole' : ''
  return (
    // The tree has the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isFolder && !isFound ? isOpen : undefined}
      aria-selected={isActive}
      tabIndex={-1}
      className={`tree-row d${Math.min(depth, 8)} ${isActive ? 'on' : ''} ${tone}`}
      title={visibleString(entry.path)}
      onClick={() => {
        onFocus()
        if (isFolder && !isFound) onOpen(!isOpen)
      }}
    >
      <span className="name cut">
        {isFolder && !isFound ? (
          isOpen ? (
            <ChevronDown className="i" aria-hidden="true" />
          ) : (
            <ChevronRight className="i" aria-hidden="true" />
          )
        ) : (
          <i className="i" aria-hidden="true" />
        )}
        {isFolder ? <Folder className="i" aria-hidden="true" /> : <File className="i" aria-hidden="true" />}
        <span className="cut">
          <VisibleText text={name} />
        </span>
      </span>
      <span className="size mono">{entry.size === undefined ? '' : sizeText(entry.size)}</span>
      <span className="what cut" title={entry.reason === undefined ? undefined : visibleString(entry.reason)}>
        {isUnder && state === 'listed' ? 'left out with its folder' : words[state]}
        {entry.reason !== undefined && (
          <>
            {': '}
            <VisibleText text={entry.reason} />
          </>
        )}
      </span>
      {/* For the pointer only: the tree's keys do the same, and a row's accessible name should not contain them. */}
      <span className="verbs" aria-hidden="true">
        {canAttach(entry) && !isUnder && (
          <Verb words={state === 'attached' ? 'Detach' : 'Attach'} isOn={state === 'attached'} onPress={onAttach} />
        )}
        {canLeaveOut(entry) && !isUnder && (
          <Verb words={state === 'left out' ? 'List it' : 'Leave out'} isOn={state === 'left out'} onPress={onLeaveOut} />
        )}
      </span>
    </div>
  )
}

interface VerbProps {
  readonly words: string
  readonly isOn: boolean
  readonly onPress: () => void
}

function Verb({ words: label, isOn, onPress }: VerbProps): React.JSX.Element {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`btn small ghost ${isOn ? 'on' : ''}`}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      {label}
    </button>
  )
}
