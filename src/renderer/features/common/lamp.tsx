import { useIsLive } from '../state/use-is-live.ts'
import type { LinkStatus } from '../../../core/link.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { GlyphShape } from '../../ui/glyph.tsx'

type LampState = LinkStatus['lamp']

const shapes: Record<LampState, GlyphShape> = { up: 'up', connecting: 'half', down: 'down', off: 'off' }

/** The lamp of a link and its word for screen readers. Without a connection to the engine, and where it was not recorded, the state is unknown: a grey question mark. */
export function Lamp({ lamp }: { readonly lamp: LampState | undefined }): React.JSX.Element {
  const isLive = useIsLive() && lamp !== undefined
  return (
    <>
      <Glyph shape={isLive ? shapes[lamp] : 'unknown'} />
      <span className="sr">{isLive ? lamp : 'unknown'}</span>
    </>
  )
}
