import { useMemo } from 'react'
import type { Link } from '../../../core/link.ts'
import { perState } from '../state/per-state.ts'
import type { AppState } from '../screen.ts'
import { screenOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'
import type { TaskSource } from './task-source.ts'

/** A link whose tasks can be shown. */
export interface TaskLink {
  readonly link: Link
  readonly source: TaskSource
  readonly view: unknown
  readonly version: number
}

/** The task source of a link; undefined: its protocol has no tasks. */
export function taskSourceOf(state: AppState, link: string | undefined): TaskSource | undefined {
  return screenOf(state, link)?.tasks
}

/** All links with tasks; the same array while the state is unchanged. */
export const taskLinksOf = perState<TaskLink, AppState>((now, { screens }) =>
  now.links.flatMap((link) => {
    const source = screens.get(link.protocol)?.tasks
    const view = now.views.find((one) => one.link === link.id)?.view
    const version = source?.version(view)
    return source === undefined || version === undefined ? [] : [{ link, source, view, version }]
  }),
)

/** Links on which tasks can be created; makes a new array. */
export function creatableLinksOf(state: AppState): readonly TaskLink[] {
  return taskLinksOf(state).filter(({ source }) => source.cannot?.create === undefined)
}

const noLinks: readonly Link[] = []

/** The links of all protocols with tasks, including those that show nothing yet. */
export function useLinksWithTasks(): readonly Link[] {
  const links = useApp((state) => state.state?.links ?? noLinks)
  const screens = useApp((state) => state.screens)
  return useMemo(() => links.filter((link) => screens.get(link.protocol)?.tasks !== undefined), [links, screens])
}

/** The word for a place used by all protocols with tasks; *Place* where they differ. */
export function usePlaceWord(): string {
  const words = useApp(({ state, screens }) => {
    const all = (state?.links ?? []).flatMap(({ protocol }) => screens.get(protocol)?.tasks?.words.place ?? [])
    return [...new Set(all)].join('|')
  })
  return words === '' || words.includes('|') ? 'Place' : words
}

/** Protocols with tasks, each with its own of these links. */
export function useTaskSources(
  links: readonly Link[],
): readonly { readonly id: string; readonly source: TaskSource; readonly links: readonly Link[] }[] {
  const screens = useApp((state) => state.screens)
  return useMemo(
    () =>
      [...screens.values()].flatMap(({ id, tasks }) =>
        tasks === undefined ? [] : [{ id, source: tasks, links: links.filter((link) => link.protocol === id) }],
      ),
    [links, screens],
  )
}
