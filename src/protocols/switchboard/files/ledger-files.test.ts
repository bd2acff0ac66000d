import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { mail } from '../../../../test/fakes/mail.ts'
import { switchboardFiles } from '../../../../test/fakes/switchboard-files.ts'
import { ledgerOf, sortFacts } from '../pure/ledger.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Mailboxes } from './mailbox-types.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-mail-ledger-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let root = ''
let mailboxes: Mailboxes
const now = 1_790_000_000_000
beforeEach(() => {
  root = mkdtempSync(join(base, 'run-'))
  mailboxes = openMailboxes({ root, gate: openGate, now: () => now, log: () => undefined })
})

const { at, text, put } = switchboardFiles(() => root)
const fault = (code: string, message?: RegExp): unknown => ({
  ok: false,
  fault: expect.objectContaining({
    code,
    ...(message === undefined ? {} : { message: expect.stringMatching(message) as string }),
  }) as unknown,
})

describe('the ledger', () => {
  it('says what files prove, and nothing else', async () => {
    await mailboxes.deliver(mail(1))
    const stored = await mailboxes.read('coder', mail(1).id)
    if (!stored.ok) throw new Error(stored.fault.message)
    const ledger = async (): Promise<unknown> => Object.keys(ledgerOf(sortFacts(await mailboxes.facts(stored.value)).ledger, 'coder'))
    expect(await ledger()).toEqual(['written', 'delivered'])
    expect(await mailboxes.stages('coder')).toEqual({ ok: true, value: new Map([[mail(1).id, 'new']]) })
    await mailboxes.mark('coder', mail(1).id, 'read', 'coder')
    expect(await ledger()).toEqual(['written', 'delivered', 'read'])
    await mailboxes.mark('coder', mail(1).id, 'acknowledged', 'coder', 'on it')
    expect(await mailboxes.stages('coder')).toEqual({ ok: true, value: new Map([[mail(1).id, 'acked']]) })
    put(`inbox/coder/${mail(1).id}.result.json`, JSON.stringify({ id: 'r', inReplyTo: mail(1).id, status: 'completed', error: null }))
    expect(await ledger()).toEqual(['written', 'delivered', 'read', 'acked', 'answered'])
    expect(await mailboxes.stages('coder')).toEqual({ ok: true, value: new Map([[mail(1).id, 'answered']]) })
    rmSync(at('outbox'), { recursive: true })
    rmSync(at('ledger'), { recursive: true })
    put(`outbox/lead/receipt_${mail(1).id}.json`, JSON.stringify({ id: 'r', inReplyTo: mail(1).id, status: 'failed', error: 'no' }))
    expect(await ledger()).toEqual(['written', 'read', 'answered'])
  })

  it('keeps the first time of an act', async () => {
    await mailboxes.mark('coder', mail(1).id, 'read', 'coder')
    await mailboxes.mark('coder', mail(1).id, 'read', 'operator')
    expect(JSON.parse(text(`ledger/coder/${mail(1).id}.read.json`))).toMatchObject({ by: 'coder' })
    expect(await mailboxes.mark('coder', '../../x', 'read', 'coder')).toEqual(fault('invalid'))
  })
})

describe('reviews', () => {
  it('get a name of their own', async () => {
    expect(await mailboxes.putReview('challenge.md', 'one')).toEqual({ ok: true, value: { file: '.switchboard/reviews/challenge.md' } })
    expect(await mailboxes.putReview('challenge.md', 'two')).toEqual({ ok: true, value: { file: '.switchboard/reviews/challenge-2.md' } })
    expect([text('reviews/challenge.md'), text('reviews/challenge-2.md')]).toEqual(['one', 'two'])
    expect(await mailboxes.putReview('../x', 'x')).toEqual(fault('not-allowed'))
    expect(await mailboxes.putReview('x.md', 'x'.repeat(limits.message + 1))).toEqual(fault('too-large'))
  })
})
