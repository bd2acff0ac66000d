import { describe, expect, test } from 'vitest'
import type { MessageBody } from '../../../core/event.ts'
import { defaultChannelSettings } from './api.ts'
import { quieted, type Hearer } from './quiet.ts'

const us: Hearer = { operator: 'mira', nick: 'mira_', type: 'operator' }
const message = (more: Partial<MessageBody> = {}): MessageBody => ({
  kind: 'message',
  conversation: '#general',
  from: 'coder',
  to: ['#general'],
  observers: [],
  text: 'hello',
  ...more,
})
const isQuiet = (body: MessageBody, settings: Partial<typeof defaultChannelSettings>): boolean =>
  'quiet' in quieted(body, { ...defaultChannelSettings, ...settings }, us)

describe('quiet messages', () => {
  test('nothing is quiet unless requested, and everything muted is', () => {
    expect(isQuiet(message(), {})).toBe(false)
    expect(isQuiet(message({ to: ['mira'] }), { mute: true })).toBe(true)
    expect(isQuiet(message({ to: ['mira'] }), { notify: 'none' })).toBe(true)
  })
  test('with “only for me”, messages are heard that address us by name, by group or in words', () => {
    const mine = { notify: 'mine' } as const
    expect(isQuiet(message(), mine)).toBe(true)
    expect(isQuiet(message({ to: ['mira'] }), mine)).toBe(false)
    expect(isQuiet(message({ label: 'task.create', to: ['@operators'] }), mine)).toBe(false)
    expect(isQuiet(message({ label: 'task.create', to: ['@operator'] }), mine)).toBe(true)
    expect(isQuiet(message({ label: 'task.create', to: ['@workers'] }), mine)).toBe(true)
    expect(isQuiet(message({ text: 'see @operator, please' }), mine)).toBe(false)
    expect(isQuiet(message({ text: 'see @operators, please' }), mine)).toBe(true)
  })
  test('what is not a message is unchanged', () => {
    const body = { kind: 'notice', conversation: '#general', from: 'x', text: 'y', tone: 'status' } as const
    expect(quieted(body, { ...defaultChannelSettings, mute: true }, us)).toBe(body)
  })
})
