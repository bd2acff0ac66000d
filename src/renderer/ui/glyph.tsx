import type { Evidence, StatusWord } from '../../core/event.ts'

/** Shapes of states. A shape always has a word next to it, so it is hidden from screen readers. */
export type GlyphShape =
  | 'needs'
  | 'working'
  | 'waiting'
  | 'idle'
  | 'lost'
  | 'unknown'
  | 'up'
  | 'half'
  | 'down'
  | 'off'
  | 'done'
  | 'no'
  | 'over'
  | 'na'
  | 'loop'
  | 'halt'

interface GlyphProps {
  readonly shape: GlyphShape
  /** The outline shows the evidence: filled = declared, outlined = receipt or transport, dotted = inferred. */
  readonly outline?: 'filled' | 'outlined' | 'dotted'
}

const tones: Record<GlyphShape, string> = {
  needs: 'g-needs',
  working: 'g-working',
  waiting: 'g-waiting',
  idle: 'g-idle',
  lost: 'g-lost',
  unknown: 'g-unknown',
  up: 'g-up',
  half: 'g-half',
  down: 'g-lost',
  off: 'g-off',
  done: 'g-done',
  no: 'g-lost',
  over: 'g-lost',
  na: 'g-na',
  loop: 'g-lost',
  halt: 'g-lost',
}

const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const solid = { fill: 'currentColor', stroke: 'currentColor', strokeLinejoin: 'round' } as const

/** One 12 px state shape. */
export function Glyph({ shape, outline = 'filled' }: GlyphProps): React.JSX.Element {
  return (
    <svg className={`g ${tones[shape]}`} viewBox="0 0 12 12" aria-hidden="true">
      {draw(shape, outline)}
    </svg>
  )
}

function draw(shape: GlyphShape, outline: 'filled' | 'outlined' | 'dotted'): React.JSX.Element {
  const body =
    outline === 'filled'
      ? { ...solid, strokeWidth: 1 }
      : { ...line, strokeWidth: 1.3, strokeDasharray: outline === 'dotted' ? '1.6 1.5' : undefined }
  switch (shape) {
    case 'needs':
      return <path d="M6 1.1 10.9 6 6 10.9 1.1 6Z" {...body} />
    case 'working':
      return <path d="M3.3 2.2v7.6L9.9 6Z" {...body} />
    case 'waiting':
      return (
        <>
          <rect x="2.6" y="2.2" width="2.3" height="7.6" rx=".6" {...body} strokeWidth={outline === 'filled' ? 0.4 : 1} />
          <rect x="7.1" y="2.2" width="2.3" height="7.6" rx=".6" {...body} strokeWidth={outline === 'filled' ? 0.4 : 1} />
        </>
      )
    case 'idle':
      return <circle cx="6" cy="6" r={outline === 'filled' ? 2.2 : 2.6} {...body} />
    case 'lost':
      return (
        <>
          <circle cx="6" cy="6" r="5" {...line} strokeWidth={1.2} strokeDasharray={outline === 'dotted' ? '1.8 1.342' : undefined} />
          <path d="M4.2 4.2l3.6 3.6M7.8 4.2 4.2 7.8" {...line} strokeWidth={1.4} />
        </>
      )
    case 'unknown':
      return (
        <>
          <path d="M3.7 4.2C3.8 2.8 4.7 2 6 2s2.3.8 2.3 2S7.4 5.7 6 6.1v1.2" {...line} strokeWidth={1.5} />
          <circle cx="6" cy="9.8" r=".95" fill="currentColor" />
        </>
      )
    case 'up':
      return <circle cx="6" cy="6" r="3.7" fill="currentColor" />
    case 'half':
      return (
        <>
          <circle cx="6" cy="6" r="3.6" {...line} strokeWidth={1.4} />
          <path d="M6 2.4a3.6 3.6 0 0 1 0 7.2Z" fill="currentColor" />
        </>
      )
    case 'off':
      return <circle cx="6" cy="6" r="3.5" {...line} strokeWidth={1.3} />
    case 'done':
      return <path d="M2.4 6.4 4.9 8.9 9.8 3.5" {...line} strokeWidth={1.7} />
    case 'down':
    case 'no':
      return <path d="M2.8 2.8l6.4 6.4M9.2 2.8 2.8 9.2" {...line} strokeWidth={1.8} />
    case 'halt':
      return <path d="M4 1.3h4L10.7 4v4L8 10.7H4L1.3 8V4Z" fill="currentColor" />
    case 'loop':
      return (
        <>
          <path d="M2.6 4.6A3.9 3.9 0 0 1 9.7 4.4M9.4 7.4A3.9 3.9 0 0 1 2.3 7.6" {...line} strokeWidth={1.5} />
          <path d="M10.6 2.3v2.9H7.7M1.4 9.7V6.8h2.9" {...line} strokeWidth={1.4} />
        </>
      )
    case 'na':
      return <path d="M3.5 6h5" {...line} strokeWidth={1.5} />
    default:
      return <path d="M6 2.2 10.6 10H1.4Z" {...solid} strokeWidth={1} />
  }
}

const statusShapes: Record<StatusWord, GlyphShape> = {
  'needs you': 'needs',
  working: 'working',
  waiting: 'waiting',
  idle: 'idle',
  lost: 'lost',
  ended: 'na',
  '?': 'unknown',
}
const outlines: Record<Evidence, 'filled' | 'outlined' | 'dotted'> = {
  declared: 'filled',
  receipt: 'outlined',
  transport: 'outlined',
  inferred: 'dotted',
  unknown: 'filled',
}

/** The shape of an agent's status; its outline shows the evidence. */
export function StatusGlyph({ word, evidence }: { readonly word: StatusWord; readonly evidence: Evidence }): React.JSX.Element {
  return <Glyph shape={statusShapes[word]} outline={outlines[evidence]} />
}
