import { useMemo } from 'react'
import type { Link } from '../../../core/link.ts'
import { perState } from '../state/per-state.ts'
import type { AppState } from '../screen.ts'
import { screenOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'
import { deskTasks } from './desk-tasks.ts'
import type { TaskSource } from './task-source.ts'

/** A link whose tasks can be shown. */
export interface TaskLink {
  readonly link: Link
  readonly source: TaskSource
  readonly view: unknown
  readonly version: number
}

/** The task source of a link; undefined: it has no tasks. */
export function taskSourceOf(state: AppState, link: string | undefined): TaskSource | undefined {
  return (
    (state.past === undefined ? screenOf(state, link)?.tasks : undefined) ?? taskLinksOf(state).find((one) => one.link.id === link)?.source
  )
}

/** The tasks of links whose protocol has none of its own; the same object while the links are the same. */
const deskTasksOf = ((): ((workspace: string, others: readonly string[]) => TaskSource) => {
  let last: { readonly key: string; readonly source: TaskSource } | undefined
  return (workspace, others) => {
    const key = [workspace, ...others].join(' ')
    if (last?.key !== key) last = { key, source: deskTasks(workspace, others) }
    return last.source
  }
})()

/** All links with tasks; the same array while the state is unchanged. */
export const taskLinksOf = perState<TaskLink, AppState>((now, { screens, past }) =>
  now.links.flatMap((link) => {
    // What a protocol's own board had in the past was not recorded; what was owed then is known.
    if (past !== undefined) return [{ link, source: deskTasksOf(now.workspace, []), view: undefined, version: past.asOf }]
    const source = screens.get(link.protocol)?.tasks
    if (source === undefined && now.desk.tasks.includes(link.id)) {
      const others = now.links.flatMap(({ id, protocol }) => (screens.get(protocol)?.tasks === undefined ? [] : [id]))
      return [{ link, source: deskTasksOf(now.workspace, others), view: undefined, version: 0 }]
    }
    const view = now.views.find((one) => one.link === link.id)?.view
    const version = source?.version(view)
    return source === undefined || version === undefined ? [] : [{ link, source, view, version }]
  }),
)

/** Of links, those on which tasks can be created. */
export function creatable(links: readonly TaskLink[]): readonly TaskLink[] {
  return links.filter(({ source }) => source.cannot?.create === undefined)
}

const noLinks: readonly Link[] = []

/** The links with tasks, and those whose protocol has tasks and which show nothing yet. */
export function useLinksWithTasks(): readonly Link[] {
  const links = useApp((state) => state.state?.links ?? noLinks)
  const screens = useApp((state) => state.screens)
  const known = useApp(taskLinksOf)
  return useMemo(
    () => links.filter((link) => screens.get(link.protocol)?.tasks !== undefined || known.some((one) => one.link.id === link.id)),
    [links, screens, known],
  )
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
