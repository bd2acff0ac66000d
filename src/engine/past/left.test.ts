import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { noFacts as facts } from '../../../test/fakes/past-facts.ts'
import { pastHere } from '../../../test/fakes/past-here.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace } from '../../../test/fakes/services.ts'
import type { EventBody } from '../../core/event.ts'

const hour = 60 * 60_000
const day = Date.UTC(2026, 2, 5, 12)

test('the past closes a question whose asker had left for a day, and has it again when the asker was back (F29)', async () => {
  const fake = fakeProtocol()
  fake.acts = ({ body, wireId }) => (body.kind === 'message' ? [ask('coder', ['operator'], wireId, 'answer')] : [])
  const services = await testServices([fake])
  onTestFinished(() => services.close())
  services.journal.putWorkspace(testWorkspace)
  const put = (at: number, body: EventBody): void => {
    const events = [{ wireId: String(at), raw: { text: 'x' }, body }]
    services.journal.append({ workspace: testWorkspace.id, source: 's', protocol: 'fake', at, events, state: undefined })
  }
  const presence = { kind: 'presence', agent: 'coder', evidence: 'transport' } as const
  put(day, messageBody('coder', 'operator', 'Which port?'))
  put(day + hour, { ...presence, word: 'lost', said: 'quit' })
  put(day + 30 * hour, { ...presence, word: 'idle', said: 'available' })
  const here = pastHere(services, testWorkspace.id)
  onTestFinished(() => here.close())
  const owed = async (at: number): Promise<unknown> => {
    const answer = await here.ask({ method: 'desk.page', at, input: { list: 'closed', limit: 10 }, facts })
    const state = await here.ask({ method: 'past.state', at, input: {}, facts })
    if (!answer.ok || !state.ok) throw new Error('not read')
    const { rows } = answer.value as { readonly rows: readonly { readonly debt: { readonly end?: { readonly how: string } } }[] }
    const { counts } = state.value as { readonly counts: { readonly needs: number } }
    return [counts.needs, rows.map(({ debt }) => debt.end?.how)]
  }
  const gone = day + 25 * hour
  const moments = [gone - 1, gone, day + 31 * hour, gone]
  const seen: unknown[] = []
  for (const at of moments) seen.push(await owed(at))
  expect(seen).toEqual([
    [1, []],
    [0, ['left']],
    [1, []],
    [0, ['left']],
  ])
})
