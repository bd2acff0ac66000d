import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WirePreview } from '../../../core/command.ts'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { taskSourceOf } from './task-links.ts'
import type { TaskAct } from './task-source.ts'
import { useApp } from '../state/store.ts'

const waitMs = 120

type PreviewedAct = Exclude<TaskAct, { kind: 'move' }>
type Shown = Result<WirePreview & { readonly id: string }>

interface TaskPreview {
  /** The exact line, or why there is none; undefined: there is nothing to show, or not yet. */
  readonly shown: Shown | undefined
  /** The id under which exactly that line is sent; asks for it where what is shown is older than what is typed. */
  ready(): Promise<Result<{ readonly id: string }>>
}

/**
 * The line that an act on a task would send, kept up to date while the operator types. The link keeps its id, so that the bytes that are shown
 * are those that are sent.
 * @param act undefined: it is not filled in yet
 * @param again another value asks for another id: the task has changed
 */
export function useTaskPreview(link: string | undefined, act: PreviewedAct | undefined, again = ''): TaskPreview {
  const client = useApp((state) => state.client)
  const source = useApp((state) => taskSourceOf(state, link))
  const [answer, setAnswer] = useState<{ readonly key: string; readonly shown: Shown }>()
  /** The id that is kept, and for which link and which state of the task. */
  const kept = useRef({ of: '', id: '' })
  const key = link === undefined || act === undefined ? '' : JSON.stringify([link, again, act])
  const ask = async (asked: string): Promise<Shown> => {
    const [to, state, given] = JSON.parse(asked) as [string, string, PreviewedAct]
    const of = `${to} ${state}`
    if (source === undefined) return fail('not-found', 'This link no longer has tasks.')
    const shown = await source.preview(client, to, given, kept.current.of === of ? kept.current.id : undefined)
    if (shown.ok) kept.current = { of, id: shown.value.id }
    return shown
  }
  const show = useEffectEvent(async (isOld: () => boolean) => {
    const shown = await ask(key)
    if (!isOld()) setAnswer({ key, shown })
  })
  useEffect(() => {
    if (key === '') return undefined
    let isOld = false
    const timer = setTimeout(() => void show(() => isOld), waitMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [key])
  return {
    shown: key === '' ? undefined : answer?.shown,
    async ready() {
      if (answer?.key === key) return answer.shown
      const shown = await ask(key)
      setAnswer({ key, shown })
      return shown
    },
  }
}
