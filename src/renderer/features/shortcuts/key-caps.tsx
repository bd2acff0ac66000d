/** Keys as caps, pressed together. */
export function KeyCaps({ caps }: { readonly caps: readonly string[] }): React.JSX.Element {
  return (
    <span className="keys">
      {caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  )
}
