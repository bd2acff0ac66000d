import { useEffect, useState } from 'react'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Client } from '../../../api/client.ts'
import { useApp } from '../../app/store.ts'
import { sourceOf, wireDraft } from '../../app/state/compose.ts'

const waitMs = 120

export interface Preview {
  readonly wire?: WirePreview
  readonly fault?: Fault
}

/** What would be written, kept up to date while the operator types. Empty text has none. */
export function usePreview(preview: Client['call']): Preview {
  const key = useApp((state) => JSON.stringify([sourceOf(state) ?? null, wireDraft(state)]))
  const [shown, setShown] = useState<Preview>({})
  useEffect(() => {
    const [source, draft] = JSON.parse(key) as [string | null, Draft]
    let isOld = false
    const ask = async (): Promise<void> => {
      if (source === null || draft.text.trim() === '' || draft.to.length === 0) {
        setShown({})
        return
      }
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
