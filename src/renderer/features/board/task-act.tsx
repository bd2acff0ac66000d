import { useId, useState } from 'react'
import { cardKey } from './board-columns.ts'
import { taskLinksOf, type TaskLink } from './task-links.ts'
import { findCard } from './state/board.ts'
import { useTaskDetail } from './use-task-detail.ts'
import type { Fault } from '../../../core/fault.ts'
import type { TaskAct as AnyAct } from './task-source.ts'
import { FormDialog } from '../common/form-dialog.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import './board.css'
import { cardTitle } from './card-title.ts'
import { sinceOpened } from './since-opened.ts'
import { useTaskPreview } from './use-task-preview.ts'
import { WireSize } from './wire-size.tsx'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useTyped } from '../state/use-typed.ts'
import { taskActOverlay } from '../overlays.ts'
import type { TaskAct } from '../overlays.ts'

interface Words {
  readonly title: string
  readonly verb: string
  readonly field: string
  readonly placeholder: string
  readonly done: string
  readonly empty?: string
}

const words: Readonly<Record<TaskAct, Words>> = {
  assign: { title: 'Assign', verb: 'Assign', field: 'Owner', placeholder: 'unassigned: anyone can take it', done: 'Assigned' },
  comment: {
    title: 'Comment on',
    verb: 'Comment',
    field: 'Comment',
    placeholder: '',
    done: 'Comment sent',
    empty: 'Enter a comment.',
  },
  complete: { title: 'Complete', verb: 'Complete', field: 'Summary', placeholder: 'What was done (optional)', done: 'Completed' },
}

/** Form for one action on a task: an owner, a comment or a summary. */
export function TaskActDialog(): React.JSX.Element | null {
  const overlay = useApp(taskActOverlay.of)
  const on = useApp((state) => taskLinksOf(state).find((one) => one.link.id === overlay?.link))
  return overlay === undefined || on === undefined ? null : <Ask key={overlay.task} on={on} task={overlay.task} act={overlay.act} />
}

function Ask({ on, task, act }: { readonly on: TaskLink; readonly task: string; readonly act: TaskAct }): React.JSX.Element {
  const link = on.link.id
  const board = useApp((state) => state.board)
  const close = useCloseOverlay()
  const client = useApp((state) => state.client)
  const loadBoard = useApp((state) => state.loadBoard)
  const toast = useApp((state) => state.toast)
  const options = useNameOptions(link)
  const answer = useTaskDetail(link, task, String(on.version))
  const card = answer?.ok === true ? answer.value.task : findCard({ board }, cardKey(link, task))?.card
  /** The task as the operator saw it: what happened to it since is said before anything is sent. */
  const [seen, setSeen] = useState(card)
  if (seen === undefined && card !== undefined) setSeen(card)
  const [{ text }, type] = useTyped(`${act} ${link} ${task}`, { text: '' })
  const [names, setNames] = useState<readonly string[]>()
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  /** Increased after a refusal, so the preview gets a new id. */
  const [tries, setTries] = useState(0)
  const id = useId()
  const said = words[act]
  const owner = names ?? (card?.owner === undefined || card.owner === '' ? [] : [card.owner])
  const given = actOf(task, act, act === 'assign' ? (owner[0] ?? '') : text.trim())
  const preview = useTaskPreview(
    link,
    said.empty !== undefined && text.trim() === '' ? undefined : given,
    `${card?.changes ?? ''} ${tries}`,
  )
  const refused = preview.shown?.ok === false ? preview.shown.fault : undefined
  const run = async (): Promise<void> => {
    if (said.empty !== undefined && text.trim() === '') {
      setFault({ code: 'invalid', message: said.empty })
      return
    }
    const since = act === 'comment' || seen === undefined || card === undefined ? undefined : sinceOpened(seen, card)
    if (since !== undefined) {
      setSeen(card)
      setFault({ code: 'conflict', message: `${since} Press again to do it anyway.` })
      return
    }
    setBusy(true)
    const ready = await preview.ready()
    const done = ready.ok ? await on.source.send(client, link, given, ready.value.id) : ready
    setBusy(false)
    if (!done.ok) {
      setFault(done.fault)
      setTries(tries + 1)
      return
    }
    close()
    toast({ text: said.done, detail: cardTitle(card ?? { id: task }).slice(0, 60) })
    await loadBoard()
  }
  return (
    <FormDialog
      className="dlg task"
      title={
        <>
          {said.title} “<LineText text={cardTitle(card ?? { id: task }).slice(0, 120)} />”
        </>
      }
      about={on.source.words.act}
      verb={busy ? 'Sending…' : said.verb}
      isBusy={busy}
      canSubmit={refused === undefined}
      fault={refused ?? fault}
      onSubmit={() => void run()}
      onClose={close}
    >
      <div className={act === 'assign' ? 'field' : 'field top'}>
        <label htmlFor={`${id}-text`}>{said.field}</label>
        {act === 'assign' ? (
          <NameField
            label="Owner"
            names={owner}
            options={options.filter((one) => one.agent !== undefined)}
            isSingle
            hasFocus
            placeholder={said.placeholder}
            onChange={setNames}
          />
        ) : (
          <LongText
            id={`${id}-text`}
            className="in area"
            rows={4}
            data-autofocus
            placeholder={said.placeholder}
            value={text}
            onText={(next) => type({ text: next })}
          />
        )}
      </div>
      <WireSize shown={preview.shown} />
    </FormDialog>
  )
}

function actOf(task: string, act: TaskAct, text: string): AskedAct {
  if (act === 'assign') return { kind: 'assign', task, owner: text }
  return act === 'comment' ? { kind: 'comment', task, text } : { kind: 'complete', task, ...(text !== '' && { summary: text }) }
}

type AskedAct = Exclude<AnyAct, { readonly kind: 'create' | 'move' }>
