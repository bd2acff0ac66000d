import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useTyped } from '../state/use-typed.ts'
import { creatable, taskLinksOf, type TaskLink } from './task-links.ts'
import { useTaskPreview } from './use-task-preview.ts'

/** What was entered for a new task. */
export interface TaskInput {
  readonly title: string
  readonly details: string
  /** At most one. */
  readonly owner: readonly string[]
  readonly to: readonly string[]
  /** A link's id; undefined, or no longer there: the first that the board shows. */
  readonly link: string | undefined
  /** Undefined, or not open: the first of the link. */
  readonly place: string | undefined
}

/** A new task that is being written. */
export interface NewTaskForm {
  readonly input: TaskInput
  readonly links: readonly TaskLink[]
  /** Where the task will be; undefined: no link can have one. */
  readonly on: TaskLink | undefined
  /** Open places of that link, and the chosen one; empty: there is none. */
  readonly places: readonly string[]
  readonly place: string
  /** The exact line, or why there is none. */
  readonly shown: ReturnType<typeof useTaskPreview>['shown']
  readonly fault: Fault | undefined
  readonly canCreate: boolean
  readonly isBusy: boolean
  change(more: Partial<TaskInput>): void
  /** Sends the shown line, closes the form and selects the task on the board. @returns why not; undefined: it is sent */
  create(): Promise<Fault | undefined>
}

/** Makes a new task from what is entered. */
export function useNewTask(): NewTaskForm {
  const links = creatable(useApp(taskLinksOf))
  const filter = useApp((state) => state.board.filter)
  const client = useApp((state) => state.client)
  const setView = useApp((state) => state.setView)
  const selectTask = useApp((state) => state.selectTask)
  const loadBoard = useApp((state) => state.loadBoard)
  const toast = useApp((state) => state.toast)
  const close = useCloseOverlay()
  const [texts, type] = useTyped('new task', { title: '', details: '' })
  const [choices, choose] = useState<Omit<TaskInput, 'title' | 'details'>>({ owner: [], to: [], link: undefined, place: filter.place })
  const input: TaskInput = { ...texts, ...choices }
  const [refusal, setRefusal] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  /** Increased after a refusal, so the preview gets a new id. */
  const [tries, setTries] = useState(0)

  const on = links.find((one) => one.link.id === input.link) ?? links.find((one) => !filter.hidden.includes(one.link.id)) ?? links[0]
  const link = on?.link.id
  const places = on === undefined ? [] : on.source.places(on.view).flatMap(({ name, isOpen }) => (isOpen ? [name] : []))
  const place = input.place !== undefined && places.includes(input.place) ? input.place : (places[0] ?? '')
  const act = { kind: 'create' as const, ...fieldsOf(input, on), place }
  const { shown, ready } = useTaskPreview(link, act.title === '' || place === '' ? undefined : act, String(tries))

  async function create(): Promise<Fault | undefined> {
    if (on === undefined || link === undefined) return undefined
    if (act.title === '') return refuse({ code: 'invalid', message: 'Enter a title.', field: 'title' })
    if (place === '') return refuse({ code: 'invalid', message: on.source.words.noPlace, field: 'where' })
    setBusy(true)
    const line = await ready()
    const made = line.ok ? await on.source.send(client, link, act, line.value.id) : line
    setBusy(false)
    if (!made.ok) return refuse(made.fault)
    if (close()) setView('board')
    toast({ text: 'Task created', detail: place })
    await loadBoard()
    // Only now: closing the dialog returns the focus to the card that was selected before.
    selectTask({ link, task: made.value.id }, true)
    return undefined
  }

  function refuse(fault: Fault): Fault {
    setRefusal(fault)
    setTries(tries + 1)
    return atField(fault, input)
  }

  const unsendable = shown?.ok === false ? shown.fault : undefined
  // Joining a channel clears the fault that no channel was joined.
  const fault = unsendable ?? (refusal?.field === 'where' && place !== '' ? undefined : refusal)
  return {
    input,
    links,
    on,
    places,
    place,
    shown,
    fault: fault && atField(fault, input),
    canCreate: unsendable === undefined,
    isBusy,
    change({ title = texts.title, details = texts.details, ...more }) {
      type({ title, details })
      choose((last) => ({ ...last, ...more }))
    },
    create,
  }
}

function fieldsOf({ title, details, owner: [owner], to }: TaskInput, on: TaskLink | undefined) {
  const description = details.trim()
  return {
    title: title.trim(),
    ...(description !== '' && { description }),
    ...(owner !== undefined && { owner }),
    ...(on?.source.words.recipients !== undefined && to.length > 0 && { to: [...to] }),
  }
}

/** A message as a whole has no field of its own: what is too long is most of it. */
function atField(fault: Fault, { title, details }: TaskInput): Fault {
  return fault.field === 'text' ? { ...fault, field: details.length > title.length ? 'description' : 'title' } : fault
}
