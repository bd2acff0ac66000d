import { useId, useState } from 'react'
import { cardKey } from '../../app/board-columns.ts'
import { networksOf } from '../../app/networks.ts'
import type { Network } from '../../app/networks.ts'
import { findCard } from '../../app/state/board.ts'
import type { TaskAct } from '../../app/state/screen.ts'
import { useApp } from '../../app/store.ts'
import { useIrc } from '../../app/use-irc.ts'
import type { Draft } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import '../composer/composer.css'
import './board.css'
import { cardTitle } from './card-title.ts'
import { WireSize } from './wire-size.tsx'

interface Words {
  readonly title: string
  readonly verb: string
  readonly field: string
  readonly placeholder: string
  readonly done: string
  readonly empty?: string
}

const words: Readonly<Record<TaskAct, Words>> = {
  assign: { title: 'Assign', verb: 'Assign', field: 'Owner', placeholder: 'nobody: whoever takes it', done: 'Assigned' },
  comment: {
    title: 'Comment on',
    verb: 'Comment',
    field: 'Comment',
    placeholder: '',
    done: 'Comment sent',
    empty: 'Write the comment first.',
  },
  complete: { title: 'Complete', verb: 'Complete', field: 'Summary', placeholder: 'What was done. May be empty.', done: 'Completed' },
}

/** Asks for the one thing that an act on a task needs: an owner, a comment or a summary. */
export function TaskActDialog(): React.JSX.Element | null {
  const overlay = useApp((state) => state.overlay)
  const network = useApp((state) => networksOf(state).find((one) => overlay?.kind === 'task act' && one.link.id === overlay.link))
  return overlay?.kind !== 'task act' || network === undefined ? null : (
    <Ask key={overlay.task} network={network} task={overlay.task} act={overlay.act} />
  )
}

function Ask({ network, task, act }: { readonly network: Network; readonly task: string; readonly act: TaskAct }): React.JSX.Element {
  const link = network.link.id
  const board = useApp((state) => state.board)
  const setOverlay = useApp((state) => state.setOverlay)
  const ircCall = useApp((state) => state.ircCall)
  const loadBoard = useApp((state) => state.loadBoard)
  const toast = useApp((state) => state.toast)
  const options = useNameOptions(link)
  const answer = useIrc(link, 'card', { task })
  const card = answer?.ok === true ? answer.value.card : findCard({ board }, cardKey(link, task))?.card
  const [text, setText] = useState('')
  const [names, setNames] = useState<readonly string[]>()
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const id = useId()
  const said = words[act]
  const owner = names ?? (card?.assignee === undefined || card.assignee === '' ? [] : [card.assignee])
  const close = (): void => setOverlay(undefined)
  const run = async (): Promise<void> => {
    if (said.empty !== undefined && text.trim() === '') {
      setFault({ code: 'invalid', message: said.empty })
      return
    }
    setBusy(true)
    const done =
      act === 'assign'
        ? await ircCall(link, 'assign', { task, assignee: owner[0] ?? '' })
        : act === 'comment'
          ? await ircCall(link, 'comment', { task, text: text.trim() })
          : await ircCall(link, 'complete', { task, ...(text.trim() !== '' && { summary: text.trim() }) })
    setBusy(false)
    if (!done.ok) {
      setFault(done.fault)
      return
    }
    close()
    toast({ text: said.done, detail: cardTitle(card ?? { task }).slice(0, 60) })
    await loadBoard()
  }
  const draft = draftOf(network, task, act, act === 'assign' ? (owner[0] ?? '') : text.trim(), card?.place)
  return (
    <FormDialog
      className="dlg task"
      title={
        <>
          {said.title} “<VisibleText text={cardTitle(card ?? { task }).slice(0, 120)} />”
        </>
      }
      about="Everybody in the channel of the task reads it."
      verb={busy ? 'Sending…' : said.verb}
      isBusy={busy}
      fault={fault}
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
            onText={setText}
          />
        )}
      </div>
      <WireSize source={link} draft={act === 'comment' && text.trim() === '' ? undefined : draft} />
    </FormDialog>
  )
}

/** The act as the composer would send it, for its exact text. */
function draftOf({ view }: Network, task: string, act: TaskAct, text: string, place: string | undefined): Draft | undefined {
  // Taking a task from its owner is a field that the composer leaves out.
  if (act === 'assign' && text === '') return undefined
  const where = place ?? view.channels.find((one) => one.isJoined)?.name
  if (where === undefined) return undefined
  const field = act === 'assign' ? { assignee: text } : act === 'comment' ? { comment: text } : text === '' ? {} : { summary: text }
  const label = act === 'complete' ? 'task.complete' : 'task.update'
  return { from: view.nick, to: [], observers: [], text: '', where, label, data: { task_id: task, ...field } }
}
