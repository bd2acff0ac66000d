import type { Link } from '../../../core/link.ts'
import { NetworkLines } from '../../../protocols/scuttlebot/screen/links/network-lines.tsx'
import { TeamLines } from '../../../protocols/jaibber/screen/links/team-lines.tsx'

/** What a protocol shows under the row of one of its links. One line per protocol. */
const lines: Readonly<Record<string, React.ComponentType<{ readonly link: Link }>>> = {
  scuttlebot: NetworkLines,
  jaibber: TeamLines,
}

/** The lines under a link's row; undefined: its protocol has none. */
export function linkLines(protocol: string): React.ComponentType<{ readonly link: Link }> | undefined {
  return Object.hasOwn(lines, protocol) ? lines[protocol] : undefined
}
