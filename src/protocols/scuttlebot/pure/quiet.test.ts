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

describe('quieted', () => {
  test('nothing is quiet unless it was asked for, and what is muted always is', () => {
    expect(isQuiet(message(), {})).toBe(false)
    expect(isQuiet(message({ to: ['mira'] }), { mute: true })).toBe(true)
    expect(isQuiet(message({ to: ['mira'] }), { notify: 'none' })).toBe(true)
  })
  test('only what is for us is heard where only that should be: by name, by group, in words', () => {
    const mine = { notify: 'mine' } as const
    expect(isQuiet(message(), mine)).toBe(true)
    expect(isQuiet(message({ to: ['mira'] }), mine)).toBe(false)
    expect(isQuiet(message({ label: 'task.create', to: ['@operators'] }), mine)).toBe(false)
    expect(isQuiet(message({ label: 'task.create', to: ['@operator'] }), mine)).toBe(true)
    expect(isQuiet(message({ label: 'task.create', to: ['@workers'] }), mine)).toBe(true)
    expect(isQuiet(message({ text: 'see @operator, please' }), mine)).toBe(false)
    expect(isQuiet(message({ text: 'see @operators, please' }), mine)).toBe(true)
  })
  test('what is no message stays as it is', () => {
    const body = { kind: 'notice', conversation: '#general', from: 'x', text: 'y', tone: 'status' } as const
    expect(quieted(body, { ...defaultChannelSettings, mute: true }, us)).toBe(body)
  })
})
