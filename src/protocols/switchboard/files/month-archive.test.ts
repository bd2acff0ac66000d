import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { mail } from '../../../../test/fakes/mail.ts'
import { MailIndex } from '../link/mail-index.ts'
import { ledgerOf, sortFacts } from '../pure/ledger.ts'
import { formatMessageFile } from '../pure/message.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Mailboxes, MailboxChange, WatchOptions } from './mailbox-types.ts'
import { mostMonths } from './mail-folders.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-months-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const now = 1_790_000_000_000
const one = mail(1)
const name = `${one.id}.json`
const meta = {
  id: `superseded_${one.id}`,
  inReplyTo: one.id,
  status: 'superseded',
  supersededBy: 'msg_1700000000002_t',
  supersededAt: '2026-09-20T10:00:00.000Z',
}
let root = ''
let mailboxes: Mailboxes
let changes: MailboxChange[] = []
let watch: { close(): Promise<void> } | undefined
beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  mailboxes = openMailboxes({ root, gate: openGate, now: () => now, log: () => undefined })
})
afterEach(async () => {
  await watch?.close()
  watch = undefined
})

const at = (path: string): string => join(root, '.switchboard', path)
function put(path: string, content: string): void {
  mkdirSync(join(at(path), '..'), { recursive: true })
  writeFileSync(at(path), content)
}
/** What another program does with a message that its sender replaced. */
function supersede(): void {
  put(`inbox/coder/${name}.superseded.meta`, JSON.stringify(meta))
  mkdirSync(at('archive/2026-09/inbox/coder'), { recursive: true })
  renameSync(at(`inbox/coder/${name}`), at(`archive/2026-09/inbox/coder/${name}`))
}
async function follow(options: WatchOptions = {}): Promise<MailIndex> {
  const index = new MailIndex(() => new Map())
  changes = []
  watch = mailboxes.watch(
    (change) => {
      changes.push(change)
      index.apply(change)
    },
    { sweepMs: 10, poll: true, ...options },
  )
  await vi.waitFor(() => expect(changes.some(({ kind }) => kind === 'ready')).toBe(true), { interval: 10 })
  return index
}
async function factsOfOne(): Promise<ReturnType<typeof sortFacts>> {
  const stored = await mailboxes.read('coder', one.id)
  if (!stored.ok) throw new Error(stored.fault.message)
  return sortFacts(await mailboxes.facts(stored.value))
}

