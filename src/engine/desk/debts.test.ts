import { expect, test } from 'vitest'
import { ask } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace } from '../../../test/fakes/services.ts'
import { openDeskDebts, type DeskDebts } from './debts.ts'

test.each(['while it saves them', 'after that'])('a desk that ends %s keeps all debts (F27)', async (when) => {
  const fake = fakeProtocol()
  fake.acts = (event) => [ask('a', ['b'], event.wireId)]
  const services = await testServices([fake])
  services.journal.putWorkspace(testWorkspace)
  const workspace = testWorkspace.id
  const events = Array.from({ length: 2_500 }, (_, at) => ({
    wireId: String(at),
    raw: { text: 'x' },
    body: messageBody('a', 'b', `task ${at}`),
  }))
  services.journal.append({ workspace, source: 's', protocol: 'fake', at: 1, events, state: undefined })
  const open = (changed: () => void): DeskDebts =>
    openDeskDebts({ services, workspace, operator: () => 'operator', same: (_source, a, b) => a === b, isPinned: () => false, changed })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = open(resolve)
  await promise
  const saved = (): number | undefined => services.journal.snapshot(workspace, 'desk')?.cursor
  expect(saved()).toBeUndefined()
  if (when === 'after that') await expect.poll(saved).toBe(2_500)
  first.close()
  const again = open(() => undefined)
  expect(again.debts.counts().open).toBe(2_500)
  again.close()
  services.close()
})
