import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { mail } from '../../../../test/fakes/mail.ts'
import { formatMessageFile } from '../pure/message.ts'
import { parseReceipt } from '../pure/receipt.ts'
import { MailFolders } from './mail-folders.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Mailboxes, MailboxChange, MailboxWatch, WatchOptions } from './mailbox-types.ts'
import { sized } from '../../../../test/sizes.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-watch-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let root = ''
let mailboxes: Mailboxes
let changes: MailboxChange[] = []
let watch: MailboxWatch | undefined
/** The clock stops until a test starts it; then each reading is half a second later. */
let step = 0
beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  changes = []
  step = 0
  let clock = Date.now()
  mailboxes = openMailboxes({ root, gate: openGate, now: () => (clock += step), log: () => undefined })
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
const start = (options: WatchOptions = {}): void => {
  watch = mailboxes.watch((change) => void changes.push(change), { sweepMs: 50, poll: true, ...options })
}
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const ready = (): Promise<void> => until(() => expect(changes.some(({ kind }) => kind === 'ready')).toBe(true))
const payloads = (box = 'inbox'): string[] =>
  changes.flatMap((change) => (change.kind === 'message' && change.stored.box === box ? [change.stored.message.payload] : []))
const ofKind = <K extends MailboxChange['kind']>(kind: K): Extract<MailboxChange, { kind: K }>[] =>
  changes.filter((change): change is Extract<MailboxChange, { kind: K }> => change.kind === kind)

describe('a file in a mailbox', () => {
  it('is reported once: earlier ones, our own, and those of others, also in new folders', async () => {
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    start({ poll: false })
    await ready()
    expect(ofKind('message').map(({ stored, earlier }) => [stored.message.payload, earlier])).toEqual([['task 1', true]])
    await mailboxes.deliver(mail(2))
    expect(payloads()).toEqual(['task 1', 'task 2'])
    put('inbox/tester/b.json', formatMessageFile(mail(3, { recipient: 'tester' })))
    await until(() => expect(payloads()).toEqual(['task 1', 'task 2', 'task 3']))
    expect(ofKind('message').at(-1)).toMatchObject({
      earlier: false,
      stored: { agent: 'tester', file: '.switchboard/inbox/tester/b.json' },
    })
    await until(() => expect(ofKind('receipt')).toHaveLength(1))
    expect(payloads()).toHaveLength(3)
  })

  it('is reported when nothing existed at first', async () => {
    start()
    await ready()
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    await until(() => expect(payloads()).toEqual(['task 1']))
  })

  it('written slowly is reported when it is complete, and is not a dead letter before', async () => {
    mkdirSync(at('inbox/coder'), { recursive: true })
    start()
    await ready()
    const text = formatMessageFile(mail(1, { payload: 'ü'.repeat(50) }))
    for (let from = 0; from < text.length; from += 40) {
      appendFileSync(at('inbox/coder/slow.json'), text.slice(from, from + 40))
      watch?.kick()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => expect(payloads()).toHaveLength(1))
    expect(ofKind('dead')).toEqual([])
    // However often it is checked: only time makes it a dead letter.
    put('inbox/coder/half.json', '{')
    for (let number = 2; number < 6; number++) {
      put(`inbox/coder/${number}.json`, formatMessageFile(mail(number)))
      watch?.kick()
      await until(() => expect(payloads()).toHaveLength(number))
    }
    expect(ofKind('dead')).toEqual([])
    step = 500
    await until(() => expect(ofKind('dead')).toHaveLength(1))
  })

  it('that arrives by rename is reported, and its temporary name is not read', async () => {
    mkdirSync(at('inbox/coder'), { recursive: true })
    start()
    await ready()
    put('inbox/coder/x.json.tmp', formatMessageFile(mail(1)))
    put('inbox/coder/.x.json', '{')
    watch?.kick()
    renameSync(at('inbox/coder/x.json.tmp'), at('inbox/coder/x.json'))
    await until(() => expect(payloads()).toEqual(['task 1']))
    expect(ofKind('dead')).toEqual([])
  })

  it('gets a receipt only while somebody keeps the mailboxes', async () => {
    let keeps = false
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    start({ keeps: () => keeps })
    await ready()
    keeps = true
    put('inbox/coder/b.json', formatMessageFile(mail(2)))
    await until(() => expect(ofKind('receipt').map(({ receipt }) => receipt.inReplyTo)).toEqual([mail(2).id]))
    await watch?.close()
    start({ keeps: () => true })
    await until(() => expect(readdirSync(at('outbox/lead')).length).toBe(2))
  })

  it('gets a receipt as soon as somebody keeps the mailboxes, if it was found before', async () => {
    let keeps = false
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    start({ keeps: () => keeps })
    await ready()
    keeps = true
    watch?.keepsNow()
    await until(() => expect(ofKind('receipt').map(({ receipt }) => receipt.inReplyTo)).toEqual([mail(1).id]))
  })

  it('does not cause another listing of the sender’s outbox, however many have a receipt', async () => {
    for (let number = 1; number <= 30; number++) await mailboxes.deliver(mail(number))
    rmSync(at(`outbox/lead/receipt_${mail(30).id}.json`))
    const listed = vi.spyOn(MailFolders.prototype, 'of')
    start({ keeps: () => true })
    await until(() => expect(readdirSync(at('outbox/lead')).length).toBe(30))
    await watch?.close() // waits for the receipts
    expect(listed.mock.calls.filter(([kind]) => kind === 'outbox').length).toBeLessThan(5)
    listed.mockRestore()
  })

  it('gets another receipt if a power failure left it empty', async () => {
    await mailboxes.deliver(mail(1))
    const file = `outbox/lead/receipt_${mail(1).id}.json`
    put(file, '')
    utimesSync(at(file), 1_700_000_000, 1_700_000_000)
    start({ keeps: () => true })
    await until(() => expect(parseReceipt(readFileSync(at(file), 'utf8')).ok).toBe(true))
  })

  it('keeps an empty receipt that another program has just created', async () => {
    await mailboxes.deliver(mail(1))
    put(`outbox/lead/receipt_${mail(1).id}.json`, '')
    start({ keeps: () => true })
    await ready()
    await watch?.close() // waits for the receipts
    expect(readFileSync(at(`outbox/lead/receipt_${mail(1).id}.json`), 'utf8')).toBe('')
  })

  it('is followed by reports of marks, results and moves', async () => {
    start()
    await ready()
    await mailboxes.deliver(mail(1))
    await mailboxes.mark('coder', mail(1).id, 'read', 'coder')
    put(`outbox/coder/${mail(1).id}.result.json`, JSON.stringify({ id: 'r', inReplyTo: mail(1).id, status: 'completed', error: null }))
    await mailboxes.archive('coder', mail(1).id, 'coder')
    await until(() =>
      expect(
        ofKind('mark')
          .map(({ stage }) => stage)
          .toSorted(),
      ).toEqual(['archived', 'read']),
    )
    await until(() => expect(ofKind('result').map(({ result }) => result.inReplyTo)).toEqual([mail(1).id]))
    await until(() => expect(payloads('archive')).toEqual(['task 1']))
    await until(() => expect(ofKind('gone')).toMatchObject([{ box: 'inbox', agent: 'coder', id: mail(1).id }]))
  })
})

