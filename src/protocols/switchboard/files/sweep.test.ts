import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { GateRequest, Gate } from '../../../core/protocol.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { switchboardFiles } from '../../../../test/fakes/switchboard-files.ts'
import { MailFolders } from './mail-folders.ts'
import { openMailboxes } from './mailboxes.ts'
import { sweepMailboxes } from './sweep.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-sweep-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const now = 1_790_000_000_000
const temp = '.patchbay-0123456789abcdef.tmp'
let root = ''
let asked: GateRequest['effect'][] = []
const gate: Gate = {
  ...openGate,
  perform(request, run) {
    asked.push(request.effect)
    return openGate.perform(request, run)
  },
}
const options = (): Parameters<typeof sweepMailboxes>[0] => ({ root, gate, now: () => now, log: () => undefined })
const { at, names, put } = switchboardFiles(() => root)

/** Writes a file that is so many hours old. */
function leave(file: string, hours = 25): void {
  put(file, '{"unfinished')
  const then = now / 1_000 - hours * 3_600
  utimesSync(at(file), then, then)
}

beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  asked = []
})

it('removes what a crash left unfinished in every folder that Patchbay writes to', async () => {
  const folders = ['inbox/coder', 'archive/coder', 'outbox/lead', 'ledger/coder', 'reviews', '.']
  for (const folder of folders) leave(join(folder, temp))
  await sweepMailboxes(options(), new MailFolders(root))
  for (const folder of folders) expect(names(folder)).not.toContain(temp)
  expect(asked).toHaveLength(folders.length)
  expect(asked).toContainEqual({
    kind: 'move',
    target: '.switchboard/inbox/coder',
    exact: `remove what a crash of Patchbay left unfinished: .switchboard/inbox/coder/${temp}`,
  })
})

it('leaves files that are new, of others or no files, and then asks the gate for nothing', async () => {
  leave('inbox/coder/a.json.tmp')
  leave('inbox/coder/.patchbay-state.json-0123456789abcdef.tmp')
  leave('inbox/coder/.patchbay-1123456789abcdef.tmp', 23)
  mkdirSync(at('inbox/coder/.patchbay-2123456789abcdef.tmp'))
  leave('elsewhere')
  symlinkSync(at('elsewhere'), at('inbox/coder/.patchbay-3123456789abcdef.tmp'))
  const before = names('inbox/coder')
  await sweepMailboxes(options(), new MailFolders(root))
  expect([names('inbox/coder'), names('.')]).toEqual([before, ['elsewhere', 'inbox']])
  expect(asked).toEqual([])
})

it('is done when this process begins to keep the mailboxes', async () => {
  leave(`inbox/coder/${temp}`)
  const watch = openMailboxes(options()).watch(() => undefined)
  watch.keepsNow()
  await watch.close()
  expect(names('inbox/coder')).toEqual([])
})
