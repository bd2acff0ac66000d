import { expect, test, vi } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { needSources, type Need, type NeedSource } from '../../../core/need.ts'
import { detectors } from '../../../core/stuck.ts'
import type { PasteItems, ProtocolScreen } from '../screen.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureProtocol, fixtureState } from '../testing/fixtures.ts'
import { draftOf } from '../state/draft.ts'
import { testingWith } from '../testing/test-render.tsx'
import type { NeedVerb } from './need-verb.ts'
import { needCommands } from './need-commands.ts'
import { needToAnswer, verbsOf } from './need-verbs.ts'

const row = fixtureRow(fixtureDebt(8))
const base: Need = {
  id: row.debt.key,
  source: 'answer',
  band: 'rest',
  who: 'reviewer',
  text: 'Keep 15, or match it?',
  link: 'l1',
  since: fixtureNow,
  blocks: [],
  change: 'new',
}
const approval = { id: 'a1', digest: 'd1' } as unknown as (typeof fixtureState)['approvals'][number]

/** A store with one need, and the protocol's own acts as spies. */
async function withNeed(source: NeedSource, more: Partial<Need> = {}) {
  const need: Need = { ...base, source, ...more }
  const acts = { copy: vi.fn(async () => true), paste: vi.fn(), mend: vi.fn() }
  const items = [{ link: 'l1', id: 's1', shape: 'needs', line: '', title: '', at: 0, words: '' }] as const
  const pasteItems: PasteItems = {
    sections: () => [{ key: '', label: '', groups: [{ title: '', items }] }],
    current: (_state, opened) => opened,
    open: (state, item) => state.showPasteItem(item),
    copy: acts.copy,
    paste: acts.paste,
    Main: () => null,
    Under: () => null,
  }
  const screen: ProtocolScreen = { id: 'chat', hue: 'teal', pasteItems, mend: { label: 'Mend and redeliver', run: acts.mend } }
  const client = createMockClient({ state: { ...fixtureState, approvals: [approval], desk: { ...fixtureDesk, needs: [need] } } })
  const store = testingWith([screen]).testStore(client)
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state?.desk.needs).toHaveLength(1))
  store.getState().setView('needs')
  const verbs = (): readonly NeedVerb[] => verbsOf(store.getState(), need)
  const run = async (id: string): Promise<void> =>
    void (await verbs()
      .find((verb) => verb.id === id)
      ?.run(store.getState()))
  const asked = (method: string): unknown[] => client.calls.flatMap((call) => (call.method === method ? [call.input] : []))
  return { client, store, acts, verbs, run, asked, now: store.getState }
}

const ofDebt = { row, event: 'e000008' }
/** What the verbs of a source are: those of the row with their keys, then those of its menu. */
const shownOf = (verbs: readonly NeedVerb[]): string[] =>
  verbs
    .filter(({ id }) => !id.startsWith('mute'))
    .map(
      ({ label, key = '', isShown, reason }) =>
        `${isShown === true ? '' : '… '}${label}${key === '' ? '' : ` ${key}`}${reason === undefined ? '' : ' (no)'}`,
    )

test.each<[NeedSource, Partial<Need>, string[]]>([
  ['answer', ofDebt, ['Reply r', 'Acknowledge a', '… Show in the feed', '… Done e', '… Snooze… z', '… Hand over h (no)']],
  ['review', ofDebt, ['Reply r', 'Acknowledge a', '… Show in the feed', '… Done e', '… Snooze… z', '… Hand over h (no)']],
  ['task', ofDebt, ['Reply r', '… Show in the feed', '… Done e', '… Snooze… z', '… Hand over h (no)']],
  ['approve', { about: 'a1' }, ['Read and decide Enter', 'Refuse', '… Done e (no)', '… Snooze… z (no)']],
  ['terminal', ofDebt, ['Show agent Enter', '… Show in the feed', '… Done e', '… Snooze… z']],
  [
    'paste',
    { about: 's1' },
    ['Paste $mod+Shift+v', 'Copy again $mod+Shift+c', '… Show in Paste Enter', '… Done e (no)', '… Snooze… z (no)'],
  ],
  ['prompt', { about: 's1' }, ['Answer Enter', 'Copy again $mod+Shift+c', '… Done e (no)', '… Snooze… z (no)']],
  ['decide', { about: 's1' }, ['Review Enter', '… Done e (no)', '… Snooze… z (no)']],
  ['failed', ofDebt, ['Ask again g', 'Hand over h', '… Escalate…', '… Show in the feed', '… No longer needed e', '… Snooze… z']],
  ['overdue', ofDebt, ['Nudge g', 'Reassign h', '… Escalate…', '… Show in the feed', '… No longer needed e', '… Snooze… z']],
  ['unowned', ofDebt, ['Assign h', '… Escalate…', '… Show in the feed', '… No longer needed e', '… Snooze… z']],
  [
    'unusable',
    { event: 'e000008', anchor: { label: 'm.json', path: '.switchboard/inbox/coder/m.json' } },
    ['Mend and redeliver Enter', '… Show in the feed', '… Close e', '… Snooze… z (no)'],
  ],
  ['refused', { event: 'e000008' }, ['Show in Paste Enter', '… Show in the feed', '… Close e', '… Snooze… z (no)']],
  ['unusable', { event: 'e000008' }, ['Show in the feed Enter', '… Close e', '… Snooze… z (no)']],
  ['lint', { event: 'e000008' }, ['Tell its author r', '… Show in the feed', '… Close e', '… Snooze… z (no)']],
  ['link', {}, ['Retry Enter', 'Show link', '… Done e (no)', '… Snooze… z (no)']],
  ['journal', {}, ['Show Enter', '… Done e (no)', '… Snooze… z (no)']],
  ['command', { about: 'c1' }, ['Send again Enter', 'Discard', '… Done e (no)', '… Snooze… z (no)']],
])('%s has its verbs and their keys', async (source, more, wanted) => {
  const declared = more.row === undefined ? more : { ...more, row: fixtureRow(fixtureDebt(8, { evidence: 'declared' })) }
  const { verbs } = await withNeed(source, declared)
  expect(shownOf(verbs())).toEqual(wanted)
})

