import { useEffect, useState } from 'react'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Client } from '../../../api/client.ts'
import { isFilledIn, sourceOf, wireDraft } from '../state/draft.ts'
import { useApp } from '../state/store.ts'

const waitMs = 120

export interface Preview {
  readonly wire?: WirePreview
  readonly fault?: Fault
}

/** What would be written, kept up to date while the operator types. Undefined while the message is incomplete or has no recipient. */
export function usePreview(preview: Client['call']): Preview {
  const key = useApp((state) => JSON.stringify([sourceOf(state) ?? null, isFilledIn(state), wireDraft(state)]))
  const [shown, setShown] = useState<Preview>({})
  useEffect(() => {
    const [source, isReady, made] = JSON.parse(key) as [string | null, boolean, Result<Draft>]
    let isOld = false
    const ask = async (): Promise<void> => {
      if (!made.ok) return setShown({ fault: made.fault })
      const draft = made.value
      if (source === null || !isReady || (draft.to.length === 0 && draft.where === undefined)) return setShown({})
      const answer = await preview('messages.preview', { source, draft })
      if (!isOld) setShown(answer.ok ? { wire: answer.value } : { fault: answer.fault })
    }
    const timer = setTimeout(() => void ask(), waitMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [key, preview])
  return shown
}
