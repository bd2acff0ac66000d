import { ChevronsRight, Clock, Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useId } from 'react'
import { SegmentBar } from '../../ui/segment-bar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, clockTime, count, dayKey, dayName } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useLiveNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { MomentField } from './moment-field.tsx'
import './replay.css'
import { speeds, type Speed } from './stepping.ts'
import type { StepKind } from './state/replay-slice.ts'
import { liveState, momentOf } from './state/replay.ts'

const steps: readonly (readonly [StepKind, string])[] = [
  ['event', 'event'],
  ['owed', 'owed'],
  ['failure', 'failure'],
]

/** Across the whole app while a moment in the past is looked at: which, how long ago, how to move, what needs the operator now, and the way back. */
export function ReplayBanner(): React.JSX.Element | null {
  const moment = useApp(momentOf)
  return moment === undefined ? null : <Banner moment={moment} />
}

function Banner({ moment }: { readonly moment: number }): React.JSX.Element {
  const store = useStoreApi()
  const now = useLiveNow()
  const look = useApp((state) => state.replay)
  const [speedLabel, stepLabel] = [useId(), useId()]
  const ago = `${dayKey(moment) === dayKey(now) ? '' : `${dayName(moment, now)}, `}${age(moment, now)} ago`
  const { backToNow, setReplay, stepMoment, togglePlay } = store.getState()
  return (
    <section className="banner then-banner" aria-label="The past">
      <Clock className="i" aria-hidden="true" />
      <span className="room">You are looking at</span>
      <MomentField moment={moment} />
      <b className="med cut" title={ago}>
        {ago}
      </b>
      <span className="sep" />
      <span className="stepper">
        <button type="button" className="btn ghost icon" title="Step back  [" aria-label="Step back" onClick={() => void stepMoment(-1)}>
          <StepBack className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn icon"
          title={look.isPlaying ? 'Pause  Space' : 'Play  Space'}
          aria-label={look.isPlaying ? 'Pause' : 'Play'}
          onClick={togglePlay}
        >
          {look.isPlaying ? <Pause className="i" aria-hidden="true" /> : <Play className="i" aria-hidden="true" />}
        </button>
        <button type="button" className="btn ghost icon" title="Step on  ]" aria-label="Step on" onClick={() => void stepMoment(1)}>
          <StepForward className="i" aria-hidden="true" />
        </button>
      </span>
      <span id={speedLabel} className="sr">
        Speed
      </span>
      <span className="speed">
        <SegmentBar
          labelledBy={speedLabel}
          options={speeds.map((speed) => [String(speed), `×${speed}`] as const)}
          value={String(look.speed)}
          onChange={(speed) => setReplay({ speed: Number(speed) as Speed })}
        />
      </span>
      <span id={stepLabel} className="dim wide-only">
        step to next
      </span>
      <SegmentBar labelledBy={stepLabel} options={steps} value={look.stepTo} onChange={(stepTo) => setReplay({ stepTo })} />
      {look.fault === undefined ? (
        <span className="cut wide-only">Every view shows that moment. Only Halt still works.</span>
      ) : (
        <span className="cut lost" role="alert" title={visibleString(look.fault.message)}>
          <VisibleText text={look.fault.message} />
        </span>
      )}
      <span className="end" />
      <NeedsNow />
      <button type="button" className="btn primary" onClick={backToNow}>
        <ChevronsRight className="i" aria-hidden="true" /> Back to now <kbd>Esc</kbd>
      </button>
      <p className="sr" role="status" aria-label="Selected moment">
        {look.isPlaying ? '' : `As of ${clockTime(moment)}, ${age(moment, now)} ago`}
      </p>
    </section>
  )
}

/** What needs the operator now, whatever moment is looked at; it leads there. */
function NeedsNow(): React.JSX.Element | null {
  const store = useStoreApi()
  const needs = useApp((state) => liveState(state)?.desk.counts.needs ?? 0)
  if (needs === 0) return null
  return (
    <button
      type="button"
      className="lamp now"
      title="Back to now, to Needs me"
      onClick={() => {
        store.getState().backToNow()
        store.getState().setView('needs')
      }}
    >
      <Glyph shape="needs" />{' '}
      <span className="needs">
        {count(needs)} <span className="room">{needs === 1 ? 'needs' : 'need'} you </span>now
      </span>
    </button>
  )
}
