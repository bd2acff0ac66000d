import type { ComponentType } from 'react'
import type { Client } from '../../../api/client.ts'
import type { WirePreview } from '../../../core/command.ts'
import type { Event } from '../../../core/event.ts'
import type { Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'

/** A task as its card shows it, whoever keeps it. Times are our clock, ms. */
export interface Task {
  /** Unique on its link. */
  readonly id: string
  /** Id of its column (`core/task-columns.ts`). */
  readonly column: string
  readonly title?: string
  /** A name of its link; absent or empty: nobody has it. */
  readonly owner?: string
  /** In the words of whoever wrote it. */
  readonly status?: string
  readonly isDone: boolean
  /** False while its beginning was not seen. */
  readonly isKnown: boolean
  readonly createdBy?: string
  readonly to?: readonly string[]
  /** Where it is spoken of: the key of a conversation. */
  readonly place?: string
  readonly firstAt: number
  readonly lastAt: number
  /** Grows with every change that counts. */
  readonly changes: number
  /** Why it should not be trusted as it stands. */
  readonly doubt?: string
}

/** One change of a task. */
export interface TaskChange {
  readonly id: string
  /** What kind of message it was: `task.update`. */
  readonly label: string
  /** What it did. */
  readonly words: string
  readonly by: string
  readonly at: number
  /** Identity of the event behind it, for `events.find`. */
  readonly wireId: string
  readonly doubt?: string
}

/** A task with everything that its link knows of it. */
export interface TaskDetail {
  readonly task: Task
  readonly description?: string
  readonly summary?: string
  /** Oldest first; `more` are left out. */
  readonly history: readonly TaskChange[]
  readonly more: number
}

export const taskSorts = ['oldest', 'newest', 'stalest', 'title'] as const
export type TaskSort = (typeof taskSorts)[number]

/** Which cards are asked for; absent parts of the filter let everything through. */
export interface TaskQuery {
  /** Cards of this column only. */
  readonly column?: string
  readonly filter: { readonly text?: string; readonly owner?: string; readonly place?: string }
  readonly sort: TaskSort
  readonly offset?: number
  /** Cards of each column. */
  readonly limit: number
}

/** What one link answered: its columns, each with the first of its cards. */
export interface TaskPage {
  readonly columns: readonly { readonly id: string; readonly count: number; readonly cards: readonly Task[] }[]
  readonly version: number
  /** Names that own a task, for the filter. */
  readonly owners: readonly string[]
}

/** What may be done with a task. */
export type TaskAct =
  | {
      readonly kind: 'create'
      readonly title: string
      readonly description?: string
      readonly owner?: string
      readonly to?: string[]
      readonly place: string
    }
  /** An empty owner takes it from everybody. */
  | { readonly kind: 'assign'; readonly task: string; readonly owner: string }
  | { readonly kind: 'comment'; readonly task: string; readonly text: string }
  | { readonly kind: 'complete'; readonly task: string; readonly summary?: string }
  | { readonly kind: 'move'; readonly task: string; readonly column: string }
export type TaskVerb = TaskAct['kind']

/** What is seen of an owner on its link. */
export type OwnerSeen =
  | { readonly is: 'here' }
  | { readonly is: 'away'; readonly text: string }
  | { readonly is: 'gone'; readonly why?: string; readonly since?: number }
  | { readonly is: 'never seen' }

/**
 * Where tasks come from and what may be done with them: what a protocol brings to the Board (`ProtocolScreen.tasks`). `view` is what a link
 * shows, undefined before it has run. Faults name the field of the form that they are about: title, description, owner, to, place.
 */
export interface TaskSource {
  /** A number that grows whenever a task of a link changes; undefined while the link has nothing to show. */
  readonly version: (view: unknown) => number | undefined
  readonly page: (client: Client, link: string, query: TaskQuery) => Promise<Result<TaskPage>>
  readonly detail: (client: Client, link: string, task: string) => Promise<Result<TaskDetail>>
  /** The exact text of an act, under an id that is kept for it. `id`: one of before, which stays while the operator goes on writing. */
  readonly preview: (
    client: Client,
    link: string,
    act: Exclude<TaskAct, { kind: 'move' }>,
    id?: string,
  ) => Promise<Result<WirePreview & { readonly id: string }>>
  /** Does it. `id`: of the preview; exactly what it showed is sent, or nothing. @returns the id of a new task, or of what was sent. */
  readonly send: (client: Client, link: string, act: TaskAct, id?: string) => Promise<Result<{ readonly id: string }>>
  /** Verbs that the protocol cannot say, each with the reason. */
  readonly cannot?: Readonly<Partial<Record<TaskVerb, string>>>
  /** Whether an event tells of a task: the Board asks again at once. */
  readonly isAbout?: (event: Event) => boolean
  /** Places of a link that the filter offers; a new task may be announced in those that are open. */
  readonly places: (view: unknown) => readonly { readonly name: string; readonly isOpen: boolean }[]
  /** What is seen of an owner; undefined: nothing can be said of it. */
  readonly owner?: (view: unknown, name: string) => OwnerSeen | undefined
  /** How it speaks of its tasks. */
  readonly words: {
    /** What one of its links is: `Network`. */
    readonly link: string
    /** What a place is: `Channel`. */
    readonly place: string
    /** Whom a new task may be for; absent: it has no recipients. */
    readonly recipients?: string
    /** A move was sent and did not come back. */
    readonly unseen: string
    /** Who reads a new task, and as what. */
    readonly create: string
    /** Who reads what is done with one. */
    readonly act: string
    /** Why nothing can be created without an open place. */
    readonly noPlace: string
  }
  /** In the head of the Board, for its links where there are several: which of them are shown. */
  readonly Toggles?: ComponentType<{ readonly links: readonly Link[] }>
  /** Below the head: its links whose tasks may be old. */
  readonly Trouble?: ComponentType<{ readonly links: readonly Link[] }>
  /** In place of the columns while no protocol has a task to show: how to get one. `links`: its own, perhaps none. */
  readonly Empty?: ComponentType<{ readonly links: readonly Link[] }>
}
