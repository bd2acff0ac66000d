import { chmodSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { mail } from '../../../../test/fakes/mail.ts'
import { switchboardFiles } from '../../../../test/fakes/switchboard-files.ts'
import { formatMessageFile } from '../pure/message.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Mailboxes } from './mailbox-types.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-mailboxes-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let root = ''
let mailboxes: Mailboxes
let logged: string[] = []
const now = 1_790_000_000_000
beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  logged = []
  mailboxes = openMailboxes({ root, gate: openGate, now: () => now, log: (message) => void logged.push(message) })
})

const { at, names, text, put } = switchboardFiles(() => root)
const fault = (code: string, message?: RegExp): unknown => ({
  ok: false,
  fault: expect.objectContaining({
    code,
    ...(message === undefined ? {} : { message: expect.stringMatching(message) as string }),
  }) as unknown,
})

describe('delivering', () => {
  it('writes the message and then its receipt as specified, and leaves nothing else behind', async () => {
    expect(await mailboxes.deliver(mail(1))).toEqual({
      ok: true,
      value: {
        file: '.switchboard/inbox/coder/msg_1700000000001_t.json',
        recipient: 'coder',
        isNew: true,
        receipt: '.switchboard/outbox/lead/receipt_msg_1700000000001_t.json',
      },
    })
    expect(text('inbox/coder/msg_1700000000001_t.json')).toBe(`${JSON.stringify(mail(1), undefined, 2)}\n`)
    expect(JSON.parse(text('outbox/lead/receipt_msg_1700000000001_t.json'))).toEqual({
      id: 'receipt_msg_1700000000001_t',
      inReplyTo: 'msg_1700000000001_t',
      status: 'delivered',
      summary: "Message delivered to 'coder' inbox",
      processedAt: new Date(now).toISOString(),
      error: null,
    })
    expect([names('inbox/coder').length, names('outbox/lead').length, names('.')]).toEqual([1, 1, ['inbox', 'outbox']])
  })

  it('knows a message that another program archived, also when there was no archive before', async () => {
    await mailboxes.deliver(mail(1))
    await mailboxes.deliver(mail(2))
    put('archive/Coder/msg_1700000000003_t.json', formatMessageFile(mail(3)))
    expect(await mailboxes.deliver(mail(3))).toMatchObject({ ok: true, value: { isNew: false } })
    expect(names('inbox/coder')).toHaveLength(2)
  })

  it('the same id again is the same message, also when it was archived or sent many times at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => mailboxes.deliver(mail(1))))
    expect(all.filter((done) => done.ok && done.value.isNew)).toHaveLength(1)
    expect(all.every((done) => done.ok)).toBe(true)
    await mailboxes.archive('coder', mail(1).id, 'coder')
    expect(await mailboxes.deliver(mail(1))).toMatchObject({
      ok: true,
      value: { isNew: false, file: '.switchboard/archive/coder/msg_1700000000001_t.json' },
    })
    expect([names('inbox/coder'), names('archive/coder')]).toEqual([[], ['msg_1700000000001_t.json']])
  })

  it('an id that another sender has used is refused', async () => {
    await mailboxes.deliver(mail(1))
    expect(await mailboxes.deliver(mail(1, { sender: 'tester' }))).toEqual(fault('conflict', /lead has already sent/))
    expect(names('outbox/tester')).toEqual([])
  })

  it('writes a missing receipt when the sender repeats the message', async () => {
    await mailboxes.deliver(mail(1))
    rmSync(at('outbox'), { recursive: true })
    expect(await mailboxes.deliver(mail(1))).toMatchObject({ ok: true, value: { isNew: false } })
    expect(names('outbox/lead')).toEqual(['receipt_msg_1700000000001_t.json'])
  })

  it('never replaces a file with the same name', async () => {
    put('inbox/coder/msg_1700000000001_t.json', '{"half":')
    mkdirSync(at('inbox/coder/msg_1700000000001_t-2.json'))
    expect(await mailboxes.deliver(mail(1))).toMatchObject({
      ok: true,
      value: { file: '.switchboard/inbox/coder/msg_1700000000001_t-3.json' },
    })
    expect(await mailboxes.deliver(mail(1))).toMatchObject({
      ok: true,
      value: { isNew: false, file: '.switchboard/inbox/coder/msg_1700000000001_t-3.json' },
    })
    expect(text('inbox/coder/msg_1700000000001_t.json')).toBe('{"half":')
    expect(await mailboxes.read('coder', mail(1).id)).toMatchObject({ ok: true })
  })

  it('names that differ only in case share the existing mailbox', async () => {
    await mailboxes.deliver(mail(1, { recipient: 'Coder' }))
    expect(await mailboxes.deliver(mail(2, { recipient: 'cODER' }))).toMatchObject({ ok: true, value: { recipient: 'Coder' } })
    expect(names('inbox')).toEqual(['Coder'])
    // Two folders made by another program are one mailbox.
    put('inbox/coder/theirs.json', formatMessageFile(mail(3)))
    const list = await mailboxes.list('CODER', 'inbox', { limit: 10 })
    expect(list.ok && list.value.messages.map(({ message }) => message.payload)).toEqual(['task 3', 'task 2', 'task 1'])
    expect(await mailboxes.agents()).toEqual({ ok: true, value: ['Coder', 'lead'] })
  })

  it('keeps unknown fields', async () => {
    const odd = mail(1, { sessionToken: 's', auth: { version: 1, nonce: 'n' }, ['__proto__x']: [null] })
    await mailboxes.deliver(odd)
    const read = await mailboxes.read('coder', odd.id)
    expect(read.ok && read.value.message).toEqual(odd)
  })

  it('names the limit that a message breaks (F18)', async () => {
    const overhead = Buffer.byteLength(formatMessageFile(mail(1, { payload: '' })))
    const payload = 'x'.repeat(limits.message - overhead)
    expect(await mailboxes.deliver(mail(1, { payload }))).toMatchObject({ ok: true })
    expect(await mailboxes.read('coder', mail(1).id)).toMatchObject({ ok: true, value: { message: { payload } } })
    expect(await mailboxes.deliver(mail(2, { payload: `${payload}x` }))).toEqual(fault('too-large'))
    expect(await mailboxes.deliver(mail(2, { payload: payload.repeat(100) }))).toEqual(fault('too-large'))
    expect(await mailboxes.deliver(mail(3, { payload: 'ü'.repeat(limits.message / 2) }))).toEqual(fault('too-large'))
    expect(await mailboxes.deliver(mail(4, { recipient: 'x'.repeat(128), sender: 'y'.repeat(128) }))).toMatchObject({ ok: true })
    expect(await mailboxes.deliver(mail(5, { recipient: 'x'.repeat(129) }))).toEqual(fault('invalid', /128/))
    expect(await mailboxes.deliver(mail(6, { id: 'm'.repeat(128) }))).toMatchObject({ ok: true })
    expect(await mailboxes.deliver(mail(7, { id: 'm'.repeat(129) }))).toEqual(fault('invalid'))
  })

  it('to a read-only folder is a fault, and the message is not there', async () => {
    put('inbox', 'a file')
    expect(await mailboxes.deliver(mail(1))).toMatchObject({ ok: false })
    expect(text('inbox')).toBe('a file')
    rmSync(at('inbox'))
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync('../elsewhere', at('inbox'))
    expect(await mailboxes.deliver(mail(1))).toEqual(fault('not-allowed', /symbolic link/))
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('without permission is a fault that says so', () => {
    mkdirSync(at('inbox/coder'), { recursive: true })
    chmodSync(base, 0o755)
    chmodSync(root, 0o555)
    for (const folder of ['inbox/coder', 'inbox', '.']) chmodSync(at(folder), 0o555)
    // A privileged user drops its rights after the sources are read.
    const program = `
      const { openMailboxes } = await import(${JSON.stringify(join(import.meta.dirname, 'mailboxes.ts'))})
      if (process.getuid() === 0) process.setgid(65_534), process.setuid(65_534)
      const gate = { perform: (_request, run) => run({ act: 'test' }) }
      const mailboxes = openMailboxes({ root: ${JSON.stringify(root)}, gate, now: Date.now, log: () => undefined })
      console.log(JSON.stringify(await mailboxes.deliver(${JSON.stringify(mail(1))})))`
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    chmodSync(root, 0o755)
    for (const folder of ['.', 'inbox', 'inbox/coder']) chmodSync(at(folder), 0o755)
    expect(JSON.parse(ran.stdout)).toEqual(fault('unavailable', /permission denied/))
    expect(names('inbox/coder')).toEqual([])
  })

  it('works without a writable outbox, and logs that', async () => {
    put('outbox', 'a file')
    expect(await mailboxes.deliver(mail(1))).toMatchObject({ ok: true, value: { isNew: true } })
    expect(logged).toEqual(['a receipt could not be written'])
  })
})

describe('archiving', () => {
  it('moves the message and records who did it; repeating changes nothing', async () => {
    await mailboxes.deliver(mail(1))
    const moved = { ok: true, value: { file: '.switchboard/archive/coder/msg_1700000000001_t.json' } }
    expect(await mailboxes.archive('coder', mail(1).id, 'coder')).toEqual(moved)
    expect(await mailboxes.archive('coder', mail(1).id, 'somebody')).toEqual(moved)
    expect([names('inbox/coder'), names('archive/coder'), names('ledger/coder')]).toEqual([
      [],
      ['msg_1700000000001_t.json'],
      ['msg_1700000000001_t.archived.json'],
    ])
    expect(JSON.parse(text('ledger/coder/msg_1700000000001_t.archived.json'))).toMatchObject({ by: 'coder', status: 'archived' })
    expect(await mailboxes.archive('coder', 'msg_1_nobody', 'coder')).toEqual(fault('not-found'))
  })

  it('never replaces another message in the archive', async () => {
    await mailboxes.deliver(mail(1))
    put('archive/coder/msg_1700000000001_t.json', 'another')
    expect(await mailboxes.archive('coder', mail(1).id, 'coder')).toMatchObject({
      ok: true,
      value: { file: '.switchboard/archive/coder/msg_1700000000001_t-2.json' },
    })
    expect(text('archive/coder/msg_1700000000001_t.json')).toBe('another')
    expect(await mailboxes.read('coder', mail(1).id)).toMatchObject({ ok: true, value: { box: 'archive' } })
  })

  it('finishes a move that was interrupted between the two names', async () => {
    await mailboxes.deliver(mail(1))
    mkdirSync(at('archive/coder'), { recursive: true })
    linkSync(at('inbox/coder/msg_1700000000001_t.json'), at('archive/coder/msg_1700000000001_t.json'))
    await mailboxes.archive('coder', mail(1).id, 'coder')
    expect([names('inbox/coder'), names('archive/coder')]).toEqual([[], ['msg_1700000000001_t.json']])
  })

  it('never hides a message from a concurrent reader', async () => {
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    for (const number of numbers) await mailboxes.deliver(mail(number))
    let reads = 0
    const done = new AbortController()
    const reader = async (): Promise<void> => {
      for (let number = 0; !done.signal.aborted; number = (number + 1) % numbers.length) {
        const read = await mailboxes.read('coder', mail(number).id)
        if (!read.ok) throw new Error(`${number}: ${read.fault.message}`)
        reads++
      }
    }
    const readers = [reader(), reader()]
    for (const number of numbers) await mailboxes.archive('coder', mail(number).id, 'coder')
    done.abort()
    await Promise.all(readers)
    expect(reads).toBeGreaterThan(numbers.length / 2)
  })
})

describe('reading', () => {
  it('returns pages, newest first, each message once, and changes nothing', async () => {
    for (const number of [3, 1, 2, 5, 4]) await mailboxes.deliver(mail(number))
    put('inbox/coder/zzz.json', formatMessageFile(mail(9, { id: 'odd' })))
    put('inbox/coder/bad.json', '{')
    put('inbox/coder/.hidden.json', '{')
    put('inbox/coder/msg_1.result.json', '{}')
    const before = names('inbox/coder').map((name) => `${name} ${statSync(at(`inbox/coder/${name}`)).mtimeMs}`)
    const payloads: string[] = []
    let cursor: string | undefined
    do {
      const page = await mailboxes.list('coder', 'inbox', { limit: 2, before: cursor })
      if (!page.ok) throw new Error(page.fault.message)
      expect(page.value.total).toBe(7)
      payloads.push(...page.value.messages.map(({ message }) => message.payload))
      cursor = page.value.before
    } while (cursor !== undefined)
    expect(payloads).toEqual(['task 9', 'task 5', 'task 4', 'task 3', 'task 2', 'task 1'])
    expect(names('inbox/coder').map((name) => `${name} ${statSync(at(`inbox/coder/${name}`)).mtimeMs}`)).toEqual(before)
    expect(await mailboxes.list('nobody', 'inbox', { limit: 2 })).toEqual({ ok: true, value: { messages: [], total: 0 } })
  })

  it('finds a message in any mailbox, and the receipts of a sender', async () => {
    await mailboxes.deliver(mail(1, { recipient: 'tester' }))
    await mailboxes.deliver(mail(2, { recipient: 'coder' }))
    expect(await mailboxes.find(mail(1).id)).toMatchObject({ ok: true, value: { agent: 'tester' } })
    expect(await mailboxes.find('msg_0_none')).toEqual(fault('not-found'))
    const receipts = await mailboxes.receipts('lead', { limit: 1 })
    expect(receipts).toMatchObject({ ok: true, value: { receipts: [{ receipt: { inReplyTo: mail(2).id } }] } })
    const rest = await mailboxes.receipts('lead', { limit: 5, before: receipts.ok ? receipts.value.before : '' })
    expect(rest.ok && rest.value.receipts.map(({ receipt }) => receipt.inReplyTo)).toEqual([mail(1).id])
    expect(rest.ok && rest.value.before).toBeUndefined()
  })
})
