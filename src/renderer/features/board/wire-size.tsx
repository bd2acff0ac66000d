import type { WirePreview } from '../../../core/command.ts'
import type { Result } from '../../../core/fault.ts'
import { RawText } from '../../ui/raw-text.tsx'
import { count } from '../../ui/time.ts'

/**
 * The exact line that will be sent, with its size and the limit. If there is none, the reason is shown at the field it concerns.
 * Its place is kept free until it arrives: the buttons below stay where the operator is about to click.
 */
export function WireSize({ shown }: { readonly shown: Result<WirePreview> | undefined }): React.JSX.Element {
  return <div className="wire-shown">{shown?.ok === true && <Wire {...shown.value} />}</div>
}

function Wire({ wire, bytes, limit }: WirePreview): React.JSX.Element {
  return (
    <>
      <RawText label="Text that will be sent" text={wire} />
      <p className="wire-size">
        {count(bytes)} of {count(limit)} bytes
      </p>
    </>
  )
}
