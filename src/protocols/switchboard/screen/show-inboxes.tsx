import { act } from '@testing-library/react'
import type { SwitchboardView } from '../pure/view.ts'
import { TestKeys, TestOverlay } from '../../../renderer/features/testing/screen-parts.tsx'
import { createSwitchboardClient, fixtureSwitchboard, fixtureMessages } from './inbox-fixtures.ts'
import type { StoreEnv } from '../../../renderer/features/state/env.ts'
import type { InboxPlace } from './slices.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { Toasts } from '../../../renderer/features/common/toasts.tsx'
import { InboxInspector } from './inbox-inspector.tsx'
import { InboxesView } from './inboxes-view.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { switchboardOf } from './slices.ts'

interface Options {
  readonly switchboard?: SwitchboardView | null
  readonly messages?: typeof fixtureMessages
  readonly answers?: Parameters<typeof createSwitchboardClient>[0]
  readonly place?: InboxPlace
  readonly env?: Partial<StoreEnv>
}

/** As in the layout: the panes of the view, dialogs and toasts. */
function Screen(): React.JSX.Element | null {
  const isShown = useApp((state) => state.view === 'inboxes')
  if (!isShown) return null
  return (
    <>
      <main>
        <InboxesView />
      </main>
      <aside>
        <InboxInspector />
      </aside>
      <TestOverlay />
      <Toasts />
    </>
  )
}

/** The inboxes over an engine that answers like one. */
export async function showInboxes(options: Options = {}): Promise<Rendered> {
  const { switchboard = fixtureSwitchboard, messages = fixtureMessages, answers = {}, place, env = {} } = options
  const rendered = await renderApp(
    <>
      <TestKeys />
      <Screen />
    </>,
    createSwitchboardClient(answers, switchboard, messages),
    env,
  )
  await act(async () => {
    rendered.store.getState().setView('inboxes')
    if (place !== undefined) switchboardOf(rendered.store.getState()).openInbox(place)
    await Promise.resolve()
  })
  return rendered
}
