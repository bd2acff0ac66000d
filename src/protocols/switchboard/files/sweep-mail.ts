import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { sweepTemps } from '../../../io/atomic-write.ts'
import { MailFolders } from './mail-folders.ts'
import type { MailboxesOptions } from './mailbox-types.ts'
import { systemActor } from './system-actor.ts'
import { inSwitchboard, switchboardFolder } from './paths.ts'

/**
 * Removes our own files that a crash left incomplete more than a day ago, in all folders of the mailboxes; nothing else. The keeper runs it at the start.
 * Returns how many were removed.
 */
export function sweepMailboxes({ root, gate, now, log }: MailboxesOptions): Promise<Result<number>> {
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'write', target: switchboardFolder, exact: 'remove unfinished files (.patchbay-….tmp) older than a day' },
      question: `Remove unfinished files from ${switchboardFolder}?`,
    },
    async (permit) => {
      const folders = new MailFolders(root)
      const paths = [inSwitchboard(), inSwitchboard('reviews')]
      for (const kind of ['inbox', 'outbox', 'ledger'] as const) {
        const names = await folders.names(kind)
        if (!names.ok) return names
        paths.push(...names.value.map((name) => inSwitchboard(kind, name)))
      }
      let swept = 0
      for (const path of paths) {
        const done = await sweepTemps(permit, root, path, now())
        if (done.ok) swept += done.value
        else if (done.fault.code !== 'not-found')
          log('unfinished files could not be removed', { folder: path, fault: done.fault, level: 'warn' })
      }
      return ok(swept)
    },
  )
}