describe('a file that is not a message', () => {
  beforeEach(() => {
    step = 500
  })
  const broken = [
    ['half JSON', '{"id": "msg_1", "action"', 'invalid'],
    ['nothing', '', 'invalid'],
    ['no JSON', 'hello', 'invalid'],
    ['a list', '[]', 'invalid'],
    ['no sender', JSON.stringify({ ...mail(1), sender: undefined }), 'invalid'],
    ['a sender that is a path', JSON.stringify({ ...mail(1), sender: '../x' }), 'invalid'],
    ['deep nesting', `{"a":${'['.repeat(10_000)}`, 'too-large'],
  ] as const

  it('becomes a dead letter with its reason, and stays in place', async () => {
    for (const [name, text] of broken) put(`inbox/coder/${name}.json`, text)
    writeFileSync(at('inbox/coder/huge.json'), Buffer.alloc(1024 * 1024 + 1, 0x20))
    mkdirSync(at('inbox/coder/folder.json'))
    put('secret.txt', JSON.stringify(mail(8)))
    if (process.platform !== 'win32') {
      symlinkSync('../../secret.txt', at('inbox/coder/link.json'))
      execFileSync('mkfifo', [at('inbox/coder/fifo.json')])
    }
    put('inbox/coder/fine.json', formatMessageFile(mail(1)))
    start()
    const expected = [...broken.map(([name, , code]) => `${name}: ${code}`), 'huge: too-large', 'folder: conflict']
    if (process.platform !== 'win32') expected.push('link: not-allowed', 'fifo: conflict')
    await until(() =>
      expect(
        mailboxes
          .deadLetters()
          .map(({ file, fault }) => `${file.slice(file.lastIndexOf('/') + 1, -'.json'.length)}: ${fault.code}`)
          .toSorted(),
      ).toEqual(expected.toSorted()),
    )
    expect(payloads()).toEqual(['task 1'])
    expect(ofKind('dead')).toHaveLength(expected.length)
    expect(mailboxes.deadLetters().find(({ file }) => file.endsWith('half JSON.json'))).toMatchObject({
      recipient: 'coder',
      text: broken[0][1],
    })
    expect(readdirSync(at('inbox/coder'))).toHaveLength(expected.length + 1)
  })

  it('becomes a message when it is corrected, and is reported gone when it is removed', async () => {
    put('inbox/coder/a.json', '{')
    put('inbox/coder/b.json', '{')
    start()
    await until(() => expect(mailboxes.deadLetters()).toHaveLength(2))
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    unlinkSync(at('inbox/coder/b.json'))
    await until(() => expect([payloads(), mailboxes.deadLetters()]).toEqual([['task 1'], []]))
  })

  it('can be corrected and delivered, and stays', async () => {
    put(`inbox/coder/${mail(1).id}.json`, '{')
    start()
    await until(() => expect(mailboxes.deadLetters()).toHaveLength(1))
    const file = `.switchboard/inbox/coder/${mail(1).id}.json`
    expect(await mailboxes.redeliver(file, '{"still": "wrong"}')).toMatchObject({ ok: false, fault: { code: 'invalid' } })
    expect(await mailboxes.redeliver('.switchboard/inbox/coder/other.json', formatMessageFile(mail(1)))).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    })
    expect(await mailboxes.redeliver(file, formatMessageFile(mail(1)))).toMatchObject({ ok: true, value: { isNew: true } })
    expect(mailboxes.deadLetters()).toMatchObject([{ file, redelivered: `.switchboard/inbox/coder/${mail(1).id}-2.json` }])
    expect(readdirSync(at('inbox/coder')).toSorted()).toEqual([`${mail(1).id}-2.json`, `${mail(1).id}.json`])
  })

  it('is left alone if it is not meant to be one', async () => {
    for (const name of ['notes.txt', 'x.json.swp', '.a.json', 'a.JSON~']) put(`inbox/coder/${name}`, '{')
    put('inbox/..strange/a.json', '{')
    put('inbox/loose.json', '{')
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    start()
    await ready()
    watch?.kick()
    put('inbox/coder/b.json', formatMessageFile(mail(2)))
    await until(() => expect(payloads()).toEqual(['task 1', 'task 2']))
    expect([ofKind('dead'), ofKind('problem')]).toEqual([[], []])
  })
})

