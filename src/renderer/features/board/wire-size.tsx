import { useEffect, useState } from 'react'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { Result } from '../../../core/fault.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { count } from '../../ui/time.ts'

const waitMs = 120

/** The exact line that would be sent, with its size against the limit, kept up to date while the operator types. */
export function WireSize({
  source,
  draft,
}: {
  readonly source: string | undefined
  readonly draft: Draft | undefined
}): React.JSX.Element | null {
  const client = useApp((state) => state.client)
  const [preview, setPreview] = useState<Result<WirePreview>>()
  const key = source === undefined || draft === undefined ? '' : JSON.stringify([source, draft])
  useEffect(() => {
    let isOld = false
    const ask = async (): Promise<void> => {
      if (key === '') {
        setPreview(undefined)
        return
      }
      const [link, made] = JSON.parse(key) as [string, Draft]
      const answer = await client.call('messages.preview', { source: link, draft: made })
      if (!isOld) setPreview(answer)
    }
    const timer = setTimeout(() => void ask(), waitMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [key, client])
  if (preview === undefined) return null
  if (!preview.ok) return <FieldFault fault={preview.fault} />
  const { wire, bytes, limit } = preview.value
  return (
    <>
      <RawText label="Text that will be sent" text={wire} />
      <p className="wire-size">
        {count(bytes)} of {count(limit)} bytes
      </p>
    </>
  )
}
