import type { SessionRow } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import './sessions.css'

type Entry = SessionRow['rounds'][number]

interface RoundStripProps {
  readonly rounds: readonly Entry[]
  /** Maximum number of rounds shown: the newest. */
  readonly most: number
  /** Number of the round on screen, if it is one of these. */
  readonly current: number | undefined
  readonly onOpen: (sequence: number) => void
}

/** The numbers of a session's rounds with their results: done, failed, rolled back, open. */
export function RoundStrip({ rounds, most, current, onOpen }: RoundStripProps): React.JSX.Element {
  const left = Math.max(0, rounds.length - most)
  return (
    <span className="seq">
      {left > 0 && <span className="dim">+{left}</span>}
      {rounds.slice(left).map((round) => (
        <button
          key={round.sequence}
          type="button"
          className={toneOf(round, current)}
          title={wordsOf(round)}
          aria-label={wordsOf(round)}
          aria-current={round.sequence === current ? 'step' : undefined}
          onClick={() => onOpen(round.sequence)}
        >
          <span className="round">
            <Mark round={round} />
          </span>
        </button>
      ))}
    </span>
  )
}

function Mark({ round }: { readonly round: Entry }): React.JSX.Element {
  return (
    <>
      {round.sequence}
      {round.state === 'applied' && <Glyph shape={round.failed > 0 ? 'no' : 'done'} />}
      {round.state === 'interrupted' && <Glyph shape="over" />}
    </>
  )
}

function toneOf(round: Entry, current: number | undefined): string {
  const tone = round.state === 'rolled back' ? 'back' : round.state === 'applied' ? 'ok' : 'open'
  return round.sequence === current ? `${tone} now` : tone
}

const stateWords: Readonly<Record<Entry['state'], string>> = {
  open: 'no reply yet',
  replied: 'waiting for your review',
  applying: 'is being applied',
  applied: 'applied',
  interrupted: 'was interrupted',
  'rolled back': 'rolled back',
}

/** `Round 2: applied, 1 failed`. */
function wordsOf(round: Entry): string {
  return `Round ${round.sequence}: ${roundWords(round)}`
}

/** `applied, 1 failed`. */
export function roundWords(round: Entry): string {
  return `${stateWords[round.state]}${round.failed > 0 ? `, ${round.failed} failed` : ''}`
}
