import { MailX } from 'lucide-react'
import type { SwitchboardView } from '../pure/view.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { age, count } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { deadLetterOverlay } from './overlays.ts'
import { useSwitchboard } from './slices.ts'

/** The head over dead letters: how many, and what happens to the files. */
export function DeadBand({ total }: { readonly total: number }): React.JSX.Element {
  return (
    <div className="band">
      <MailX className="i" aria-hidden="true" />
      <b>Dead letters</b> <span className="n lost">{count(total)}</span>
      <span className="end dim small cut">Files are kept. Redeliver sends a copy.</span>
    </div>
  )
}

interface DeadRowProps {
  readonly letter: SwitchboardView['deadLetters'][number]
  readonly now: number
}

/** One dead letter: the reason, the file and its actions. */
export function DeadRow({ letter, now }: DeadRowProps): React.JSX.Element {
  const selectDeadLetter = useSwitchboard((state) => state.selectDeadLetter)
  const setOverlay = useApp((state) => state.setOverlay)
  const isOn = useSwitchboard((state) => state.inbox.deadLetter === letter.file)
  const { file, fault } = letter
  const name = visibleString(file)
  return (
    <div className={`tr dead-row ${isOn ? 'on' : ''}`}>
      <span>
        <Glyph shape="no" />
      </span>
      <button type="button" className="plain two" aria-current={isOn ? 'true' : undefined} onClick={() => selectDeadLetter(file)}>
        <span className="cut">
          <b className="med reason">
            <VisibleText text={fault.message} />
          </b>
        </span>
        <span className="mono cut" title={name}>
          <VisibleText text={file} />
        </span>
      </button>
      <span className="age">{letter.redelivered === undefined ? age(letter.at, now) : 'redelivered'}</span>
      <button
        type="button"
        className="btn small"
        aria-label={`Edit copy of ${name}`}
        onClick={() => setOverlay(deadLetterOverlay({ file }))}
      >
        Edit copy
      </button>
      <button
        type="button"
        className="btn small"
        aria-label={`Redeliver ${name}`}
        onClick={() => setOverlay(deadLetterOverlay({ file, isFixed: true }))}
      >
        Redeliver
      </button>
    </div>
  )
}
