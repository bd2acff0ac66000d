import { expect, test } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { valueOf } from '../../../../test/fakes/engine.ts'
import { readConfig } from '../pure/config.ts'
import { Fleet } from './fleet.ts'

test('what this machine noted about its own connection is not heard from the network', () => {
  const config = valueOf(readConfig({ server: '127.0.0.1', nick: 'mira' }))
  const fleet = new Fleet(config, undefined)
  const said = storedEvent(1, { kind: 'message', conversation: '#general', from: 'coder', to: [], text: 'hello' } as never)
  fleet.recall(said, 'mira')
  fleet.recall({ ...storedEvent(2, { kind: 'lamp', lamp: 'down', text: 'down', since: 1 }), at: said.at + 60_000 }, 'mira')
  expect(fleet.heardAt).toBe(said.at)
})
