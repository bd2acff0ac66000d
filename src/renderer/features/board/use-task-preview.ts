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
  /** The exact line, or why there is none; undefined: nothing to show yet. */
  readonly shown: Shown | undefined
  /** The id under which exactly that line is sent; requests a new preview if the shown one is older than the input. */
  ready(): Promise<Result<{ readonly id: string }>>
}

/**
 * The line that an action on a task would send, kept up to date while the operator types. The link keeps its id, so that exactly the bytes
 * shown are sent.
 * @param act undefined: not filled in yet
 * @param again a different value requests a new id: the task has changed
 */
export function useTaskPreview(link: string | undefined, act: PreviewedAct | undefined, again = ''): TaskPreview {
  const client = useApp((state) => state.client)
  const source = useApp((state) => taskSourceOf(state, link))
  const [answer, setAnswer] = useState<{ readonly key: string; readonly shown: Shown }>()
  /** The kept id, with the link and the state of the task it is for. */
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
