import { noticeKindOf } from '../../../core/notice-kind.ts'
import type { Need } from '../../../core/need.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { titleOf } from '../conversations/tree-rows.ts'
import { noticeKindTitles } from '../notices/kind-titles.ts'
import type { AppState } from '../screen.ts'
import type { NeedVerb } from './need-verb.ts'

/** Keeps notifications silent: about its author, in its conversation, of its kind there, or of its kind everywhere. Its row stays. */
export function muteVerbs({ state, settings }: AppState, need: Need): readonly NeedVerb[] {
  const { who, link: source, conversation } = need
  const agent = state?.agents.find(({ id, isOperator }) => id === who && !isOperator)
  const place = state?.conversations.find((one) => one.source === source && (one.key === conversation || one.id === conversation))
  const kind = noticeKindOf(need)
  const title = noticeKindTitles[kind]
  const verbs: NeedVerb[] = []
  if (agent !== undefined)
    verbs.push({
      id: 'mute-agent',
      label: `Mute ${visibleString(quotedName(agent.name))}`,
      run: (now) => now.mute({ agent: agent.id }, undefined, agent.name),
    })
  if (place !== undefined) {
    const here = { source: place.source, conversation: place.id }
    const name = titleOf(place)
    verbs.push({ id: 'mute-conversation', label: 'Mute this conversation', run: (now) => now.mute(here, undefined, name) })
    if (kind !== 'journal')
      verbs.push({
        id: 'mute-kind-here',
        label: `Mute “${title}” in this conversation`,
        run: (now) => now.mute({ ...here, kind }, undefined, `${title}: ${name}`),
      })
  }
  if (settings.notices.kinds[kind].notify)
    verbs.push({ id: 'mute-kind', label: `Do not notify of “${title}”`, run: (now) => now.muteKind(kind, true) })
  return verbs
}
