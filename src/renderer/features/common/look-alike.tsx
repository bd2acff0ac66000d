import { folderTwinOf, type FolderTwin } from '../../../core/folder-twin.ts'
import { oddLetter } from '../../../core/look-alike.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import type { Twin } from '../../../core/twin.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { twinOf } from './twin.ts'
import { useApp } from '../state/store.ts'

/** Next to a name that can be taken for the operator's or another agent's: that it is not. Nothing next to any other name. */
export function LookAlike({ name }: { readonly name: string }): React.JSX.Element | null {
  const twin = useApp((state) => twinOf(state, name))
  return twin === undefined ? null : (
    <span className="ctrl twin" title={twinWords(name, twin)}>
      not <VisibleText text={twin.isOperator ? 'you' : twin.name} />
    </span>
  )
}

/** The same in words, where the operator decides what the name may do. */
export function LookAlikeNote({ name }: { readonly name: string }): React.JSX.Element | null {
  const twin = useApp((state) => twinOf(state, name))
  return twin === undefined ? null : <p className="fault small">{twinWords(name, twin)}</p>
}

/** The same for the folder of a workspace that can be taken for another one. */
export function FolderLookAlike({ workspace }: { readonly workspace: Workspace }): React.JSX.Element | null {
  const twin = folderTwinOf(
    useApp((state) => state.workspaces),
    workspace,
  )
  return twin === undefined ? null : (
    <span className="ctrl twin" title={folderWords(twin)}>
      {twin.isAbove ? 'not in' : 'not'} <VisibleText text={twin.other} />
    </span>
  )
}

/** The same in words, before a decision about the workspace. */
export function FolderLookAlikeNote({ workspace }: { readonly workspace: Workspace }): React.JSX.Element | null {
  const twin = folderTwinOf(
    useApp((state) => state.workspaces),
    workspace,
  )
  return twin === undefined ? null : <p className="fault small">{folderWords(twin)}</p>
}

function folderWords({ own, other }: FolderTwin): string {
  return alikeWords(own, other, `“${visibleString(other)}”`, 'folder')
}

function twinWords(name: string, twin: Twin): string {
  return alikeWords(name, twin.name, twin.isOperator ? 'your name' : `“${visibleString(twin.name)}”`, 'name')
}

function alikeWords(own: string, other: string, whose: string, what: 'name' | 'folder'): string {
  const odd = oddLetter(own, other)
  return `“${visibleString(own)}” looks like ${whose} but is another ${what}${odd === undefined ? '' : `: ${odd}`}.`
}
