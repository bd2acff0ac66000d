import { KeyCap } from '../../ui/key-caps.tsx'

/** What the marks mean, and the keys that are used most. */
export function Legend(): React.JSX.Element {
  return (
    <div className="keybar" role="note" aria-label="Legend">
      <span>
        <Sign width={9} height={14}>
          <path className="stem" d="M4.5 2v8" />
          <rect className="foot" x=".5" width="8" height="2.5" />
          <path className="head-r" d="M1.5 8.5h6l-3 5Z" />
        </Sign>
        message, read
      </span>
      <span>
        <Sign width={9} height={10}>
          <path className="head-d" d="M1.5 2.5h6l-3 5Z" />
        </Sign>
        delivered
      </span>
      <span>
        <Sign width={9} height={10}>
          <path className="head-n" d="m1.5 2.5 3 5 3-5" />
        </Sign>
        link cannot tell
      </span>
      <span>
        <Sign width={26} height={8}>
          <rect className="owe-w" y="3" width="13" height="2.5" />
          <path className="lim" d="M13 1v6" />
          <rect className="owe-x" x="13" y="3" width="13" height="2.5" />
        </Sign>
        owed, past its limit
      </span>
      <span>
        <Sign width={20} height={10}>
          <rect className="ans" x=".5" y=".5" width="16" height="9" rx="2" />
          <path className="chunk" d="M4.5 2.5v5m4-5v5" />
          <rect className="caret-l" x="15" width="4" height="10" />
        </Sign>
        answer growing
      </span>
      <span>
        <Sign width={20} height={10}>
          <path className="hatch" d="M-2 10 8 0M4 10 14 0M10 10 20 0M16 10l6-6" />
        </Sign>
        not seen
      </span>
      <span className="end">
        <kbd>j</kbd> <kbd>k</kbd> lane <kbd>[</kbd> <kbd>]</kbd> event <KeyCap text="⇧T" /> table
      </span>
    </div>
  )
}

interface SignProps {
  /** At the usual size of the text, px. */
  readonly width: number
  readonly height: number
  readonly children: React.ReactNode
}

/** A mark of the plot; it grows with the words beside it. */
function Sign({ width, height, children }: SignProps): React.JSX.Element {
  return (
    <svg width={`${width / 16}rem`} height={`${height / 16}rem`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {children}
    </svg>
  )
}
