import { useApp } from '../state/store.ts'

/** Two letters for a protocol above the hue of its screen. */
export function Chip({ protocol }: { readonly protocol: string }): React.JSX.Element {
  const info = useApp((state) => state.protocols.find((one) => one.id === protocol))
  const hue = useApp((state) => state.screens.get(protocol)?.hue)
  const letters = info?.chip ?? protocol.slice(0, 2).toUpperCase()
  return (
    <span className="chip" style={{ '--hue': hue } as React.CSSProperties} title={info?.title ?? protocol}>
      {letters}
    </span>
  )
}
