import { isActive } from '../../api/simulations.ts'
import { Approvals } from '../features/approvals/approvals.tsx'
import type { Link } from '../../core/link.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Lamp } from '../features/common/lamp.tsx'
import { HaltControl } from '../features/halt/halt-control.tsx'
import { refusingHalt } from '../features/halt/state/in-force.ts'
import { NotUsable } from '../features/common/not-usable.tsx'
import { recordedLamp } from '../features/replay/past-state.ts'
import { ReplayLamps } from '../features/replay/replay-lamps.tsx'
import { SimulationLamp } from '../features/simulate/simulate-banner.tsx'
import { count, progressText } from '../ui/time.ts'
import { haltedWord } from '../features/halt/halt-words.ts'
import { VisibleText, visibleString } from '../ui/visible-text.tsx'
import { useApp } from '../features/state/store.ts'

const none: readonly Link[] = []

/** One lamp per link; each opens the link. */
export function StatusBar(): React.JSX.Element {
  const links = useApp((state) => state.state?.links ?? none)
  const hasWorkspace = useApp((state) => state.state !== undefined)
  const isSimulated = useApp((state) => isActive(state.simulation))
  const connection = useApp((state) => state.connection)
  const isHalted = useApp((state) => refusingHalt(state) !== undefined)
  return (
    <footer className={isHalted ? 'status halted' : 'status'} aria-label="Links" data-pane="status">
      {connection.state !== 'open' && (
        <span className="lamp lost" role="status">
          <Glyph shape={connection.state === 'connecting' ? 'half' : 'down'} />
          {connection.state === 'connecting' ? 'connecting to Patchbay' : 'no connection to Patchbay'}
          <span className="dim">{connection.detail}</span>
        </span>
      )}
      <JournalLamp />
      {hasWorkspace && links.length === 0 && <span className="lamp">No links</span>}
      {links.map((link) => (
        <LinkLamp key={link.id} link={link} isKnown={connection.state === 'open'} />
      ))}
      {links.length > 0 && links.every((link) => !link.enabled) && <span className="lamp dim">Nothing running</span>}
      <span className="end" />
      {!hasWorkspace && !isSimulated && <span className="lamp dim">Nothing running</span>}
      <ReplayLamps />
      <SimulationLamp />
      <StuckLamp />
      <OwedLamp />
      <Approvals />
      <HaltControl />
    </footer>
  )
}

/** Agents that cannot go on by themselves. It shows their ring, or else their rows. */
function StuckLamp(): React.JSX.Element | null {
  const stuck = useApp((state) => state.state?.desk.counts.stuck ?? 0)
  const showStuck = useApp((state) => state.showStuck)
  if (stuck === 0) return null
  return (
    <button type="button" className="lamp owed lost" title="Who waits for whom" onClick={showStuck}>
      <Glyph shape="loop" />
      <span>
        {count(stuck)} <span className="wide">stuck</span>
      </span>
    </button>
  )
}

/** What all owe, and how much of it is overdue: each leads to the debts that it counts. */
function OwedLamp(): React.JSX.Element | null {
  const owed = useApp((state) => state.state?.desk.counts.owed ?? 0)
  const overdue = useApp((state) => state.state?.desk.counts.overdue ?? 0)
  const showOwed = useApp((state) => state.showOwed)
  const isPast = useApp((state) => state.past !== undefined)
  if (owed === 0) return null
  return (
    <>
      <button type="button" className="lamp owed" title="Owed by everybody" onClick={() => showOwed('all')}>
        <span>
          {isPast && 'then '}
          {count(owed)} owed
        </span>
      </button>
      {overdue > 0 && (
        <button type="button" className="lamp owed lost" title="Overdue, owed by everybody" onClick={() => showOwed('overdue')}>
          <Glyph shape="over" />
          <span>
            {count(overdue)} <span className="wide">overdue</span>
          </span>
        </button>
      )}
    </>
  )
}

/** Damage of the journal, or that it cannot be backed up; Settings has the whole sentence. */
function JournalLamp(): React.JSX.Element | null {
  const fault = useApp((state) => state.state?.journalFault)
  const setView = useApp((state) => state.setView)
  if (fault === undefined) return null
  return (
    <button type="button" className="lamp lost" title={visibleString(fault.message)} onClick={() => setView('settings')}>
      <Glyph shape="down" /> Journal{' '}
      <span className="dim cut" role="alert">
        <VisibleText text={fault.message} />
      </span>
    </button>
  )
}

/** Without a connection, neither the state of a link nor its count is known. */
function LinkLamp({ link, isKnown }: { readonly link: Link; readonly isKnown: boolean }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  const act = useApp((state) => state.actOnLink)
  const fault = useApp((state) => (state.linkFault?.link === link.id ? state.linkFault.fault : undefined))
  const halted = useApp((state) => haltedWord(refusingHalt(state), link.id))
  const isPast = useApp((state) => state.past !== undefined)
  const { lamp, count: number, progress, text, reason } = link.status
  const isCalm = lamp === 'up'
  const shown = isKnown && (isCalm || halted === 'left') ? halted : undefined
  const isCounted = isKnown && shown === undefined && progress === undefined && isCalm && number !== undefined
  return (
    <>
      <button
        type="button"
        className="lamp"
        title={isKnown ? (reason?.message ?? text) : undefined}
        onClick={() => setView('links', link.id)}
      >
        {shown !== undefined ? (
          <>
            <Glyph shape="halt" />
            <span className="sr">halted</span>
          </>
        ) : (
          <Lamp lamp={recordedLamp(link.status)} />
        )}{' '}
        <span className="name cut">
          <VisibleText text={link.name} />
        </span>{' '}
        {isCounted ? (
          <span className="dim calm">
            {count(number.value)} {number.unit}
          </span>
        ) : (
          <span className={shown !== undefined || (isPast && isCalm) ? 'dim cut calm' : 'dim cut'}>
            {!isKnown
              ? ''
              : (shown ??
                (progress !== undefined
                  ? progressText(progress)
                  : recordedLamp(link.status) === 'off'
                    ? 'off'
                    : (reason?.message ?? text)))}
          </span>
        )}
      </button>
      {isKnown && <NotUsable link={link.id} />}
      {isKnown && progress?.cancellable === true && (
        <button type="button" className="btn small ghost" onClick={() => void act(link.id, 'cancel')}>
          Cancel
        </button>
      )}
      {fault !== undefined && (
        <span className="lamp lost" role="alert">
          <VisibleText text={fault.message} />
        </span>
      )}
    </>
  )
}
