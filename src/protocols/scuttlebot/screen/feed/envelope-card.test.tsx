import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Event, MessageBody } from '../../../../core/event.ts'
import { bodyEvent } from '../../../../renderer/features/testing/fixtures.ts'
import { renderApp } from '../testing.ts'
import { EnvelopeCard } from './envelope-card.tsx'

afterEach(cleanup)

const envelope = (label: string, data: MessageBody['data'], more: Partial<MessageBody> = {}): Event =>
  bodyEvent(1, {
    kind: 'message',
    conversation: '#general',
    from: 'orchestrator',
    to: ['@workers', 'codex-7'],
    observers: [],
    text: 'words',
    label,
    ...(data !== undefined && { data }),
    ...more,
  })
const card = (): HTMLElement | null => document.querySelector('.env')

test('a new task is a card with type, title, owner and recipients', async () => {
  await renderApp(
    <EnvelopeCard
      event={envelope('task.create', { title: 'Rotate tokens', description: 'Soon', assignee: 'coder', extra: 3, patchbay_nick: 'mira' })}
    />,
  )
  expect(card()?.querySelector('code')?.textContent).toBe('task.create')
  expect(card()?.querySelector('.title')?.textContent).toBe('Rotate tokens')
  expect(card()?.querySelector('.about')?.textContent).toBe('Soon')
  expect([...document.querySelectorAll('.env dl > div')].map((row) => row.textContent)).toEqual(['Assigneecoder', 'For@workers', 'extra3'])
})

test('a custom type shows its fields; hostile ones are shown as text, cut, and limited in number', async () => {
  const data = JSON.parse(
    `{"__proto__":"<img src=x onerror=1>","level":"\\u202Ehigh","deep":{"a":[1,2]},"long":"${'y'.repeat(5_000)}"}`,
  ) as Record<string, unknown>
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index]))
  const { container } = await renderApp(<EnvelopeCard event={envelope('myorg.alert.fired', { ...data, ...many })} />)
  expect(container.querySelector('img')).toBeNull()
  expect(card()?.querySelector('.ctrl')?.textContent).toBe('U+202E')
  expect(card()?.textContent).toContain('deep{"a":[1,2]}')
  expect(card()?.textContent.length).toBeLessThan(1_000)
  expect(screen.getByText(/more in Raw/)).toBeTruthy()
})

test('doubts about an envelope follow it; other built-in types are shown as their words', async () => {
  await renderApp(<EnvelopeCard event={envelope('task.create', { title: 7 }, { doubts: ['claims to be from a, but was sent by b'] })} />)
  expect(document.querySelector('.env + .doubt')?.textContent).toContain('claims to be from a, but was sent by b')
  expect(card()?.querySelector('.title')?.textContent).toBe('words')
  cleanup()
  await renderApp(<EnvelopeCard event={envelope('agent.hello', { runtime: 'x' })} />)
  expect(card()).toBeNull()
  expect(document.body.textContent).toContain('agent.hello')
})
