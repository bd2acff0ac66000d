import { useEffect, useState } from 'react'
import { previewMs } from '../../../core/command.ts'
import type { Draft, WirePreview } from '../../../core/command.ts'
import { ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { isFilledIn, sourceOf, wireDraft } from '../state/draft.ts'
import { useApp } from '../state/store.ts'

const waitMs = 120

export interface Preview {
  readonly wire?: WirePreview
  /** The message that it is of; that before stays on screen until the next is made. */
  readonly of?: string
  readonly fault?: Fault
}

/** What would be written, kept up to date while the operator types. Undefined while the message is incomplete or has no recipient. */
export function usePreview(): Preview {
  return usePreviewOf(useApp((state) => JSON.stringify([sourceOf(state) ?? null, isFilledIn(state), wireDraft(state)])))
}

/** What would be written for a message that is prepared, after the one in hand. */
export function useAlsoPreview(source: string, draft: Draft): Preview {
  return usePreviewOf(previewKey(source, draft))
}

/** What identifies a message in `Preview.of`; undefined: there is nothing to show. */
export function previewKey(source: string | undefined, draft: Draft | undefined): string {
  return source === undefined || draft === undefined ? nothing : JSON.stringify([source, true, ok(draft)])
}

const nothing = JSON.stringify([null, false, null])

/** @param key from `previewKey` */
export function usePreviewOf(key: string): Preview {
  const preview = useApp((state) => state.preview)
  const [shown, setShown] = useState<Preview>({})
  useEffect(() => {
    const [source, isReady, made] = JSON.parse(key) as [string | null, boolean, Result<Draft> | null]
    let isOld = false
    const ask = async (): Promise<void> => {
      if (made === null) return setShown({})
      if (!made.ok) return setShown({ fault: made.fault })
      const draft = made.value
      if (source === null || !isReady || (draft.to.length === 0 && draft.where === undefined)) return setShown({})
      const answer = await preview(source, draft)
      if (isOld) return
      setShown(answer.ok ? { of: key, wire: answer.value } : { of: key, fault: answer.fault })
      timer = setTimeout(() => void ask(), previewMs)
    }
    let timer = setTimeout(() => void ask(), waitMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [key, preview])
  return shown
}
