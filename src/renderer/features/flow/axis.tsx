import { useTextScale } from '../state/use-text-scale.ts'
import { clockTime } from '../../ui/time.ts'
import type { FlowLayout } from '../../../core/flow/layout.ts'

interface AxisProps {
  readonly layout: FlowLayout
  readonly to: number
  readonly isFollowing: boolean
}

/** A label too near to the right edge would lie under that of now: room for `03:24` and for `03:24:00`. */
const labelWidth = { short: 40, long: 60 }

/** The times above the plot. */
export function Axis({ layout, to, isFollowing }: AxisProps): React.JSX.Element {
  const size = useTextScale()
  const end = layout.scale.width
  const withSeconds = layout.step < 60_000
  const room = withSeconds ? labelWidth.long : labelWidth.short
  return (
    <div className="axis" aria-hidden="true">
      {layout.ticks.map(({ at, x, isMajor }) =>
        x > end - room * size ? null : (
          <span key={at} className={isMajor ? 'tick' : 'tick mid'} style={{ left: x }}>
            {withSeconds ? clockTime(at) : clockTime(at).slice(0, 5)}
          </span>
        ),
      )}
      <span className={isFollowing ? 'tick edge' : 'tick edge past'} style={{ left: end }}>
        {clockTime(to)}
      </span>
    </div>
  )
}
