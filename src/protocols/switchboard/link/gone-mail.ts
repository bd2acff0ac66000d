import { isMessage } from '../../../core/event.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { MailboxChange, StoredMessage } from '../files/mailbox-types.ts'
import { inSwitchboard } from '../files/paths.ts'
import { failureIn } from '../pure/failure.ts'
import { messageFileName, parseMessageFile } from '../pure/message.ts'
import { mailWireId } from '../pure/wire.ts'
import type { RunningLink } from './running-link.ts'

type Link = Pick<RunningLink, 'context' | 'index' | 'mailboxes' | 'config'>

/** A message of a mailbox; from the journal if a program deleted its file. */
export async function readMailEvenGone(link: Link, mailbox: string, id: string): Promise<Result<StoredMessage>> {
  const read = await link.mailboxes.read(mailbox, id)
  if (read.ok || link.index.get(mailbox, id)?.isGone !== true) return read
  const kept = goneMail(link, mailbox, id)
  return kept === undefined ? read : ok(kept)
}

/**
 * A program refused a message and deleted its file, in either order: the message stays in its mailbox, from the journal. Call it with each change, after the
 * index has it.
 */
export function keepRefused(link: Link, change: MailboxChange): void {
  const { index } = link
  if (change.kind === 'result' && failureIn(change.result) !== undefined) keep(change.agent, change.result.inReplyTo)
  else if (change.kind === 'gone' && change.box === 'inbox' && index.isFailed(change.agent, change.id)) keep(change.agent, change.id)

  function keep(agent: string, id: string): void {
    if (index.get(agent, id) !== undefined) return
    const stored = goneMail(link, agent, id)
    if (stored !== undefined) index.keepGone(stored)
  }
}

function goneMail({ context }: Link, mailbox: string, id: string): StoredMessage | undefined {
  const event = context.stored.find(mailWireId(mailbox, id))
  if (event === undefined || !isMessage(event)) return undefined
  const message = parseMessageFile('The message', event.raw.text)
  if (!message.ok) return undefined
  const file = inSwitchboard('inbox', mailbox, messageFileName(id))
  return { box: 'inbox', agent: mailbox, file, message: message.value, text: event.raw.text, modifiedAt: event.at }
}
