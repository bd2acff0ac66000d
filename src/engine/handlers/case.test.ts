import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import type { Input } from '../../api/contract.ts'
import { conversationId } from '../../core/conversation.ts'
import { verifyBytes } from '../../io/case.ts'

const engine = useOpenedEngine()
const { value, faultOf } = engine

type Asked = Input<'case.preview'>
const asked = (choice: Partial<Asked['choice']> = {}, replace: Partial<Asked['replace']> = {}): Asked => ({
  workspace: engine.workspace,
  choice: { title: 'What coder said', from: 0, to: Date.UTC(9999, 0), leftConversations: [], leftAgents: [], hasTools: true, ...choice },
  replace: { kinds: [], terms: [], ...replace },
})

async function read(hash: string, form: 'lines' | 'page'): Promise<string> {
  let whole = ''
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const piece: { readonly text: string; readonly next?: number | undefined } = await value('case.read', { hash, form, offset })
    whole += piece.text
    offset = piece.next
  }
  return whole
}

test('a preview shows what is replaced; what is read then is that case, in both forms', async () => {
  const preview = await value('case.preview', asked({ title: 'What was bad' }, { terms: ['bad'], kinds: ['agent'] }))
  expect(preview).toMatchObject({
    title: 'What was ‹term 1›',
    changed: 1,
    replaced: [{ kind: 'agent' }, { kind: 'term', times: 2, names: 1 }],
  })
  expect(preview.events).toBeGreaterThan(2)
  const { rows } = await value('case.rows', { hash: preview.hash, list: 'changed', after: 0, limit: 10 })
  expect(rows).toMatchObject([{ pieces: expect.arrayContaining([{ text: '‹term 1›', was: 'bad', kind: 'term' }]) as unknown }])
  const all = await value('case.rows', { hash: preview.hash, list: 'all', after: 1, limit: 1 })
  expect(all).toMatchObject({ rows: [{ n: 2 }], hasMore: true })
  for (const form of ['lines', 'page'] as const) {
    const text = await read(preview.hash, form)
    expect(Buffer.byteLength(text)).toBe(preview.bytes[form])
    expect(verifyBytes(Buffer.from(text), '0.0.0-test')).toMatchObject({
      ok: true,
      value: { hash: preview.hash, isPage: form === 'page', isCompared: form === 'page' },
    })
  }
})

test('what was left out is not in it, and is counted', async () => {
  const all = await value('case.preview', asked())
  const [{ source, conversation, count } = { source: '', conversation: '', count: 0 }] = all.conversations
  const some = await value('case.preview', asked({ leftConversations: [conversationId(source, conversation)] }))
  expect(some.events).toBe(all.events - count)
  expect(some.leftOut[0]).toMatchObject({ count })
  expect(some.conversations).toEqual(all.conversations)
  const nobody = await value('case.preview', asked({ leftAgents: all.agents.map(({ name }) => name) }))
  expect(nobody.leftOut[0]).toMatchObject({ count: all.events - nobody.events })
  expect((await value('case.rows', { hash: nobody.hash, list: 'all', after: 0, limit: 10 })).rows.every(({ from }) => from === '')).toBe(
    true,
  )
  expect(await faultOf('case.read', { hash: all.hash, form: 'page', offset: 0 })).toMatchObject({ code: 'not-found' })
})

test('a preview says how many events could not be read, and which archives have them (F26)', async () => {
  const whole = await value('case.preview', asked())
  expect(whole.unread).toEqual({ events: 0, archives: [] })
  engine.running.pass(40 * 24 * 60 * 60_000)
  await value('archives.move', { before: '9999-01' })
  await expect.poll(async () => (await value('archives.list', {})).archives.map(({ state }) => state)).toEqual(['closed'])
  const name = (await value('archives.list', {})).archives[0]?.file ?? ''
  await rename(path.join(engine.running.dataDir, name), path.join(engine.running.dataDir, 'away'))
  const part = await value('case.preview', asked())
  expect(part.unread.archives).toEqual([name])
  expect(part.unread.events).toBeGreaterThanOrEqual(whole.events)
})

test('what cannot be used is refused, and a pattern without end can be cancelled', async () => {
  expect(await faultOf('case.preview', asked({ from: 5, to: 5 }))).toMatchObject({ code: 'invalid', field: 'from' })
  expect(await faultOf('case.preview', asked({}, { terms: ['/(/'] }))).toMatchObject({ code: 'invalid', field: 'terms' })
  const made = engine.running.client.call('case.preview', asked({}, { terms: ['/(?:[^]*[^]*)*$x/'] }))
  await expect.poll(async () => Object.keys(await value('case.progress', {})).length).toBe(2)
  await value('case.cancel', {})
  expect(await made).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(await value('case.progress', {})).toEqual({})
})
