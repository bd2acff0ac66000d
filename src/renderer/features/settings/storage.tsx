import { useEffect, useState } from 'react'
import type { Output } from '../../../api/contract.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { count, counted, sizeText } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { MoveDialog } from './move-dialog.tsx'

type Archive = Output<'archives.list'>['archives'][number]

/** How often the engine is asked while months are being moved. */
const askMs = 1_000

/** The size of the journal, and the months of it that are in archives. */
export function Storage(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [asked, setAsked] = useState(0)
  const [isChoosing, setIsChoosing] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const answer = useAnswer('archives.list', {}, String(asked))
  const view = answer?.ok === true ? answer.value : undefined
  /** The list as it was when something was asked for: until the next one comes, a second click would ask again. */
  const [actedOn, setActedOn] = useState<typeof answer>()
  const isMoving = view?.moving !== undefined || view?.archives.some(({ state }) => state !== 'closed') === true

  const isBusy = isMoving || (answer !== undefined && answer === actedOn)

  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setAsked((before) => before + 1), askMs)
    return () => clearInterval(timer)
  }, [isMoving])

  async function act(call: Promise<{ readonly ok: true } | { readonly ok: false; readonly fault: Fault }>): Promise<void> {
    setActedOn(answer)
    const done = await call
    setFault(done.ok ? undefined : done.fault)
    setAsked((before) => before + 1)
  }

  // What was in the way of a request is over with it.
  const told = fault?.code === 'conflict' && !isMoving ? undefined : fault
  const shown = told ?? view?.fault ?? (answer?.ok === false ? answer.fault : undefined)
  return (
    <div className="set" role="group" aria-label="Storage">
      <span>Storage</span>
      <div className="value">
        <span className="line">
          {view !== undefined && `Journal ${sizeText(view.bytes)}`}
          <button type="button" className="btn small" disabled={isBusy} onClick={() => setIsChoosing(true)}>
            Move months…
          </button>
        </span>
        {view?.moving !== undefined && view.moving.total > 0 && (
          <span className="line">
            <span role="status">{`Moving ${counted(view.moving.total, 'month')}: ${count(view.moving.done)} done`}</span>
            <button type="button" className="btn small" onClick={() => void act(client.call('archives.cancel', {}))}>
              Cancel
            </button>
          </span>
        )}
        {view !== undefined && view.archives.length > 0 && (
          <ul className="months" aria-label="Archived months">
            {view.archives.map((archive) => (
              <ArchiveRow
                key={archive.file}
                archive={archive}
                isBusy={isBusy}
                onBringBack={() => void act(client.call('archives.bringBack', { file: archive.file }))}
              />
            ))}
          </ul>
        )}
        {shown !== undefined && <FieldFault fault={shown} />}
        <p className="hint">
          Nothing is deleted automatically. Months that you move become files beside the journal; the feed and searches still read them.
          Backups do not include them: they never change, so copy them once.
        </p>
      </div>
      {isChoosing && (
        <MoveDialog
          onMove={(before) => {
            setIsChoosing(false)
            void act(client.call('archives.move', { before }))
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  )
}

const states = { moving: 'moving', returning: 'coming back', returned: 'coming back' } as const

function ArchiveRow({
  archive: { file, month, state, bytes, events },
  isBusy,
  onBringBack,
}: {
  readonly archive: Archive
  readonly isBusy: boolean
  readonly onBringBack: () => void
}): React.JSX.Element {
  return (
    <li>
      <span>{month}</span>
      <span className="mono meta cut" title={file}>
        {file}
      </span>
      <span className="dim">{events === undefined ? 'missing or damaged' : `${counted(events, 'event')}, ${sizeText(bytes)}`}</span>
      {state === 'closed' ? (
        <button type="button" className="btn small" disabled={isBusy} aria-label={`Bring back ${month}`} onClick={onBringBack}>
          Bring back
        </button>
      ) : (
        <span className="dim">{states[state]}</span>
      )}
    </li>
  )
}
