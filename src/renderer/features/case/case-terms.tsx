import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { termFault } from '../../../core/case/redact.ts'
import { fail, type Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { CaseTimes } from './case-times.tsx'

interface CaseTermsProps {
  readonly terms: readonly string[]
  onChange(terms: readonly string[]): void
}

/** Words and patterns of the operator that a case replaces. */
export function CaseTerms({ terms, onChange }: CaseTermsProps): React.JSX.Element {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<Fault>()
  const add = (): void => {
    const wrong = termFault(text)
    setFault(wrong === undefined ? undefined : fail('invalid', wrong).fault)
    if (wrong !== undefined) return
    if (!terms.includes(text)) onChange([...terms, text])
    setText('')
  }
  return (
    <>
      {terms.map((term) => (
        <div className="ck" key={term}>
          <button
            type="button"
            className="btn ghost icon small"
            aria-label={`Keep ${term}`}
            title="Keep it"
            onClick={() => onChange(terms.filter((each) => each !== term))}
          >
            <X className="i" aria-hidden="true" />
          </button>
          <span className="cut">
            <VisibleText text={term} />
          </span>
          {/* Of several, only the sum is known. */}
          {terms.length === 1 && <CaseTimes kind="term" />}
        </div>
      ))}
      <form
        className="ck"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <button type="submit" className="btn ghost icon small" aria-label="Replace this, too" title="Replace this, too">
          <Plus className="i" aria-hidden="true" />
        </button>
        <input
          className="in"
          aria-label="A word or /pattern/ to replace"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : 'case-term-fault'}
          placeholder="A word or /pattern/"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      {fault !== undefined && <FieldFault id="case-term-fault" fault={fault} />}
    </>
  )
}
