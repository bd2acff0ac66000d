import { Clock } from 'lucide-react'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'
import './replay.css'
import { momentOf } from './state/replay.ts'

/** What the status bar says of the past: that a moment is being read, and, where the banner is not shown, why it could not be and which one is looked at. */
export function ReplayLamps(): React.JSX.Element {
  const reading = useApp((state) => state.replay.reading)
  const fault = useApp((state) => state.replay.fault)
  const moment = useApp(momentOf)
  const isHalted = useApp((state) => state.state?.halt !== undefined)
  const back = useApp((state) => state.backToNow)
  const setReplay = useApp((state) => state.setReplay)
  const hasBanner = moment !== undefined && !isHalted
  return (
    <>
      {reading !== undefined && <ReadingLamp moment={reading} />}
      {fault !== undefined && !hasBanner && (
        <button
          type="button"
          className="lamp lost"
          title={`${visibleString(fault.message)} Click to remove this.`}
          onClick={() => setReplay({ fault: undefined })}
        >
          <Glyph shape="lost" /> Past{' '}
          <span className="dim cut" role="alert">
            <VisibleText text={fault.message} />
          </span>
        </button>
      )}
      {moment !== undefined && isHalted && (
        <button type="button" className="lamp past-lamp" title="Back to now  Esc" onClick={back}>
          <Clock className="i" aria-hidden="true" /> as of {clockTime(moment)} · Back to now
        </button>
      )}
    </>
  )
}

/** The first moment takes long: its reader has to start. */
function ReadingLamp({ moment }: { readonly moment: number }): React.JSX.Element {
  const isLong = useLongWait()
  const cancel = useApp((state) => state.cancelLook)
  return (
    <span className="reading-lamp" role="status" aria-label="Moment being read">
      {isLong && (
        <button type="button" className="lamp past-lamp" title="Stay where you are" onClick={cancel}>
          <Clock className="i" aria-hidden="true" /> Reading {clockTime(moment)}… · Cancel
        </button>
      )}
    </span>
  )
}