describe('many files', () => {
  const count = sized(2_000)
  it('are all reported although the loop is blocked while they arrive (F5)', async ({ annotate }) => {
    mkdirSync(at('inbox/coder'), { recursive: true })
    start({ poll: false, sweepMs: 200 })
    await ready()
    // No turn of the loop, so no event is taken from the system until all files exist.
    for (let number = 0; number < count; number++) writeFileSync(at(`inbox/coder/m${number}.json`), formatMessageFile(mail(number)))
    await until(() => expect(changes.length).toBeGreaterThanOrEqual(count))
    expect(new Set(payloads()).size).toBe(count)
    expect(payloads()).toHaveLength(count)
    await annotate(`${count.toLocaleString('en-US')} messages dropped while the loop stood still: all found, each once`, 'F5')
  }, 300_000)

  it('that arrive in one watched inbox are each reported once, and a page of it is quick', async () => {
    const many = sized(1_500, 5_000)
    mkdirSync(at('inbox/coder'), { recursive: true })
    for (let number = 0; number < many; number++) writeFileSync(at(`inbox/coder/${mail(number).id}.json`), formatMessageFile(mail(number)))
    start({ sweepMs: 500 })
    await ready()
    expect(new Set(payloads()).size).toBe(many)
    const page = await mailboxes.list('coder', 'inbox', { limit: 20 })
    expect(page.ok && [page.value.total, page.value.messages[0]?.message.payload]).toEqual([many, `task ${many - 1}`])
    await mailboxes.deliver(mail(many))
    expect(payloads().at(-1)).toBe(`task ${many}`)
    expect(payloads()).toHaveLength(many + 1)
  })

  it('of an archive that were reported before are not opened again', async () => {
    const old = new Date(Date.now() - 60_000)
    for (let number = 0; number < 50; number++) put(`archive/coder/${mail(number).id}.json`, formatMessageFile(mail(number)))
    put('archive/tester/a.json', formatMessageFile(mail(99)))
    utimesSync(at('archive/coder'), old, old)
    const since = Date.now() + 1_000
    put('archive/coder/unreadable.json', '{')
    start({ readArchiveSince: since })
    await ready()
    expect([ofKind('archived').length, payloads('archive')]).toEqual([52, []])
    await watch?.close()
    changes = []
    start({ readArchiveSince: 1 })
    await ready()
    expect(payloads('archive')).toHaveLength(51)
    expect(ofKind('archived')).toEqual([])
  })
})

describe('a folder that cannot be watched', () => {
  it.skipIf(process.platform === 'win32')('is told as a problem, and the others are followed', async () => {
    put('inbox/coder/a.json', formatMessageFile(mail(1)))
    mkdirSync(join(base, 'outside'), { recursive: true })
    writeFileSync(join(base, 'outside/a.json'), formatMessageFile(mail(2)))
    symlinkSync(join(base, 'outside'), at('inbox/spy'))
    start()
    await until(() => expect(ofKind('problem')).toMatchObject([{ folder: '.switchboard/inbox/spy', fault: { code: 'not-allowed' } }]))
    await ready()
    expect(payloads()).toEqual(['task 1'])
    expect(existsSync(join(base, 'outside/a.json'))).toBe(true)
  })
})
