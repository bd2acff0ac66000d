import { useMemo } from 'react'
import type { RemedyProps } from '../../../../renderer/features/screen.ts'
import { mentionsIn } from '../../pure/mention.ts'
import { teamOf } from '../teams.ts'
import { useTeamAnswer } from '../use-team.ts'
import { counted } from '../../../../renderer/ui/time.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { sendPartsOverlay } from '../overlays.ts'

/** Next to the fault of a text that is too long for one message: offers to send it as several. */
export function SplitOffer({ source, where, to, text, fault }: RemedyProps): React.JSX.Element | null {
  const isTeam = useApp((state) => teamOf(state, source) !== undefined)
  const setOverlay = useApp((state) => state.setOverlay)
  // Further typing is considered with the next fault, not with each keystroke.
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const whole = useMemo(() => [...to.filter((name) => !mentionsIn(text, name)).map((name) => `@${name}`), text].join(' '), [fault])
  const isWanted = isTeam && where !== '' && fault.code === 'too-large'
  const answer = useTeamAnswer(source, 'split', isWanted ? { project: where, text: whole } : undefined)
  if (!isWanted || answer?.ok !== true || answer.value.parts.length < 2) return null
  const { parts } = answer.value
  return (
    <button type="button" className="btn small" onClick={() => setOverlay(sendPartsOverlay({ link: source, project: where, parts }))}>
      Send as {counted(parts.length, 'message')}…
    </button>
  )
}
