import { Signs } from './signs.tsx'

/** Keys as caps, pressed together. */
export function KeyCaps({ caps }: { readonly caps: readonly string[] }): React.JSX.Element {
  return (
    <span className="keys">
      {caps.map((cap) => (
        <KeyCap key={cap} text={cap} />
      ))}
    </span>
  )
}

/** One cap; it can contain several keys that are pressed together (`Ctrl ↵`). */
export function KeyCap({ text }: { readonly text: string }): React.JSX.Element {
  return (
    <kbd>
      <Signs text={text} />
    </kbd>
  )
}
