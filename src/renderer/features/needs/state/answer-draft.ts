import type { Client } from '../../../../api/client.ts'
import type { Output } from '../../../../api/contract.ts'
import type { Event } from '../../../../core/event.ts'
import { ok, type Result } from '../../../../core/fault.ts'

/** The message that answers a debt, with the message that it replies to. */
export async function answerDraft(
  client: Pick<Client, 'call'>,
  workspace: string,
  debt: string,
): Promise<Result<Output<'desk.draft'> & { readonly replyTo?: Event }>> {
  const made = await client.call('desk.draft', { workspace, key: debt, intent: 'answer' })
  if (!made.ok || made.value.draft.replyTo === undefined) return made
  const asked = await client.call('events.get', { id: made.value.draft.replyTo })
  // Without it the answer would be another message than the one that was made.
  return asked.ok ? ok({ ...made.value, replyTo: asked.value }) : asked
}
