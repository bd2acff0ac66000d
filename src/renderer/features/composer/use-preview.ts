import { useEffect, useState } from 'react'
import type { WirePreview } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Client } from '../../../api/client.ts'
import { useApp, useStoreApi } from '../../app/store.ts'
import { sourceOf, wireDraft } from '../../app/state/compose.ts'

const waitMs = 120

export interface Preview {
  readonly wire?: WirePreview
  readonly fault?: Fault
}

/** What would be written, kept up to date while the operator types. Empty text has none. */
export function usePreview(preview: Client['call']): Preview {
  const store = useStoreApi()
  const key = useApp((state) => JSON.stringify([sourceOf(state), wireDraft(state)]))
  const [shown, setShown] = useState<Preview>({})
  useEffect(() => {
    const state = store.getState()
    const source = sourceOf(state)
    const draft = wireDraft(state)
    let isOld = false
    const ask = async (): Promise<void> => {
      if (source === undefined || draft.text.trim() === '' || draft.to.length === 0) {
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
  }, [key, preview, store])
  return shown
}
