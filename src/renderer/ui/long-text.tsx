import { useState } from 'react'
import type { Fault } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { FieldFault } from './field-fault.tsx'
import { count } from './time.ts'

/** A text of this length is inserted in one step: browsers insert long ones line by line, which can take a minute. */
const pastedAtOnce = 4_000

interface LongTextProps extends Omit<React.ComponentProps<'textarea'>, 'onChange'> {
  /** Most UTF-16 units after a paste; absent: `limits.draftChars`. */
  readonly most?: number
  onText(text: string, field: HTMLTextAreaElement): void
}

/** A field for multi-line text. A long paste is inserted at once; one that is too long is refused, and a message next to the field says so. */
export function LongText({ most = limits.draftChars, onPaste, onText, ...rest }: LongTextProps): React.JSX.Element {
  const [fault, setFault] = useState<Fault>()
  const paste = (event: React.ClipboardEvent<HTMLTextAreaElement>): void => {
    onPaste?.(event)
    if (event.defaultPrevented) return
    const { currentTarget: field, clipboardData } = event
    const { value, selectionStart, selectionEnd } = field
    const pasted = clipboardData.getData('text/plain')
    const length = value.length - (selectionEnd - selectionStart) + pasted.length
    const isTooLong = length > most
    setFault(isTooLong ? tooLong(length, most) : undefined)
    if (!isTooLong && pasted.length < pastedAtOnce) return
    event.preventDefault()
    if (isTooLong) return
    // Not by `setRangeText`: React would not notice, and would ignore a later change back to the earlier text.
    field.value = `${value.slice(0, selectionStart)}${pasted}${value.slice(selectionEnd)}`
    const caret = selectionStart + pasted.length
    field.setSelectionRange(caret, caret)
    onText(field.value, field)
  }
  return (
    <>
      <textarea
        {...rest}
        onPaste={paste}
        onChange={(event) => {
          setFault(undefined)
          onText(event.currentTarget.value, event.currentTarget)
        }}
      />
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

function tooLong(length: number, most: number): Fault {
  return { code: 'too-large', message: `Not pasted: ${count(length)} characters exceed the limit of ${count(most)}.` }
}
