import { describe, expect, test } from 'vitest'
import { nameKey } from './fold/names.ts'
import { limits } from './limits.ts'
import { badgeCount, defaultNoticeSettings, emptyMemory, noticeSettingsSchema, stepNotices } from './notice.ts'
import type { NoticeContext, NoticeItem, NoticeMemory, NoticeSettings, NoticeStep } from './notice.ts'

const start = 1_000_000

function item(id: string, more: Partial<NoticeItem> = {}): NoticeItem {
  return { id, kind: 'asks', change: 'new', workspace: 'w', title: `${id} asks you`, body: `words of ${id}`, since: start, ...more }
}

/** Steps through the life of some items, remembering what was told. */
function notifier(settings: Partial<NoticeSettings> = {}) {
  let memory: NoticeMemory = emptyMemory
  return (now: number, items: readonly NoticeItem[], more: Partial<NoticeContext> = {}): NoticeStep => {
    const step = stepNotices(memory, items, { now, minuteOfDay: 600, settings: { ...defaultNoticeSettings, ...settings }, ...more })
    memory = step.memory
    return step
  }
}

const titles = (step: NoticeStep): string[] => step.show.map(({ title }) => title)

describe('notifications (F27)', () => {
  test('an item is shown once, 3 s after it began, and its notification is closed with it', () => {
    const at = notifier()
    const first = at(start, [item('a')])
    expect(first.show).toEqual([])
    expect(first.wakeAt).toBe(start + 3_000)
    expect(titles(at(start + 3_000, [item('a')]))).toEqual(['a asks you'])
    expect(at(start + 9_000, [item('a')]).show).toEqual([])
    expect(at(start + 9_100, []).close).toEqual(['a'])
  })

  test('what began before the clock was set back is shown at once', () => {
    expect(titles(notifier()(start, [item('a', { since: start + 86_400_000 })]))).toEqual(['a asks you'])
  })

  test('an item that ends within 3 s is never shown', () => {
    const at = notifier()
    at(start, [item('a')])
    const gone = at(start + 2_900, [])
    expect([gone.show, gone.close]).toEqual([[], []])
  })

  test('each later change is notified once', () => {
    const at = notifier()
    at(start + 3_000, [item('a')])
    const overdue = item('a', { change: 'overdue', kind: 'overdue', title: 'Overdue: you owe a an answer' })
    expect(titles(at(start + 600_000, [overdue]))).toEqual(['Overdue: you owe a an answer'])
    expect(at(start + 700_000, [overdue]).show).toEqual([])
  })

  test('three within ten seconds become one, and the single ones are closed', () => {
    const at = notifier()
    at(start + 3_000, [item('a'), item('b')])
    const third = at(start + 6_000, [item('a'), item('b'), item('c', { since: start + 3_000 })])
    expect(titles(third)).toEqual(['3 things need you'])
    expect(third.show[0]?.body).toBe('a asks you · b asks you · c asks you')
    expect(third.close).toEqual(['a', 'b'])
    expect(at(start + 60_000, [item('c')]).close).toEqual([])
    expect(at(start + 60_000, []).close).toEqual(['summary'])
  })

  test('a summary names first what nobody may miss, however many ask at the same time', () => {
    const at = notifier()
    const flood = Array.from({ length: 20 }, (_, index) => item(`made-up-${index}`))
    const all = [
      ...flood,
      item('x', { isApproval: true, title: 'tester needs your approval' }),
      item('j', { kind: 'journal', title: 'The journal needs you' }),
    ]
    expect(at(start + 3_000, all).show[0]?.body).toMatch(/^The journal needs you · tester needs your approval · made-up-0 asks you/)
  })

  test('a kind is muted in one conversation, and only there; what a notification offers is that of its item', () => {
    const muted = [{ workspace: 'w', source: 's', conversation: 'x', kind: 'asks' as const }]
    const at = notifier({ muted })
    const here = { source: 's', conversation: 'x' }
    const step = at(start + 3_000, [item('a', here), item('b', { ...here, kind: 'overdue', verbs: ['reply', 'later'] }), item('c')])
    expect(titles(step)).toEqual(['b asks you', 'c asks you'])
    expect(step.show.map(({ verbs }) => verbs)).toEqual([['reply', 'later'], undefined])
  })

  test('history is silent, and one summary after an absence tells what needs the operator', () => {
    const late = [item('a', { late: true }), item('b', { late: true })]
    expect(notifier()(start + 9_000, late).show).toEqual([])
    expect(titles(notifier()(start + 9_000, [...late, item('c')], { wasAway: true }))).toEqual(['While you were away: 3 things need you'])
    expect(titles(notifier()(start, [item('a', { late: true })], { wasAway: true }))).toEqual(['While you were away: 1 thing needs you'])
  })

  test('what the operator is looking at is not notified', () => {
    const asked = item('a', { source: 's', conversation: 'x' })
    expect(notifier()(start + 3_000, [asked], { looking: { workspace: 'w', source: 's', conversation: 'x' } }).show).toEqual([])
    expect(notifier()(start + 3_000, [asked], { looking: { workspace: 'w', list: true } }).show).toEqual([])
    expect(notifier()(start + 3_000, [asked], { looking: { workspace: 'other', list: true } }).show).toHaveLength(1)
    expect(notifier()(start + 3_000, [asked], { looking: { workspace: 'w', source: 's', conversation: 'y' } }).show).toHaveLength(1)
  })

  test('a muted agent or conversation is silent until its time, but an approval and the journal are not', () => {
    const muted = [{ workspace: 'w', agent: 'ada', until: start + 60_000 }]
    const at = (now: number, one: NoticeItem): number => notifier({ muted })(now, [one]).show.length
    expect(at(start + 3_000, item('a', { agent: 'ada' }))).toBe(0)
    expect(at(start + 3_000, item('a', { agent: 'bob' }))).toBe(1)
    expect(at(start + 60_000, item('a', { agent: 'ada' }))).toBe(1)
    expect(at(start + 3_000, item('a', { agent: 'ada', isApproval: true }))).toBe(1)
    expect(at(start + 3_000, item('a', { agent: 'ada', kind: 'journal' }))).toBe(1)
    const channel = notifier({ muted: [{ workspace: 'w', source: 's', conversation: '#x' }] })
    expect(
      channel(start + 3_000, [item('a', { source: 's', conversation: '#x' }), item('b', { source: 's' })]).show.map(({ id }) => id),
    ).toEqual(['b'])
  })

  test('quiet hours hold notifications until their end; the badge keeps counting', () => {
    const settings = { quiet: { from: '22:00', to: '07:00' } }
    const at = notifier(settings)
    const night = at(start + 3_000, [item('a')], { minuteOfDay: 23 * 60 })
    expect(night.show).toEqual([])
    expect(night.wakeAt).toBe(start + 3_000 + 8 * 3_600_000)
    expect(badgeCount([item('a')], { ...defaultNoticeSettings, ...settings })).toBe(1)
    expect(titles(at(start + 9 * 3_600_000, [item('a')], { minuteOfDay: 8 * 60 }))).toEqual(['a asks you'])
    expect(at(start + 9 * 3_600_000, [], { minuteOfDay: 8 * 60 }).close).toEqual(['a'])
  })

  test('muting everything ends at its time', () => {
    const at = notifier({ mutedUntil: start + 3_600_000 })
    expect(at(start + 3_000, [item('a')]).wakeAt).toBe(start + 3_600_000)
    expect(titles(at(start + 3_600_000, [item('a')]))).toEqual(['a asks you'])
  })

  test('a kind that is switched off is silent, and absent from the badge only if that is off too', () => {
    const others = item('a', { kind: 'others' })
    expect(notifier()(start + 3_000, [others]).show).toEqual([])
    expect(badgeCount([others, item('b')], defaultNoticeSettings)).toBe(2)
    const kinds = { ...defaultNoticeSettings.kinds, others: { badge: false, notify: false, sound: false } }
    expect(badgeCount([others, item('b')], { ...defaultNoticeSettings, kinds })).toBe(1)
  })

  test('on a shared screen a notification contains no message text; elsewhere at most 140 characters, nothing hidden', () => {
    expect(notifier({ text: 'name' })(start + 3_000, [item('a')]).show[0]).not.toHaveProperty('body')
    const hostile = item('a', { body: `one\u202e two\n${'x'.repeat(1_000)}` })
    const body = notifier()(start + 3_000, [hostile]).show[0]?.body ?? ''
    expect(body.length).toBe(140)
    expect(body.startsWith('one⟦U+202E⟧ two xxx')).toBe(true)
  })

  test('an agent of a name of its own can be muted, however long that is', () => {
    const agent = nameKey('01JZZZZZZZZZZZZZZZZZZZZZZZ', 'x'.repeat(limits.nameChars))
    const settings = { ...defaultNoticeSettings, muted: [{ agent, workspace: 'w' }] }
    expect(noticeSettingsSchema.safeParse(settings).success).toBe(true)
  })
})
