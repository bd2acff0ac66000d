import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Need } from '../../../core/need.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureNeeds } from '../testing/desk-fixtures.ts'
import { fixtureNow } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { NeedRow } from './need-row.tsx'

afterEach(cleanup)

test('two approvals of one agent say which file and which command each is about, whole to a screen reader', async () => {
  const approval = fixtureNeeds.find(({ source }) => source === 'approve') as Need
  const text = 'coder asks in its terminal to change a file'
  const of = (id: string, subject: Need['subject']): Need => ({ ...approval, id, about: id, text, subject })
  const path = '/home/mira/projects/tidepool/services/gateway/src/auth/tokens.rs'
  await renderApp(
    <ul>
      <NeedRow need={of('a1', { text: path, isPath: true })} now={fixtureNow} isClosed={false} />
      <NeedRow need={of('a2', { text: 'npm run migrate -- --to 42' })} now={fixtureNow} isClosed={false} />
    </ul>,
    createMockClient(),
  )
  const names = screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))
  expect(names).toEqual([expect.stringContaining(`change a file, ${path}, `), expect.stringContaining(', npm run migrate -- --to 42, ')])
  expect(screen.getByTitle(path).textContent).toBe(path)
  expect(screen.getByTitle('npm run migrate -- --to 42')).toBeTruthy()
})
