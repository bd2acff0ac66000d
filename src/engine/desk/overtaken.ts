import type { Command, Draft } from '../../core/command.ts'
import type { DebtState } from '../../core/debt.ts'
import { quoted } from '../../core/desk-draft.ts'
import { fail } from '../../core/fault.ts'
import type { Journal } from '../../core/journal.ts'
import type { Room } from '../room.ts'

const endWords: Readonly<Record<Exclude<DebtState, 'open'>, string>> = {
  settled: 'it was answered, or marked as done',
  failed: 'it was declined, or could not be done',
  withdrawn: 'it was withdrawn, or is no longer needed',
  void: 'nothing is owed any more',
}

/** Why a message waits. */
type Overtaken = ReturnType<typeof fail>

/** What the operator said about a debt, oldest first. */
export function saidAbout(journal: Pick<Journal, 'commands'>, workspace: string, debt: string): Command[] {
  return journal.commands(workspace, ['accepted', 'sent', 'confirmed']).filter(({ draft }) => draft.about?.debt === debt)
}

/**
 * Why a message about a debt is not sent yet: something happened to the debt since it was begun, such as the same answer from another window. Once the operator
 * was told (`DraftAbout.known` is gone), it is sent. @param command its own id, if it was tried before
 */
export function whyOvertaken(
  room: Pick<Room, 'id' | 'desk'>,
  journal: Pick<Journal, 'commands'>,
  { about }: Draft,
  command?: string,
): Overtaken | undefined {
  if (about?.known === undefined) return undefined
  const { debt, known } = about
  const said = saidAbout(journal, room.id, debt).filter(({ id }) => id !== command)
  const newest = said.at(-1)
  if (newest !== undefined && said.length > known.said)
    return overtaken(`Since you began this, perhaps in another window, you said about it: ${quoted(newest.draft.text)}.`)
  if (!known.isOpen) return undefined
  const row = room.desk.lists().rowOf(debt)
  // A message that takes the place of the one that asked opens another debt.
  if (row === undefined) return overtaken('What was asked here was changed or is no longer there. Look at it again.')
  const { state } = row.debt
  if (state === 'open') return undefined
  return overtaken(`This closed since you began: ${endWords[state]}.`)
}

function overtaken(why: string): Overtaken {
  return fail('conflict', `${why} Send again to say yours all the same.`, { field: 'about' })
}
