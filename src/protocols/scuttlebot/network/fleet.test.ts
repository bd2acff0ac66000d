import { expect, test } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { readConfig } from '../pure/config.ts'
import { Fleet } from './fleet.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

test('what this machine noted about its own connection is not heard from the network', () => {
  const config = valueOf(readConfig({ server: '127.0.0.1', nick: 'mira' }))
  const fleet = new Fleet(config, undefined)
  const said = storedEvent(1, { kind: 'message', conversation: '#general', from: 'coder', to: [], text: 'hello' } as never)
  fleet.recall(said, 'mira')
  fleet.recall({ ...storedEvent(2, { kind: 'lamp', lamp: 'down', text: 'down', since: 1 }), at: said.at + 60_000 }, 'mira')
  expect(fleet.heardAt).toBe(said.at)
})

test('an agent that leaves with endless words takes nothing from what is saved', () => {
  const config = valueOf(readConfig({ server: '127.0.0.1', nick: 'mira' }))
  const fleet = new Fleet(config, undefined)
  fleet.setType('coder', 'worker')
  fleet.agents.apply({ kind: 'join', nick: 'mallory', channel: '#general', at: 1 })
  fleet.agents.apply({ kind: 'quit', nick: 'mallory', reason: 'r'.repeat(5_000), at: 2 })
  const again = new Fleet(config, structuredClone(fleet.save(7)))
  expect(again.mark).toBe(7)
  again.agents.apply({ kind: 'text', nick: 'coder', at: 3 })
  expect(again.agents.get('coder')).toMatchObject({ type: 'worker', typeBy: 'operator' })
})
