import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { copyText } from '../../ui/copy-text.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useApp } from '../state/store.ts'

interface CopyButtonProps {
  readonly text: string
  /** What was copied, for the toast: `Address`. */
  readonly what: string
}

/** Copies exact text and confirms it. */
export function CopyButton({ text, what }: CopyButtonProps): React.JSX.Element {
  const toast = useApp((state) => state.toast)
  const [fault, setFault] = useState<Fault>()
  const copy = async (): Promise<void> => {
    const copied = await copyText(text)
    setFault(copied.ok ? undefined : copied.fault)
    if (copied.ok) toast({ text: `${what} copied` })
  }
  return (
    <>
      <button type="button" className="btn ghost" onClick={() => void copy()}>
        <Copy className="i" aria-hidden="true" /> Copy
      </button>
      {fault && <FieldFault fault={fault} />}
    </>
  )
}
