import { useEffect, useRef, useState } from 'react'
import { previewMs } from '../../../core/command.ts'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { useReadTime } from '../common/use-read-time.ts'
import { useApp } from '../state/store.ts'

/** A message that is ready to be sent. */
export interface Prepared {
  readonly source: string
  readonly draft: Draft
}

/** Messages that are read before they are sent together, each once. */
export interface ExactTexts {
  /** What would be written for each, in their order; undefined: it is not made yet. */
  readonly shown: readonly (Result<WirePreview> | undefined)[]
  /** What came of each: sent, or why not; undefined: not sent. */
  readonly sent: readonly (Result<unknown> | undefined)[]
  /** Everything that is to be sent has been on the screen long enough to be read. When it changes, it has to be read again. */
  readonly isReady: boolean
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  /** Sends those that are not sent, one after another; it stops at the first that fails. @returns whether all are sent. */
  send(): Promise<boolean>
}

/** Shows the exact texts of messages, keeps the time in them up to date, and sends exactly them. */
export function useExactTexts(messages: readonly Prepared[]): ExactTexts {
  const preview = useApp((state) => state.preview)
  const sendShown = useApp((state) => state.sendShown)
  const keys = messages.map(({ source, draft }) => JSON.stringify([source, draft]))
  const all = JSON.stringify(keys)
  const [made, setMade] = useState<ReadonlyMap<string, Result<WirePreview>>>(new Map())
  const [ends, setEnds] = useState<ReadonlyMap<string, Result<unknown>>>(new Map())
  const [isBusy, setBusy] = useState(false)
  /** Ids of messages that were tried: the same text is one message, however often it is sent. */
  const ids = useRef(new Map<string, string>())
  const busy = useRef(false)

  useEffect(() => {
    let isOld = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = async (): Promise<void> => {
      const wanted = JSON.parse(all) as string[]
      const answers = await Promise.all(
        wanted.map(async (key) => {
          const [source, draft] = JSON.parse(key) as [string, Draft]
          return [key, await preview(source, draft)] as const
        }),
      )
      if (isOld) return
      setMade(new Map(answers))
      timer = setTimeout(() => void show(), previewMs)
    }
    void show()
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [all, preview])

  const shown = keys.map((key) => made.get(key))
  const sent = keys.map((key) => ends.get(key))
  const isShown = keys.length > 0 && shown.every((each) => each?.ok === true)
  // A second click on the button that showed them sends nothing.
  const read = useReadTime(isShown ? all : '')
  const failed = [...shown, ...sent].find((each) => each?.ok === false)
  return {
    shown,
    sent,
    isReady: isShown && read.isOver,
    isBusy,
    fault: failed?.ok === false ? failed.fault : undefined,
    async send() {
      if (busy.current || !isShown || !read.check()) return false
      busy.current = true
      setBusy(true)
      let isDone = true
      for (const [at, { source, draft }] of messages.entries()) {
        const key = keys[at] ?? ''
        if (ends.get(key)?.ok === true) continue
        const one = sendShown(source, draft, ids.current.get(key))
        ids.current.set(key, one.id)
        const end = await one.sent
        setEnds((before) => new Map(before).set(key, end))
        isDone = end.ok
        if (!isDone) break
      }
      busy.current = false
      setBusy(false)
      return isDone
    },
  }
}
