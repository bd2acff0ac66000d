import { createHash } from 'node:crypto'
import { nameKey } from '../pure/agent-name.ts'
import { formatMessageFile } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { Mailboxes, StoredMessage } from './mailbox-types.ts'
import { openWorkspaceLines } from './workspace-lines.ts'

/**
 * Which messages the operator or a session of ours wrote under its own name, and which the operator archived. Kept in the data folder, across changes of the keeper, because a file in the
 * workspace cannot prove itself. A proof is valid for the exact text in the mailbox that it was written to.
 */
export interface SenderProofs {
  /** Records what is about to be written. If that fails, the sender is a claim later. */
  add(message: SwitchboardMessage): void
  proves(stored: StoredMessage): boolean
  /** Records that the operator archives a message. If that fails, anybody may have. */
  addArchived(mailbox: string, id: string): void
  provesArchived(mailbox: string, id: string): boolean
}

/** Maximum number of messages; the senders of older ones become claims again. */
const most = 100_000

/** @param folder of the protocol in the data folder; @param root the folder that contains `.switchboard/`. */
export function openSenderProofs(
  folder: string,
  root: string,
  log: (message: string, fields?: Record<string, unknown>) => void,
): SenderProofs {
  const lines = openWorkspaceLines(folder, root, 'senders', most)
  const known = new Set<string>()

  function learn(): void {
    for (const line of lines.news()) {
      known.delete(line)
      known.add(line)
    }
    for (const oldest of known) {
      if (known.size <= most) break
      known.delete(oldest)
    }
  }

  function has(proof: string): boolean {
    if (known.has(proof)) return true
    learn() // another process of ours may have written it
    return known.has(proof)
  }

  learn()
  return {
    add(message) {
      const added = lines.add(proofOf(message.recipient, message.id, formatMessageFile(message)))
      if (!added.ok) log('the sender of a message could not be recorded', { id: message.id, fault: added.fault, level: 'warn' })
    },
    proves: ({ agent, message, text }) => has(proofOf(agent, message.id, text)),
    addArchived(mailbox, id) {
      const added = lines.add(proofOf(mailbox, id))
      if (!added.ok) log('who archived a message could not be recorded', { id, fault: added.fault, level: 'warn' })
    },
    provesArchived: (mailbox, id) => has(proofOf(mailbox, id)),
  }
}

/** Mailboxes that record the sender of each message as proven: a session or the operator asked for what is written through them. */
export function withProofs<M extends Pick<Mailboxes, 'deliver'>>(mailboxes: M, proofs: SenderProofs): M {
  return {
    ...mailboxes,
    deliver(message, actor) {
      proofs.add(message)
      return mailboxes.deliver(message, actor)
    },
  }
}

/** @param text undefined: the proof that the operator archived it. */
function proofOf(mailbox: string, id: string, text?: string): string {
  return createHash('sha256')
    .update(JSON.stringify([nameKey(mailbox), id, text]))
    .digest('base64url')
}
