import { act, screen, within } from '@testing-library/react'
import { ok } from '../../../core/fault.ts'
import type { HomeView, Round } from '../pure/api.ts'
import { TestKeys } from '../../../renderer/features/testing/screen-parts.tsx'
import { fixtureInfo, fixtureNow } from '../../../renderer/features/testing/fixtures.ts'
import { createHomeClient, fixtureHome, fixtureRound, fixtureSession } from './session-fixtures.ts'
import type { StoreEnv } from '../../../renderer/features/state/env.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { WholeOutbox } from './whole-outbox.tsx'
import { PasteView } from '../../../renderer/features/paste/paste-view.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

/** A reply that can be pasted. */
export const reply = 'Here it is.\n[MESSAGE]\nhello\n[/MESSAGE]\n'
const openRound: Round = { session: '9f2c41d0', sequence: 3, state: 'open' }
/** The session is waiting for its third reply. */
export const waitingHome: HomeView = {
  ...fixtureHome,
  sessions: [
    {
      ...fixtureSession,
      rounds: [...fixtureSession.rounds.slice(0, 2), { sequence: 3, state: 'open', failed: 0, copiedAt: fixtureNow - 60_000 }],
    },
  ],
}
export const fixtureOutbox = {
  text: `=== HEADER ===\nSession: 9f2c41d0\nSequence: 3\nTask: x\n${'line\n'.repeat(394)}`,
  bytes: 18_412,
  tokens: 4_600,
  listed: 812,
  leftOut: [{ reason: 'files ignored by .gitignore', files: 1_204 }],
}

interface Options {
  readonly home?: HomeView
  readonly answers?: Parameters<typeof createHomeClient>[0]
  readonly env?: Partial<StoreEnv>
  /** Text on the clipboard that the shell can read. */
  readonly clipboard?: () => string
}

/** As in the layout: the view is mounted when it is chosen. */
function Pane(): React.JSX.Element | null {
  return useApp((state) => state.view === 'paste') ? <PasteView /> : null
}

/** The pane with an engine that answers like one: before a reply the round is open, after it there is a plan. */
export async function showSession({ home = waitingHome, answers = {}, env = {}, clipboard }: Options = {}): Promise<Rendered> {
  let round = home.sessions[0]?.rounds.at(-1)?.state === 'open' ? openRound : fixtureRound
  const client = createHomeClient(
    {
      outbox: () => fixtureOutbox,
      round: ({ sequence }: { readonly sequence: number }) => (sequence === 3 ? round : { ...fixtureRound, sequence, state: 'applied' }),
      paste: () => (round = fixtureRound),
      discard: () => (round = openRound),
      ...answers,
    },
    home,
  )
  if (clipboard !== undefined) {
    client.on('app.info', () => ok({ ...fixtureInfo, canReadClipboard: true }))
    client.on('clipboard.read', () => ok({ text: clipboard() }))
  }
  const rendered = await renderApp(
    <>
      <TestKeys />
      <Pane />
      <WholeOutbox />
    </>,
    client,
    env,
  )
  act(() => rendered.store.getState().setView('paste'))
  if (home.sessions.length > 0) await screen.findByText(/18,412/)
  return rendered
}
/** Queries within one of the steps. */
export const step = (name: RegExp) => within(screen.getByRole('region', { name }))
