import type { ComponentType } from 'react'
import type { Client } from '../../../api/client.ts'
import type { WirePreview } from '../../../core/command.ts'
import type { Event } from '../../../core/event.ts'
import type { Result } from '../../../core/fault.ts'
import type { Overlay } from '../state/slices.ts'
import type { Link } from '../../../core/link.ts'

/** A task as its card shows it, independent of its protocol. Times are our clock, ms. */
export interface Task {
  /** Unique on its link. */
  readonly id: string
  /** Id of its column (`core/task-columns.ts`). */
  readonly column: string
  readonly title?: string
  /** A name on its link; absent or empty: unassigned. */
  readonly owner?: string
  /** As its author wrote it. */
  readonly status?: string
  readonly isDone: boolean
  /** False if its creation was not seen. */
  readonly isKnown: boolean
  readonly createdBy?: string
  readonly to?: readonly string[]
  /** Where it is discussed: the key of a conversation. */
  readonly place?: string
  readonly firstAt: number
  readonly lastAt: number
  /** Grows with every change that counts. */
  readonly changes: number
  /** Why it should not be trusted as shown. */
  readonly doubt?: string
  /** When it is overdue, according to the debt that it is; absent: never. */
  readonly overdueAt?: number
  /** The name that its owner waits for. */
  readonly awaitedName?: string
}

/** One change of a task. */
export interface TaskChange {
  readonly id: string
  /** Type of the message: `task.update`. */
  readonly label: string
  /** What it changed. */
  readonly words: string
  readonly by: string
  readonly at: number
  /** Identity of the event behind it, for `events.find`. */
  readonly wireId: string
  readonly doubt?: string
}

/** A task with everything its link knows about it. */
export interface TaskDetail {
  readonly task: Task
  readonly description?: string
  readonly summary?: string
  /** Oldest first; `more` further ones are left out. */
  readonly history: readonly TaskChange[]
  readonly more: number
}

export const taskSorts = ['oldest', 'newest', 'stalest', 'title'] as const
export type TaskSort = (typeof taskSorts)[number]

/** Which cards to return; absent parts of the filter match everything. */
export interface TaskQuery {
  /** Only cards of this column. */
  readonly column?: string
  readonly filter: { readonly text?: string; readonly owner?: string; readonly place?: string }
  readonly sort: TaskSort
  readonly offset?: number
  /** Cards per column. */
  readonly limit: number
}

/** The answer of one link: its columns, each with its first cards. */
export interface TaskPage {
  readonly columns: readonly { readonly id: string; readonly count: number; readonly cards: readonly Task[] }[]
  readonly version: number
  /** Names of task owners, for the filter. */
  readonly owners: readonly string[]
}

/** Actions on a task. */
export type TaskAct =
  | {
      readonly kind: 'create'
      readonly title: string
      readonly description?: string
      readonly owner?: string
      readonly to?: string[]
      readonly place: string
    }
  /** An empty owner unassigns it. */
  | { readonly kind: 'assign'; readonly task: string; readonly owner: string }
  | { readonly kind: 'comment'; readonly task: string; readonly text: string }
  | { readonly kind: 'complete'; readonly task: string; readonly summary?: string }
  /** `from`: the columns in which this window has seen it, or put it. If it is in none of them, it is not moved. */
  | { readonly kind: 'move'; readonly task: string; readonly column: string; readonly from: readonly string[] }
export type TaskVerb = TaskAct['kind']

/** What is known about an owner on its link. */
export type OwnerSeen =
  | { readonly is: 'here' }
  | { readonly is: 'away'; readonly text: string }
  | { readonly is: 'gone'; readonly why?: string; readonly since?: number }
  | { readonly is: 'never seen' }

/**
 * What a protocol brings to the Board (`ProtocolScreen.tasks`): its tasks and the actions on them. `view` is what a link shows, undefined before it has run.
 * Faults name the field of the form they concern: title, description, owner, to, place.
 */
export interface TaskSource {
  /** A number that grows whenever a task of a link changes; undefined while the link has nothing to show. */
  readonly version: (view: unknown) => number | undefined
  readonly page: (client: Client, link: string, query: TaskQuery) => Promise<Result<TaskPage>>
  readonly detail: (client: Client, link: string, task: string) => Promise<Result<TaskDetail>>
  /** The exact text of an action, kept under an id. `id`: of an earlier preview, reused while the operator keeps typing. */
  readonly preview: (
    client: Client,
    link: string,
    act: Exclude<TaskAct, { kind: 'move' }>,
    id?: string,
  ) => Promise<Result<WirePreview & { readonly id: string }>>
  /** Performs it. `id`: of the preview; exactly what it showed is sent, or nothing. @returns the id of a new task, or of what was sent. */
  readonly send: (client: Client, link: string, act: TaskAct, id?: string) => Promise<Result<{ readonly id: string }>>
  /** Asks who shall do a task, in place of the Board's own form. */
  readonly assign?: (task: Pick<Task, 'id' | 'title' | 'owner'>) => Overlay
  /** What the protocol's acts call a task (`About.ref`), which is how the debt behind it is found. Absent: its cards come from debts. */
  readonly ref?: (task: string) => string
  /** Actions that the protocol does not support, each with the reason. */
  readonly cannot?: Readonly<Partial<Record<TaskVerb, string>>>
  /** Whether an event concerns a task: the Board then reloads immediately. */
  readonly isAbout?: (event: Event) => boolean
  /** Places of a link that the filter offers; a new task may be announced in the open ones. */
  readonly places: (view: unknown) => readonly { readonly name: string; readonly isOpen: boolean }[]
  /** What is known about an owner; undefined: nothing. */
  readonly owner?: (view: unknown, name: string) => OwnerSeen | undefined
  /** The words the protocol uses for its tasks. */
  readonly words: {
    /** Word for one of its links: `Network`. */
    readonly link: string
    /** Word for a place: `Channel`. */
    readonly place: string
    /** Hint for the recipients of a new task; absent: it has none. */
    readonly recipients?: string
    /** A move was sent, but its confirmation never arrived. */
    readonly unseen: string
    /** Who reads a new task, and as what. */
    readonly create: string
    /** Who reads a change of a task. */
    readonly act: string
    /** Why nothing can be created without an open place. */
    readonly noPlace: string
  }
  /** In the head of the Board, where it has several links: which of them are shown. */
  readonly Toggles?: ComponentType<{ readonly links: readonly Link[] }>
  /** Below the head: its links whose tasks may be out of date. */
  readonly Trouble?: ComponentType<{ readonly links: readonly Link[] }>
  /** Replaces the columns while no protocol has a task: how to get one. `links`: its own, perhaps none. */
  readonly Empty?: ComponentType<{ readonly links: readonly Link[] }>
}
