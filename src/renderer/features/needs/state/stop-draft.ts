import type { MessageEvent } from '../../../../core/event.ts'
import type { Stuck } from '../../../../core/stuck.ts'
import { agentByName } from '../../agents/directory.ts'
import type { AppState } from '../../screen.ts'

/** The members of a loop who read where this message was said, by their names there. */
export function membersIn(state: AppState, { agents }: Pick<Stuck, 'agents'>, { source, body }: MessageEvent): string[] {
  const members = new Set(agents)
  const here = (state.state?.agents ?? [])
    .filter(({ id }) => members.has(id))
    .flatMap(({ names }) => names.find((name) => name.source === source)?.name ?? [])
  const inMessage = [body.from, ...body.to].filter((name) => members.has(agentByName(state, source, name)?.id ?? name))
  return [...new Set([...inMessage, ...here])]
}

/** Says it without a request or a question, so that nobody owes an answer. */
export function stopText(names: readonly string[]): string {
  return `Stop here, ${names.join(' and ')}. You repeat the same messages. Write no more about this until you hear from me.`
}
