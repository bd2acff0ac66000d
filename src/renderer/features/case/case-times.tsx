import type { RedactionKind } from '../../../core/case/redact.ts'
import { count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'

interface CaseTimesProps {
  readonly kind: RedactionKind
  /** It is not replaced. */
  readonly isKept?: boolean
}

/** How often something is replaced, and by which names: two columns, below each other in all rows. Empty until it is known. */
export function CaseTimes({ kind, isKept = false }: CaseTimesProps): React.JSX.Element {
  const replaced = useApp((state) => state.casePreview?.replaced)
  const { times, names } = replaced?.find((each) => each.kind === kind) ?? { times: 0, names: 1 }
  return (
    <span className="times end dim">
      <span className="n">{isKept || replaced === undefined ? '' : count(times)}</span>
      {isKept ? <span>kept</span> : <span className="mono">{namesOf(kind, names)}</span>}
    </span>
  )
}

/** The names of a kind, as they stand in the case. */
function namesOf(kind: RedactionKind, names: number): string {
  if (kind === 'home') return '~'
  if (kind === 'me') return '‹operator›'
  return names > 1 ? `‹${kind} 1–${count(names)}›` : `‹${kind} 1›`
}