/** Those of the detectors are in stuck-verbs.test.ts. */
const sources = needSources.filter((source) => !(detectors as readonly string[]).includes(source))

test('every source has a verb in its row', async () => {
  for (const source of sources) {
    const { verbs } = await withNeed(source, { ...ofDebt, to: 'reviewer', about: source === 'approve' ? 'a1' : 's1' })
    expect([source, verbs().filter(({ isShown }) => isShown).length > 0]).toEqual([source, true])
  }
})

test('on a link that takes no messages nothing is offered that would have to be said there', async () => {
  for (const source of ['answer', 'review', 'task', 'overdue', 'unowned', 'failed', 'lint', 'decide'] as const) {
    const { client, store, verbs, now } = await withNeed(source, { ...ofDebt, about: 's1' })
    client.setState({ links: fixtureState.links.map((link) => (link.id === 'l1' ? { ...link, protocol: 'sessions' } : link)) })
    store.setState({ protocols: [{ ...fixtureProtocol, id: 'sessions', title: 'Sessions', takesMessages: false }] })
    await vi.waitFor(() => expect(now().state?.links[0]?.protocol).toBe('sessions'))
    expect(shownOf(verbs()).filter((verb) => /Reply|Acknowledge|Nudge|Ask|Hand over|Reassign|Assign|Escalate|Tell/.test(verb))).toEqual([])
    expect(verbs().some(({ isShown }) => isShown)).toBe(true)
    now().selectNeed(base.id)
    await vi.waitFor(() => expect(now().selectedEvent()?.id).toBe('e000008'))
    expect(needToAnswer(now())).toBeUndefined()
    for (const key of ['r', 'a'])
      expect(needCommands.filter(({ keys, when }) => keys?.includes(key) === true && when?.(now()) === true)).toEqual([])
  }
})

test('an answer is written here, an acknowledgement is sent at once', async () => {
  for (const source of ['answer', 'review', 'task'] as const) {
    const { run, now, asked } = await withNeed(source, ofDebt)
    await run('reply')
    expect(now()).toMatchObject({ view: 'needs', inspectorTab: 'answer', answer: { debt: base.id, step: 'ready' } })
    expect(asked('messages.send')).toEqual([])
  }
  const { run, asked, now } = await withNeed('answer', ofDebt)
  await vi.waitFor(() => expect(now().feed.rows.length).toBeGreaterThan(0))
  await run('acknowledge')
  expect(asked('messages.send')).toMatchObject([{ draft: { text: 'Acknowledged' } }])
})

test('an approval is opened to be read, or refused with what was shown', async () => {
  const { run, now, asked } = await withNeed('approve', { about: 'a1' })
  await run('decide')
  expect(now().approvalAsked).toEqual({ id: 'a1' })
  await run('refuse')
  expect(asked('gate.decide')).toEqual([{ id: 'a1', digest: 'd1', decision: { allow: false } }])
})

test('paste and copy act on the item directly; what cannot be copied is shown where it says why', async () => {
  const { run, now, acts } = await withNeed('paste', { about: 's1' })
  await run('paste')
  expect(acts.paste).toHaveBeenCalledWith(expect.anything(), { link: 'l1', id: 's1' })
  await run('copy')
  expect(acts.copy).toHaveBeenCalledWith(expect.anything(), { link: 'l1', id: 's1' })
  expect(now().view).toBe('needs')
  acts.copy.mockResolvedValueOnce(false)
  await run('copy')
  expect(now()).toMatchObject({ view: 'paste', pasteItem: { link: 'l1', id: 's1' } })
  const plan = await withNeed('decide', { about: 's1' })
  await plan.run('open')
  expect(plan.now()).toMatchObject({ view: 'paste', pasteItem: { link: 'l1', id: 's1' } })
})

