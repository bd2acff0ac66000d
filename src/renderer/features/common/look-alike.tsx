import { oddLetter } from '../../../core/look-alike.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import type { Twin } from '../../../core/twin.ts'
import { twinOf } from '../agents/twin.ts'
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

function twinWords(name: string, twin: Twin): string {
  const odd = oddLetter(name, twin.name)
  const whose = twin.isOperator ? 'your name' : `“${visibleString(twin.name)}”`
  return `“${visibleString(name)}” looks like ${whose} but is another name${odd === undefined ? '' : `: ${odd}`}.`
}
