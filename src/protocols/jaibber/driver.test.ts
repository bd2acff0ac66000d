import { afterEach, describe, expect, test } from 'vitest'
import { faultyAbly } from '../../../test/fakes/ably.ts'
import type { FaultyAbly } from '../../../test/fakes/ably.ts'
import { boss, startJaibberLink, until } from '../../../test/fakes/jaibber-link.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import { valueOf } from '../../../test/fakes/engine.ts'
import { Player } from './demo/player.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function ably(...given: Parameters<typeof faultyAbly>): Promise<FaultyAbly> {
  const server = await faultyAbly(...given)
  ends.push(() => server.close())
  return server
}

function run(...given: Parameters<typeof startJaibberLink>): RunningTeam {
  const running = startJaibberLink(...given)
  ends.push(() => running.link.stop())
  return running
}

describe('a link of a team', () => {
  test('hears what is said, and its own message comes back as its confirmation', async () => {
    const server = await ably()
    const coder = new Player(server.server.board, 'harbour', 'Coder', { instructions: 'Write code.', machine: 'pier-2' })
    coder.enter()
    coder.say('before we came')
    const link = run(server)
    await link.isUp()
    coder.say('hello')
    await until(() => expect(link.texts()).toEqual(['before we came', 'hello']))
    const wire = valueOf(
      link.link.format(
        { from: 'boss', to: ['Coder'], observers: [], text: 'thanks', where: 'Harbour' },
        { id: '01HX9Z0000000000000000000B', at: 0 },
      ),
    ).wire
    valueOf(await link.link.send(wire, boss))
    await until(() => expect(link.texts().at(-1)).toBe('@Coder thanks'))
    expect(link.kept.events.find(({ raw }) => raw.text === wire)?.body).toMatchObject({
      from: 'boss',
      to: ['Coder'],
      conversation: 'harbour',
    })
    await until(() =>
      expect(link.view()?.projects[0]?.members.map((member) => member.agentName ?? member.username)).toEqual(['Coder', 'boss']),
    )
  })
})
