import { afterEach, describe, expect, it } from 'vitest'
import { faultyAbly } from '../../../test/fakes/ably.ts'
import { script } from '../../../test/fakes/local-agents.ts'
import { boss, startJaibberLink } from '../../../test/fakes/jaibber-link.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import type { Confirmation } from '../../core/protocol.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Sets up and starts an agent that says what it is given. */
async function start({ link }: RunningTeam, name: string, says: string): Promise<void> {
  const settings = { name, projects: ['harbour'], instructions: '', provider: script(`echo '${says}'`), timeLimit: 20 }
  const { agent } = valueOf(await link.call('saveAgent', { settings }, { actor: boss })) as { readonly agent: string }
  valueOf(await link.call('startAgent', { agent }, { actor: boss, confirmed: {} as Confirmation }))
}

/** Agents that a link shows on the project. */
function agentsSeen(link: RunningTeam): string[] {
  return (link.view()?.projects[0]?.members ?? []).flatMap(({ agentName }) => agentName ?? []).toSorted()
}

describe.skipIf(process.platform === 'win32')('agents of two machines in one project', () => {
  it('answer each other to the depth of the project, each once, and the end of the chain gives the reason (F10)', async () => {
    const server = await faultyAbly()
    ends.push(() => server.close())
    const [one, two] = ['mira', 'ben'].map((username) => {
      const running = startJaibberLink(server, { username, userId: `user-${username}` })
      ends.push(() => running.link.stop())
      return running
    })
    if (one === undefined || two === undefined) throw new Error('no links')
    await Promise.all([one.isUp(), two.isUp()])
    await start(one, 'A', '@B please')
    await start(two, 'B', '@C please')
    await start(one, 'C', '@D and @A please')
    await start(two, 'D', 'never')
    await until(() =>
      expect([agentsSeen(one), agentsSeen(two)]).toEqual([
        ['A', 'B', 'C', 'D'],
        ['A', 'B', 'C', 'D'],
      ]),
    )
    const draft = { from: 'boss', to: [], observers: [], text: '@A begin', where: 'Harbour' }
    const { wire } = valueOf(one.link.format(draft, { id: '01HX9Z0000000000000000000B', at: 0 }))
    valueOf(await one.link.send(wire, boss))

    const said = ['@A begin', '@B please', '@C please', '@D and @A please']
    await until(() => {
      expect(one.texts()).toEqual([...said, '@A does not answer: depth 3 reached: A → B → C → A'])
      expect(two.texts()).toEqual([...said, '@D does not answer: depth 3 reached: A → B → C → D'])
    })
    const chains = two.kept.events.flatMap(({ raw, body }) =>
      body.kind === 'message' && body.from === 'C' ? [JSON.parse(raw.text) as unknown] : [],
    )
    expect(chains).toMatchObject([{ responseDepth: 3, respondingChain: ['a', 'b', 'c'], mentions: ['A', 'D'] }])
  })
})