test('a prompt is answered in the Paste view, a stopped chain asked on, what is missing shown in the feed', async () => {
  const prompt = await withNeed('prompt', { about: 's1' })
  await prompt.run('open')
  expect(prompt.now()).toMatchObject({ view: 'paste', pasteItem: { link: 'l1', id: 's1' } })
  const stopped = await withNeed('stopped', { to: 'reviewer', event: 'e000008' })
  expect(stopped.verbs()[0]).toMatchObject({ label: 'Ask reviewer yourself', key: 'r' })
  await stopped.run('message')
  expect(stopped.asked('desk.draft')).toEqual([{ workspace: 'w1', key: base.id, intent: 'nudge' }])
  expect(draftOf(stopped.now())).toMatchObject({ to: ['reviewer'], text: 'nudge text' })
  expect([stopped.now().view, stopped.asked('messages.send')]).toEqual(['feed', []])
  const gap = await withNeed('gap', { event: 'e000008' })
  await gap.run('show')
  await vi.waitFor(() => expect(gap.now()).toMatchObject({ view: 'feed', selection: 'e000008' }))
})

test('a reminder is a draft in the composer; to hand over, assign or escalate asks whom first', async () => {
  for (const source of ['failed', 'overdue'] as const) {
    const { run, asked, now } = await withNeed(source, ofDebt)
    await run('nudge')
    expect(asked('desk.draft')).toEqual([{ workspace: 'w1', key: base.id, intent: 'nudge' }])
    expect(asked('messages.send')).toEqual([])
    await run('escalate')
    expect(now().overlay).toMatchObject({ kind: 'hand over', intent: 'escalate', verb: 'Escalate' })
  }
  const { run, now } = await withNeed('unowned', ofDebt)
  await run('hand-over')
  expect(now().overlay).toMatchObject({ kind: 'hand over', verb: 'Assign' })
})

test('what is broken is mended, its author told, a link retried, the journal shown, a message sent again', async () => {
  const letter = await withNeed('unusable', { event: 'e000008', anchor: { label: 'm', path: '.switchboard/inbox/coder/m.json' } })
  await letter.run('mend')
  expect(letter.acts.mend).toHaveBeenCalledWith(expect.anything(), { link: 'l1', path: '.switchboard/inbox/coder/m.json' })
  await letter.run('done')
  expect(letter.asked('desk.mark')).toMatchObject([{ keys: [base.id], verb: 'waive' }])
  const lint = await withNeed('lint')
  await lint.run('message')
  expect(lint.now()).toMatchObject({ view: 'feed', composerFocus: 1 })
  const link = await withNeed('link')
  link.client.on('links.act', () => ok({}) as never)
  await link.run('retry')
  expect(link.asked('links.act')).toEqual([{ link: 'l1', act: 'retry' }])
  const journal = await withNeed('journal')
  await journal.run('settings')
  expect(journal.now().view).toBe('settings')
  const command = await withNeed('command', { about: 'c1' })
  await command.run('send')
  await command.run('discard')
  expect([command.asked('messages.retry'), command.asked('messages.discard')]).toEqual([[{ id: 'c1' }], [{ id: 'c1' }]])
})

test('a name in a verb shows its hidden characters, and does not read as the words of a verb (F16)', async () => {
  const stopped = await withNeed('stopped', { to: 'Coder\u202e', event: 'e000008' })
  expect(stopped.verbs()[0]?.label).toBe('Ask Coder[U+202E] yourself')
  const { now } = await withNeed('answer', ofDebt)
  const agents = fixtureState.agents.map((agent) => ({ ...agent, name: 'this conversation' }))
  const verbs = verbsOf({ ...now(), state: { ...fixtureState, agents } }, { ...base, ...ofDebt })
  expect(verbs.find(({ id }) => id === 'mute-agent')?.label).toBe('Mute “this conversation”')
})

test('notifications about its author or its conversation are muted from its menu, and the row stays', async () => {
  const [place] = fixtureState.conversations
  const { verbs, run, now } = await withNeed('answer', { ...ofDebt, ...(place !== undefined && { conversation: place.key }) })
  expect(verbs().flatMap(({ id, label }) => (id.startsWith('mute') ? [label] : []))).toEqual([
    'Mute reviewer',
    'Mute this conversation',
    'Mute “Asks you” in this conversation',
    'Do not notify of “Asks you”',
  ])
  await run('mute-agent')
  await run('mute-conversation')
  await run('mute-kind-here')
  const here = { source: place?.source, conversation: place?.id }
  expect(now().settings.notices.muted).toMatchObject([{ agent: 'reviewer' }, here, { ...here, kind: 'asks' }])
  await run('mute-kind')
  expect(now().settings.notices.kinds.asks).toMatchObject({ badge: true, notify: false })
  expect(verbs().map(({ id }) => id)).not.toContain('mute-kind')
  expect(now().state?.desk.needs).toHaveLength(1)
})
