/** Width and height of the drawing, in its own units. */
const width = 72
const height = 16

/**
 * Messages per hour as bars on a base line, the newest hour on the right. Always shown next to a number with the same meaning.
 * @param hours counts, oldest first.
 * @param peak the count that fills the height, shared by all rows so that agents can be compared.
 */
export function Sparkline({ hours, peak }: { readonly hours: readonly number[]; readonly peak: number }): React.JSX.Element {
  const step = width / hours.length
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className="base" d={`M0 ${height - 0.5}h${width}`} />
      {hours.map((count, hour) => {
        if (count === 0) return null
        // One message stays visible next to an hour with hundreds.
        const bar = Math.max(1.5, (count / Math.max(peak, 1)) * (height - 3))
        return <path key={hour} d={`M${(hour + 0.5) * step} ${height - 1}v${(-bar).toFixed(1)}`} />
      })}
    </svg>
  )
}
