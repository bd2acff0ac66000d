import type { WirePreview } from '../../../core/command.ts'
import type { Result } from '../../../core/fault.ts'
import { RawText } from '../../ui/raw-text.tsx'
import { count } from '../../ui/time.ts'

/** The exact line that will be sent, with its size and the limit. If there is none, the reason is shown at the field it concerns. */
export function WireSize({ shown }: { readonly shown: Result<WirePreview> | undefined }): React.JSX.Element | null {
  if (shown?.ok !== true) return null
  const { wire, bytes, limit } = shown.value
  return (
    <>
      <RawText label="Text that will be sent" text={wire} />
      <p className="wire-size">
        {count(bytes)} of {count(limit)} bytes
      </p>
    </>
  )
}
