import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, runProgram } from '../../../../test/fakes/command-line.ts'
import { directGate } from '../../../engine/gate/direct-gate.ts'
import { openMailboxes } from '../files/mailboxes.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'patchbay-lint-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function lint(dir: string, run = runCommand): Promise<{ code: unknown; found: { rule: string; file: string }[]; err: string }> {
  const { code, out, err } = await run(['lint', 'switchboard', dir], { cwd: root })
  const lines = out.split('\n').filter((line) => line !== '')
  return { code, err, found: lines.map((line) => JSON.parse(line) as { rule: string; file: string }) }
}

const inFolder = (...parts: string[]): string => path.join(root, '.switchboard', ...parts)

describe('patchbay lint switchboard', () => {
  it('reports nothing about a tree that Patchbay wrote, from inside or from above', async () => {
    const mailboxes = openMailboxes({ root, gate: directGate, now: Date.now, log: () => undefined })
    const createdAt = new Date().toISOString()
    await mailboxes.deliver({ id: 'msg_1_a', action: 'status_update', sender: 'ann', recipient: 'bob', payload: 'x', createdAt })
    await mailboxes.archive('bob', 'msg_1_a', 'bob')
    expect(await lint('.')).toEqual({ code: 0, found: [], err: '' })
    expect(await lint('.switchboard')).toEqual({ code: 0, found: [], err: '' })
  })

  it('reports problems, one per line, and exits with 1; no link is followed', async () => {
    await mkdir(inFolder('inbox', 'coder'), { recursive: true })
    await mkdir(inFolder('inbox', 'a.b'))
    await mkdir(inFolder('outbox', 'ann'), { recursive: true })
    await writeFile(inFolder('inbox', 'coder', 'half.json'), '{"id": ')
    await writeFile(
      inFolder('outbox', 'ann', 'receipt_msg_2_b.json'),
      '{"id": "receipt_msg_2_b", "inReplyTo": "msg_2_b", "status": "delivered"}',
    )
    await writeFile(inFolder('auth_token'), 'x')
    await chmod(inFolder('auth_token'), 0o644)
    await writeFile(inFolder('server_info.json'), '{"pid": 4194304, "port": 3100}')
    await symlink('/etc', inFolder('archive'))
    const { code, found } = await lint('.', runProgram)
    expect(code).toBe(1)
    const isPosix = process.platform !== 'win32'
    expect(found.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
      ...(isPosix ? ['SW009 auth_token'] : []),
      'SW002 inbox/a.b',
      'SW001 inbox/coder/half.json',
      'SW008 server_info.json',
      'SW007 outbox/ann/receipt_msg_2_b.json',
    ])
  })

  it('a missing folder is a fault with a message', async () => {
    expect(await lint('nowhere')).toMatchObject({ code: 1, found: [], err: expect.stringContaining('does not exist') as string })
  })
})
