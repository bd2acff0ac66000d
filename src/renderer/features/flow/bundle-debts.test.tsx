import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { debtOf, flowNow } from '../../../../test/fakes/flow-rows.ts'
import { fixtureEvents } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { BundleDebts } from './bundle-debts.tsx'
import type { FlowNames } from './flow-names.ts'

afterEach(cleanup)

const names: FlowNames = { agent: (id) => id, hue: () => 1, link: () => 'chat.md', protocol: () => 'chat', looks: new Map() }

it('a debt beside a bundle says what it is and how much of its limit it took, and opens the message that asks', async () => {
  const ask = fixtureEvents.find(({ body }) => body.kind === 'message')?.id ?? ''
  const debts = [debtOf(14, 'reviewer', 'coder', 30, { kind: 'review', ask }), debtOf(12, 'you', 'reviewer', 10)]
  const { store } = await renderApp(<BundleDebts title="Around it" debts={debts} names={names} now={flowNow} />)
  const [first, second] = screen.getAllByRole('listitem').map((item) => item.textContent?.replaceAll('\u00a0', ' '))
  expect(first).toBe('reviewer owes coder review14 m of 30 m')
  expect(second).toBe('you owe reviewer question12 m of 10 m')
  fireEvent.click(screen.getByRole('button', { name: /^reviewer/ }))
  await waitFor(() => expect(store.getState().selection).toBe(ask))
})
