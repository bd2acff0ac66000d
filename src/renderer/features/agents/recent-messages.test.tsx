import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { EventBody } from '../../../core/event.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { bodyEvent, fixtureAgents, messageEvent } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { RecentMessages } from './recent-messages.tsx'

afterEach(cleanup)

const notice: EventBody = { kind: 'notice', conversation: '#ops', from: 'coder', text: 'edited server.ts', tone: 'tool', tool: 'edit' }
const receipt: EventBody = { kind: 'receipt', of: 'msg_1', stage: 'acked', by: 'coder', text: 'acknowledged in its inbox' }
const presence: EventBody = { kind: 'presence', agent: 'coder', word: 'working', evidence: 'declared', said: 'running' }

test('an agent’s activity is described in words, newest first, never as on the wire', async () => {
  const client = createMockClient()
  const events = [
    messageEvent(1, 'coder', 'reviewer', 'Ready for review'),
    bodyEvent(2, notice, '@time=2026-11-21T10:00:00Z :coder!c@host NOTICE #ops :edited server.ts'),
    bodyEvent(3, receipt, '{"of":"msg_1"}'),
    bodyEvent(4, presence, 'status: running'),
  ]
  client.on('feed.page', () => ok({ events, hasBefore: false, hasAfter: false }))
  const agent = fixtureAgents.find((one) => one.id === 'coder')
  if (agent === undefined) throw new Error('no coder')
  await renderApp(<RecentMessages agent={agent} />, client)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.cut')?.textContent)).toEqual([
    'status: running',
    'acknowledged in its inbox',
    'edited server.ts',
    'Ready for review',
  ])
})
