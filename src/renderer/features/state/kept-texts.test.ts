import { expect, test, vi } from 'vitest'
import { ok, type Fault } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { testingWith } from '../testing/test-render.tsx'
import { answerKey, draftOf, emptyDraft } from './draft.ts'
import type { KeptText } from './env.ts'
import { keptTexts, textsToKeep } from './kept-texts.ts'
import type { ComposerDraft } from './compose-slice.ts'
import type { AppStore } from './store.ts'

const draftsText = (drafts: ReadonlyMap<string, ComposerDraft>): string | undefined => textsToKeep({ drafts, typed: new Map() })
const draftsIn = (text: string | undefined): ReadonlyMap<string, ComposerDraft> => keptTexts(text).drafts

/** What one tab keeps: it outlives the store of its page. */
function tab(): KeptText & { text: string | undefined } {
  const kept = {
    text: undefined as string | undefined,
    read: async () => kept.text,
    write: (text: string | undefined) => void (kept.text = text),
  }
  return kept
}

/** A page with a workspace on screen. */
async function page(kept: KeptText, client = createMockClient()): Promise<AppStore> {
  const store = testingWith([]).testStore(client, { kept })
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  return store
}

test('a text that was not sent is there again after a reload, in its conversation', async () => {
  const kept = tab()
  const before = await page(kept)
  before.getState().setFilter({ agent: 'a1' })
  before.getState().editDraft({ to: ['coder'], text: 'half a sen' })
  await vi.waitFor(() => expect(kept.text).toContain('half a sen'))
  const after = await page(kept)
  expect(draftOf(after.getState()).text).toBe('')
  after.getState().setFilter({ agent: 'a1' })
  await vi.waitFor(() => expect(draftOf(after.getState())).toMatchObject({ to: ['coder'], text: 'half a sen' }))
})

test('what was typed before the kept texts were read stays', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const store = await page({ read: () => promise, write: () => undefined })
  store.getState().editDraft({ text: 'newer' })
  resolve(draftsText(new Map([[[...store.getState().drafts.keys()][0] ?? '', { ...emptyDraft, text: 'older' }]])) ?? '')
  await promise
  expect(draftOf(store.getState()).text).toBe('newer')
})

test('nothing is kept of a text that was sent, or emptied', async () => {
  const kept = tab()
  const client = createMockClient()
  client.on('messages.send', ({ id, source, draft }) =>
    ok({ id, workspace: 'w1', source, draft, wire: draft.text, state: 'sent', at: fixtureNow }),
  )
  const store = await page(kept, client)
  store.getState().editDraft({ to: ['coder'], text: 'go on' })
  await vi.waitFor(() => expect(kept.text).toContain('go on'))
  await store.getState().send()
  await vi.waitFor(() => expect(kept.text).toBeUndefined())
  store.getState().editDraft({ text: 'another' })
  await vi.waitFor(() => expect(kept.text).toContain('another'))
  store.getState().editDraft({ text: ' ' })
  await vi.waitFor(() => expect(kept.text).toBeUndefined())
})

test('nothing is kept of a workspace that is forgotten', async () => {
  const kept = tab()
  const client = createMockClient()
  const store = await page(kept, client)
  store.getState().editDraft({ text: 'private' })
  await vi.waitFor(() => expect(kept.text).toContain('private'))
  client.on('workspaces.list', () => ok([]))
  await store.getState().forgetWorkspace(fixtureState.info.id)
  await vi.waitFor(() => expect(kept.text).toBeUndefined())
  expect(store.getState().drafts.size).toBe(0)
})

test('nothing is kept of a workspace that another page forgets', async () => {
  const kept = tab()
  const client = createMockClient()
  let end: ((fault: Fault) => void) | undefined
  const subscribe: typeof client.subscribe = (what, take, onEnd) => {
    end = onEnd
    return client.subscribe(what, take, onEnd)
  }
  const store = await page(kept, { ...client, subscribe })
  store.getState().editDraft({ text: 'private' })
  await vi.waitFor(() => expect(kept.text).toContain('private'))
  client.on('workspaces.list', () => ok([]))
  end?.({ code: 'not-found', message: 'The workspace was forgotten.' })
  await vi.waitFor(() => expect(kept.text).toBeUndefined())
})

test('nothing is restored of a workspace that was forgotten meanwhile', async () => {
  const kept = tab()
  kept.text = draftsText(new Map([[answerKey('w9', 'd1'), { ...emptyDraft, text: 'private' }]]))
  const store = await page(kept)
  await vi.waitFor(() => expect(kept.text).toBeUndefined())
  expect(store.getState().drafts.size).toBe(0)
})

test('a message that was being sent keeps its id, under which it is sent once, and can be sent again', () => {
  const draft = {
    ...emptyDraft,
    text: 'go on',
    sending: true,
    commandId: '01TEST',
    fault: { code: 'timeout', message: 'No answer.' } as const,
  }
  const restored = draftsIn(draftsText(new Map([['w1 x', draft]]))).get('w1 x')
  expect(restored).toEqual({ ...emptyDraft, text: 'go on', commandId: '01TEST' })
})

test('the newest texts are kept, up to a number and a size', () => {
  const many = new Map(Array.from({ length: 100 }, (_, at) => [`w1 ${at}`, { ...emptyDraft, text: `text ${at}` }] as const))
  expect([...draftsIn(draftsText(many)).keys()]).toEqual([...many.keys()].slice(-64))
  const large = new Map(['a', 'b', 'c'].map((key) => [key, { ...emptyDraft, text: 'x'.repeat(400_000) }] as const))
  expect([...draftsIn(draftsText(large)).keys()]).toEqual(['b', 'c'])
})

test.each([undefined, '', 'null', '{', '[1]', '[["k",{"text":1}]]', '[["k"]]', '{"k":{}}'])('kept texts that read %j are none', (text) => {
  expect(draftsIn(text).size).toBe(0)
})
