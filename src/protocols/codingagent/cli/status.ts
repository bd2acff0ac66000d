import { join } from 'node:path'
import type { Gate } from '../../../core/protocol.ts'
import { complain, complainOf, printJson } from '../../../io/standard-streams.ts'
import { outboxFile } from '../home/names.ts'
import { openHome } from './open-home.ts'
import type { HomeOptions } from './options.ts'

/** `patchbay agent status`: one JSON line per session, newest first. Read-only. Exit codes: 0 done, 1 a fault. */
export async function status(options: HomeOptions, gate: Gate): Promise<number> {
  const opened = await openHome(options.home, undefined, gate)
  if (!opened.ok) return complainOf(opened.fault)
  const { store, folder } = opened.value.parts
  const held = await folder.look()
  folder.release()
  if (held !== undefined) {
    const loaded = await store.load(undefined, true)
    if (!loaded.ok) return complainOf(loaded.fault)
  }
  const sessions = store.all().toSorted((a, b) => (a.file.createdAt < b.file.createdAt ? 1 : -1))
  for (const { id, file, settings, rounds } of sessions) {
    const { sequenceNumber: sequence, isComplete, task, createdAt, updatedAt } = file
    const line = {
      session: id,
      state: isComplete ? 'done' : (rounds.get(sequence)?.state ?? 'open'),
      isActive: store.active === id,
      sequence,
      task,
      workspace: settings.workspace,
      createdAt,
      updatedAt,
      outbox: isComplete ? undefined : join(folder.path, outboxFile(id, sequence)),
    }
    await printJson([line])
  }
  for (const { file, fault } of store.damaged()) complain(`${file}: ${fault.message}`)
  if (sessions.length === 0) complain(`there are no sessions in ${folder.path}.`)
  return store.damaged().length === 0 ? 0 : 1
}
