import { expect, test } from 'vitest'
import { fakeJaibberServer } from '../../../test/fakes/jaibber-server.ts'
import type { KeptTeam, RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import { openTeam } from '../../../test/fakes/team-world.ts'
import { sized } from '../../../test/sizes.ts'
import { until } from '../../../test/fakes/until.ts'

const rounds = sized(25, 200)

test(
  `${rounds} cuts, restarts and lost states: every message once, however it arrived, every answer one message, gaps shown (F10, F19)`,
  {
    timeout: 240_000,
  },
  async ({ annotate }) => {
    const world = await openTeam({ connectionStateTtl: 60_000, history: 10_000 })
    const { coder, server } = world
    const rest = await fakeJaibberServer({ projects: [{ id: 'harbour', name: 'Harbour' }] })
    const settings = { server: rest.base, account: 'mira', password: 'open-sesame-77', history: 300 }
    const rows = rest.messages.set('harbour', []).get('harbour') ?? []
    const said: string[] = []
    let seed = 5
    const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    /** By Ably, by the server, or both, under one identity; sometimes again. @returns true when by Ably. */
    const say = (text: string): boolean => {
      const id = `m-${text}`
      const way = random()
      said.push(text)
      if (way < 0.9) coder.say(text, { messageId: id })
      if (way > 0.5) {
        const createdAt = new Date().toISOString()
        rows.push({ id, senderId: 'user-coder', senderType: 'agent', senderName: 'Coder', type: 'message', text, createdAt })
      }
      if (random() < 0.3 && way < 0.9) coder.say(text, { messageId: id })
      return way < 0.9
    }
    const answer = { type: 'response', agentName: 'Coder', isAgentMessage: true } as const
    const piece = (id: string, text: string): string => coder.publish({ type: 'chunk', text, messageId: id, agentName: 'Coder' })

    const kept: KeptTeam = { events: [], saved: undefined }
    const logged: string[] = []
    let lostContinuity = 0
    let run: RunningTeam | undefined
    try {
      for (let round = 0; round < rounds; round++) {
        const stale: unknown = kept.saved
        run = world.run(settings, kept)
        await run.isUp()
        say(`${round} live`)
        piece(`answer-${round}`, `${round} half `)
        const isLost = random() < 0.3
        server.refuse(random() < 0.5)
        if (isLost) {
          lostContinuity++
          server.forget(true)
        } else server.drop()
        const isKept = say(`${round} in the cut`)
        if (isLost && random() < 0.5) world.forgetRewind()
        piece(`answer-${round}`, 'way ')
        server.refuse(false)
        coder.publish({ ...answer, text: `${round} whole`, messageId: `answer-${round}` })
        said.push(`${round} whole`)
        const received = [`${round} whole`, ...(isKept || isLost ? [`${round} in the cut`] : [])]
        await until(() => expect(run?.texts()).toEqual(expect.arrayContaining(received)))
        logged.push(...run.logged)
        await run.link.stop()
        if (random() < 0.2) kept.saved = stale
        if (random() < 0.1) kept.saved = { v: 'lost' }
        say(`${round} while nobody listens`)
        if (random() < 0.3) world.forgetRewind()
      }
      run = world.run(settings, kept)
      await until(() => expect(run?.texts().toSorted()).toEqual(said.toSorted()))
      const open = kept.events.filter(({ id, body }) => body.kind === 'stream' && !kept.events.some(({ supersedes }) => supersedes === id))
      expect(open).toEqual([])
      expect(new Set(kept.events.map(({ wireId }) => wireId)).size).toBe(kept.events.length)
      const gaps = kept.events.filter(({ body }) => body.kind === 'marker').length
      expect(gaps).toBeGreaterThanOrEqual(lostContinuity)
      for (const secret of [server.key, settings.password]) expect(JSON.stringify([kept, logged, run.statuses])).not.toContain(secret)
      await annotate(`${rounds} cuts and restarts, ${said.length} messages, 0 lost, 0 twice, ${gaps} gaps shown`, 'F19')
    } finally {
      server.refuse(false)
      await world.end()
      await rest.close()
    }
  },
)
