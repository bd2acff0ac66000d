import { appendFile, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatMessageFile } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { StoredMessage } from './mailbox-types.ts'
import { openSenderProofs } from './sender-proofs.ts'

let folder: string
let logged: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchbay-proofs-'))
  logged = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (own = folder) => openSenderProofs(own, folder, (message) => void logged.push(message))
const message: SwitchboardMessage = {
  id: 'msg_1_a',
  action: 'status_update',
  sender: 'boss',
  recipient: 'coder',
  payload: 'go',
  createdAt: '2026-01-01T00:00:00Z',
}
const stored = (more: Partial<StoredMessage> = {}): StoredMessage => ({
  box: 'inbox',
  agent: 'coder',
  file: '.switchboard/inbox/coder/msg_1_a.json',
  message,
  text: formatMessageFile(message),
  modifiedAt: 0,
  ...more,
})

test('a proof is valid for this text in this mailbox, in every process of ours and after its end', () => {
  const [writer, reader] = [open(), open()]
  expect(writer.proves(stored())).toBe(false)
  writer.add(message)
  for (const proofs of [writer, reader, open()]) {
    expect(proofs.proves(stored())).toBe(true)
    expect(proofs.proves(stored({ agent: 'Coder', box: 'archive' }))).toBe(true)
    expect(proofs.proves(stored({ agent: 'tester' }))).toBe(false)
    expect(proofs.proves(stored({ text: formatMessageFile({ ...message, sender: 'lead' }) }))).toBe(false)
  }
})

test('an incomplete line and other bytes prove nothing and hide nothing', async () => {
  const reader = open()
  open().add(message)
  const [name = ''] = await readdir(folder)
  await appendFile(path.join(folder, name), '\u0000garbage\nhalf')
  expect(reader.proves(stored())).toBe(true)
  expect(reader.proves(stored({ agent: 'tester' }))).toBe(false)
})

test('a symbolic link in its place is not followed; the failed write is logged', async () => {
  open().add(message)
  const [name = ''] = await readdir(folder)
  const other = path.join(folder, 'other')
  await writeFile(other, '')
  await rm(path.join(folder, name))
  await symlink(other, path.join(folder, name))
  const proofs = open()
  proofs.add(message)
  expect(proofs.proves(stored())).toBe(false)
  expect(logged).toHaveLength(1)
})
