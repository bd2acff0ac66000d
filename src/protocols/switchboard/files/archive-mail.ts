import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { moveToNew } from '../../../io/new-file.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import type { MailFolders } from './mail-folders.ts'
import type { MailboxesOptions, StoredMessage } from './mailbox-types.ts'
import { folderOf, inSwitchboard, numbered } from './paths.ts'

const mostNames = 9

/** Moves a message from the inbox to the archive of the same mailbox; it is in one of the two at all times. Returns its new path. */
export async function archiveMail(
  options: MailboxesOptions,
  folders: MailFolders,
  stored: StoredMessage,
  actor: Actor,
): Promise<Result<{ readonly file: string }>> {
  const name = stored.file.slice(stored.file.lastIndexOf('/') + 1)
  const place = await folders.place('archive', folderOf(stored.file))
  if (!place.ok) return place
  return options.gate.perform(
    {
      actor,
      effect: { kind: 'move', target: stored.file, exact: `move ${stored.file} to ${inSwitchboard('archive', place.value, name)}` },
      question: `${actor.name} asks to archive a message of ${stored.agent}`,
    },
    (permit) =>
      folders.writeIn(permit, 'archive', folderOf(stored.file), (folder) => moveNumbered(permit, options.root, stored.file, folder, name)),
  )
}

/** If another message in the archive has the name, a number is added. */
async function moveNumbered(
  permit: Permit,
  root: string,
  from: string,
  folder: string,
  name: string,
): Promise<Result<{ readonly file: string }>> {
  for (let number = 1; number <= mostNames; number++) {
    const file = inSwitchboard('archive', folder, numbered(name, number))
    const moved = await moveToNew(permit, root, from, file)
    if (moved.ok) return ok({ file })
    if (moved.fault.code === 'not-found') {
      const there = await lstatInside(root, from)
      if (there.ok && there.value === undefined) return fail('conflict', `${from} was moved or removed by another program.`)
    }
    if (moved.fault.code !== 'conflict') return moved
  }
  return fail('conflict', `The archive already contains ${mostNames} other files named like ${name}.`)
}
