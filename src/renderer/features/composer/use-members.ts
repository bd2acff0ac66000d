import { useMemo } from 'react'
import type { NameOption } from '../../ui/name-options.tsx'
import { screenOf, viewOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Who is in a place and can be addressed or mentioned there, each name once. Undefined: the link has no list. */
export function useMembers(source: string | undefined, place: string, words = ''): readonly NameOption[] | undefined {
  const membersOf = useApp((state) => screenOf(state, source)?.composerParts?.members)
  const view = useApp((state) => viewOf(state, source))
  const known = useMemo(() => membersOf?.(view, place, words), [membersOf, view, place, words])
  const ask = known?.ask
  const question = source === undefined || ask === undefined ? undefined : { link: source, method: ask.method, input: ask.input }
  const answer = useAnswer('links.call', question)
  return useMemo(() => (answer?.ok === true && ask !== undefined ? ask.names(answer.value.output) : known?.names), [answer, ask, known])
}
