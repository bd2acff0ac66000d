import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { checkPathPart } from '../../../core/names.ts'
import type { Result } from '../../../core/fault.ts'
import { sampled, sized } from '../../../../test/sizes.ts'
import { buildTree, canary, digestOutside, legalNames, pathCases } from '../../../../test/corpora/paths.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { mail } from '../../../../test/fakes/mail.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import { becomeKeeper } from './keeper.ts'
import { openMailboxes } from './mailboxes.ts'
import type { MailboxChange } from './mailbox-types.ts'
import { newServerToken, writeServerFiles } from './server-files.ts'
import { openSharedState } from './shared-state.ts'

let base = ''
let ws = ''
let before = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'patchbay-mail-paths-'))
  ws = buildTree(base)
  for (const folder of ['inbox/coder', 'archive/coder', 'outbox/lead', 'ledger/coder', 'reviews']) {
    mkdirSync(join(base, 'outside/.switchboard', folder), { recursive: true })
  }
  const forged = mail(1, { payload: canary })
  for (const folder of ['inbox', 'archive']) {
    writeFileSync(join(base, `outside/.switchboard/${folder}/coder/${forged.id}.json`), JSON.stringify(forged))
  }
  writeFileSync(join(base, 'outside/.switchboard/state.json'), JSON.stringify({ context: canary }))
  writeFileSync(join(base, 'outside/.switchboard/server_info.json'), '{}')
  before = digestOutside(base)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const open = (): ReturnType<typeof openMailboxes> => openMailboxes({ root: ws, gate: openGate, now: Date.now, log: () => undefined })

describe('every name that becomes a path (F14)', () => {
  it('stays inside, whatever the name', async ({ annotate }) => {
    const mailboxes = open()
    const said: unknown[] = []
    let accepted = 0
    let refused = 0
    let ids = 0
    const wrong: string[] = []
    const attempt = async (what: string, isLegal: boolean, done: Promise<Result<unknown>>): Promise<void> => {
      const result = await done
      said.push(result)
      if (result.ok) accepted++
      else refused++
      if (result.ok !== isLegal) wrong.push(`${what}: ${result.ok ? 'accepted' : 'refused'}`)
    }
    // The Kelvin sign (U+212A) has the key of the k before it.
    for (const path of ['k', '\u212A', ...sampled(pathCases(base), 4).map((one) => one.path), ...legalNames]) {
      const isName = checkAgentName(path).ok
      const isPart = checkPathPart(path).ok
      const isId = /^[a-zA-Z0-9][\w.-]{0,127}$/.test(path) && checkPathPart(`${path}.json`).ok
      const what = JSON.stringify(path.slice(0, 60))
      await Promise.all([
        attempt(`recipient ${what}`, isName, mailboxes.deliver(mail(2, { recipient: path }))),
        attempt(`sender ${what}`, isName, mailboxes.deliver(mail(3, { sender: path, id: `msg_${++ids}` }))),
        attempt(`id ${what}`, isId, mailboxes.deliver(mail(4, { id: path }))),
        attempt(`read ${what}`, false, mailboxes.read(path, mail(1).id)),
        attempt(`read id ${what}`, false, mailboxes.read('lead', path)),
        attempt(`archive ${what}`, false, mailboxes.archive(path, mail(1).id, 'x')),
        attempt(`list ${what}`, isName, mailboxes.list(path, 'inbox', { limit: 5 })),
        attempt(`stages ${what}`, isName, mailboxes.stages(path)),
        attempt(`receipts ${what}`, isName, mailboxes.receipts(path, { limit: 5 })),
        attempt(`mark ${what}`, isName, mailboxes.mark(path, 'msg_1', 'read', 'x')),
        attempt(`mark id ${what}`, isId, mailboxes.mark('coder', path, 'read', 'x')),
        attempt(`review ${what}`, isPart, mailboxes.putReview(path, 'x')),
        attempt(`redeliver ${what}`, false, mailboxes.redeliver(path, JSON.stringify(mail(5)))),
      ])
    }
    expect(wrong).toEqual([])
    expect(JSON.stringify(said)).not.toContain(canary)
    expect(digestOutside(base)).toBe(before)
    expect([refused > sized(1_250, 5_000), accepted > sized(50, 200)]).toEqual([true, true])
    await annotate(
      `${refused.toLocaleString('en-US')} names refused and ${accepted.toLocaleString('en-US')} accepted by 13 operations of the mailboxes: nothing outside was read or changed`,
      'F14',
    )
  })
})

describe.skipIf(process.platform === 'win32')('what lies in .switchboard and leads out of the folder (F14)', () => {
  const out = '../outside/.switchboard'
  it.each([
    ['.switchboard', out],
    ['.switchboard/inbox', `../${out}/inbox`],
    ['.switchboard/inbox/coder', `../../${out}/inbox/coder`],
    ['.switchboard/archive', `../${out}/archive`],
    ['.switchboard/archive/coder', `../../${out}/archive/coder`],
    ['.switchboard/outbox', `../${out}/outbox`],
    ['.switchboard/outbox/lead', `../../${out}/outbox/lead`],
    ['.switchboard/ledger', `../${out}/ledger`],
    ['.switchboard/reviews', `../${out}/reviews`],
    ['.switchboard/state.json', `../${out}/state.json`],
    ['.switchboard/server_info.json', `../${out}/server_info.json`],
    ['.switchboard/auth_token', `../${out}/auth_token`],
    ['.switchboard/keeper.lock', `../${out}/keeper.lock`],
    ['.switchboard/keeper.json', `../${out}/keeper.json`],
    ['.switchboard/inbox/coder/msg_1700000000001_t.json', `../../../${out}/inbox/coder/msg_1700000000001_t.json`],
  ])('%s: nothing is read or written there', async (place, target) => {
    mkdirSync(join(ws, place, '..'), { recursive: true })
    symlinkSync(target, join(ws, place))
    const said: unknown[] = []
    const changes: MailboxChange[] = []
    const mailboxes = open()
    const watch = mailboxes.watch((change) => void changes.push(change), { poll: true, sweepMs: 20, keeps: () => true })
    await vi.waitFor(() => expect(changes.some(({ kind }) => kind === 'ready')).toBe(true), { interval: 2 })
    for (const id of [mail(1).id, mail(2).id]) {
      said.push(await mailboxes.deliver(mail(2, { id })), await mailboxes.read('coder', id), await mailboxes.mark('coder', id, 'read', 'x'))
      said.push(await mailboxes.archive('coder', id, 'x'))
    }
    said.push(
      await mailboxes.list('coder', 'inbox', { limit: 9 }),
      await mailboxes.list('coder', 'archive', { limit: 9 }),
      await mailboxes.putReview('r', 'x'),
    )
    const state = openSharedState({ root: ws, gate: openGate })
    said.push(await state.read(), await state.update((was) => ok({ ...was, rest: new Map([['a', 1]]) })))
    const info = {
      port: 1,
      host: 'h',
      transport: 'sse',
      sseEndpoint: '/',
      messagesEndpoint: '/',
      healthEndpoint: '/',
      pid: 1,
      startedAt: '',
    }
    said.push(await writeServerFiles({ root: ws, gate: openGate }, info, newServerToken(), () => false))
    const keeper = await becomeKeeper(ws, openGate)
    if (keeper.ok) keeper.value.release()
    await watch.close()
    expect(JSON.stringify([said, keeper, changes])).not.toContain(canary)
    expect(digestOutside(base)).toBe(before)
  })
})
