import { systemActor } from '../../../core/approval.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { oldTemps, sweepTemps } from '../../../io/atomic-write.ts'
import type { MailFolders } from './mail-folders.ts'
import type { MailboxesOptions } from './mailbox-types.ts'
import { inSwitchboard, switchboardFolder } from './paths.ts'

/** Removes unfinished files of ours that a crash left in `.switchboard/`. The gate is asked only if there are any, because it records every request. */
export async function sweepMailboxes(options: MailboxesOptions, folders: MailFolders): Promise<void> {
  for (const folder of await writtenFolders(folders)) {
    const swept = await sweepFolder(options, folder)
    if (!swept.ok && swept.fault.code !== 'not-found')
      options.log('unfinished files of a crash could not be removed', { folder, fault: swept.fault, level: 'warn' })
  }
}

/** The folders that Patchbay writes to. Those that cannot be listed are left out: watching reports the reason. */
async function writtenFolders(folders: MailFolders): Promise<string[]> {
  const found = [switchboardFolder, inSwitchboard('reviews')]
  for (const kind of ['inbox', 'archive', 'outbox', 'ledger'] as const) {
    const names = await folders.names(kind)
    if (names.ok) found.push(...names.value.map((name) => inSwitchboard(kind, name)))
  }
  return found
}

async function sweepFolder({ root, gate, now }: MailboxesOptions, folder: string): Promise<Result<number>> {
  const found = await oldTemps(root, folder, now())
  if (!found.ok || found.value.length === 0) return found.ok ? ok(0) : found
  return gate.perform(
    {
      actor: systemActor,
      effect: {
        kind: 'move',
        target: folder,
        exact: `remove what a crash of Patchbay left unfinished: ${found.value.slice(0, 100).join(', ')}`,
      },
      question: `Remove unfinished files from ${folder}?`,
    },
    (permit) => sweepTemps(permit, root, folder, now()),
  )
}
