import { useApp } from '../../shell/store.ts'

/** Two letters of a protocol over its hue. Hues are by protocol, so they are attributes that the style sheet reads. */
export function Chip({ protocol }: { readonly protocol: string }): React.JSX.Element {
  const info = useApp((state) => state.protocols.find((one) => one.id === protocol))
  const letters = info?.chip ?? protocol.slice(0, 2).toUpperCase()
  return (
    <span className="chip" data-p={letters.toLowerCase()} title={info?.title ?? protocol}>
      {letters}
    </span>
  )
}