describe('a message that another program archived by month', () => {
  it('stays in its mailbox, with what replaced it, and nothing is written', async () => {
    put(`inbox/coder/${name}`, formatMessageFile(one))
    const index = await follow()
    expect(index.row('coder', 'operator', now)).toMatchObject({ new: 1, done: 0 })
    supersede()
    await vi.waitFor(() => expect(index.row('coder', 'operator', now)).toMatchObject({ new: 0, done: 1 }), {
      interval: 10,
    })
    const found = { box: 'archive', agent: 'coder', file: `.switchboard/archive/2026-09/inbox/coder/${name}` }
    expect(await mailboxes.read('Coder', one.id)).toMatchObject({ ok: true, value: { ...found, message: one } })
    expect(await mailboxes.find(one.id)).toMatchObject({ ok: true, value: found })
    expect(await mailboxes.list('coder', 'archive', { limit: 9 })).toMatchObject({ ok: true, value: { total: 1, messages: [found] } })
    expect(await mailboxes.archive('coder', one.id, 'operator')).toEqual({ ok: true, value: { file: found.file } })
    expect(await mailboxes.agents()).toEqual({ ok: true, value: ['coder'] })
    const { ledger, superseded } = await factsOfOne()
    expect(superseded).toEqual({ by: meta.supersededBy, at: Date.parse(meta.supersededAt) })
    expect(Object.keys(ledgerOf(ledger, 'coder'))).toEqual(['written', 'archived'])
    expect(readdirSync(at('.')).toSorted()).toEqual(['archive', 'inbox'])
    expect(readdirSync(at('archive'))).toEqual(['2026-09'])
  })

  it('is found at the start, by name alone if an earlier run has read it', async () => {
    put(`archive/2026-09/inbox/coder/${name}`, formatMessageFile(one))
    for (const readArchiveSince of [1, Date.now() + 60_000]) {
      const index = await follow({ readArchiveSince })
      expect(index.list('coder', 'done', now)).toMatchObject([{ id: one.id, agent: 'coder', box: 'archive' }])
      expect(await mailboxes.read('coder', one.id)).toMatchObject({ ok: true, value: { message: one } })
      await watch?.close()
    }
  })

  it('keeps the answer and the failure that were archived with it', async () => {
    put(`archive/2026-09/inbox/coder/${name}`, formatMessageFile(one))
    const result = (status: string): string =>
      JSON.stringify({ id: 'r', inReplyTo: one.id, status, error: status === 'error' ? 'no key' : null })
    put(`archive/2026-09/inbox/coder/${one.id}.result.json`, result('completed'))
    expect(Object.keys(ledgerOf((await factsOfOne()).ledger, 'coder'))).toContain('answered')
    put(`archive/2026-09/inbox/coder/${one.id}.result.json`, result('error'))
    expect((await factsOfOne()).failure).toMatchObject({ why: 'no key', file: `archive/2026-09/inbox/coder/${one.id}.result.json` })
  })

  it.each([
    ['no JSON', '{'],
    ['of another message', JSON.stringify({ ...meta, inReplyTo: 'msg_9' })],
    ['of another status', JSON.stringify({ ...meta, status: 'done' })],
    ['too long', JSON.stringify({ ...meta, pad: 'x'.repeat(8 * 1024) })],
  ])('is just archived if the file next to it is %s', async (_what, text) => {
    put(`archive/2026-09/inbox/coder/${name}`, formatMessageFile(one))
    put(`archive/2026-09/inbox/coder/${name}.superseded.meta`, text)
    expect((await factsOfOne()).superseded).toBeUndefined()
  })

  it('is marked with the parts that can be understood', async () => {
    put(`archive/2026-09/inbox/coder/${name}`, formatMessageFile(one))
    put(`archive/2026-09/inbox/coder/${name}.superseded.meta`, JSON.stringify({ ...meta, supersededBy: '../../x', supersededAt: 7 }))
    expect((await factsOfOne()).superseded).toEqual({})
  })
})

describe('archives by month', () => {
  it.skipIf(process.platform === 'win32')('that lead out of the folder are not read', async () => {
    const outside = join(root, '..', 'outside')
    mkdirSync(join(outside, 'inbox/coder'), { recursive: true })
    writeFileSync(join(outside, 'inbox/coder', name), formatMessageFile(one))
    writeFileSync(join(outside, 'meta'), JSON.stringify(meta))
    mkdirSync(at('archive/2026-09/inbox/coder'), { recursive: true })
    symlinkSync(outside, at('archive/2026-08'))
    symlinkSync(join(outside, 'inbox/coder', name), at(`archive/2026-09/inbox/coder/${name}`))
    await follow()
    expect(changes.filter(({ kind }) => kind === 'message' || kind === 'archived')).toEqual([])
    expect(await mailboxes.read('coder', one.id)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    rmSync(at(`archive/2026-09/inbox/coder/${name}`))
    put(`archive/2026-09/inbox/coder/${name}`, formatMessageFile(one))
    symlinkSync(join(outside, 'meta'), at(`archive/2026-09/inbox/coder/${name}.superseded.meta`))
    expect((await factsOfOne()).superseded).toBeUndefined()
    expect(existsSync(join(outside, 'meta'))).toBe(true)
  })

  it('are watched for the newest months, and the others are reported as a problem', async () => {
    const months = Array.from(
      { length: mostMonths + 1 },
      (_, index) => `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
    )
    for (const [index, month] of months.entries())
      put(`archive/${month}/inbox/coder/${mail(index).id}.json`, formatMessageFile(mail(index)))
    mkdirSync(at('archive/2026-13/inbox/coder'), { recursive: true })
    const index = await follow()
    expect(index.row('coder', 'operator', now).done).toBe(mostMonths)
    expect(index.get('coder', mail(0).id)).toBeUndefined()
    expect(changes.filter(({ kind }) => kind === 'problem')).toMatchObject([{ fault: { code: 'too-large' } }])
  })
})
