import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ircClient } from '../../../test/fakes/irc-client.ts'
import type { IrcClient } from '../../../test/fakes/irc-client.ts'
import { startIrcLink } from '../../../test/fakes/irc-link.ts'
import type { RunningLink } from '../../../test/fakes/irc-link.ts'
import { installed, realIrcd, realServers } from '../../../test/fakes/real-ircd.ts'
import type { RealIrcd } from '../../../test/fakes/real-ircd.ts'
import { until } from '../../../test/fakes/until.ts'

function textsOf(link: RunningLink, pattern: RegExp): string[] {
  return link.texts().filter((text) => pattern.test(text))
}

function envelope(from: string, id: string, type: string, payload: object): string {
  return `PRIVMSG #general :${JSON.stringify({ v: 1, type, id, from, ts: 1, payload })}`
}

/** One server, two clients and the link go through all of it: some servers take a second to accept anybody. */
for (const name of realServers) {
  const isMissing = installed(name) === undefined
  const title = isMissing ? `${name} is not installed on this machine: nothing was tried on it` : `on a real ${name}`
  // In this order: they share a server, which the last one kills.
  describe.skipIf(isMissing)(title, { shuffle: false }, () => {
    let server: RealIrcd
    let lead: IrcClient
    let coder: IrcClient
    let link: RunningLink
    const ends: (() => Promise<void> | void)[] = []

    function run(...given: Parameters<typeof startIrcLink>): RunningLink {
      const running = startIrcLink(...given)
      ends.push(() => running.link.stop())
      return running
    }

    beforeAll(async () => {
      server = await realIrcd(name)
      ends.push(() => server.close())
      link = run(server.port)
      ;[lead, coder] = await Promise.all([ircClient(server.port, 'lead'), ircClient(server.port, 'coder'), link.isUp()])
      ends.push(
        () => lead.close(),
        () => coder.close(),
      )
    })
    afterAll(async () => {
      for (const end of ends.splice(0).toReversed()) await end()
    })

    test('a task goes from start to end between two clients and the link', async () => {
      const task = '01HX9Z00000000000000000001'
      lead.send(envelope('lead', task, 'task.create', { title: 'Fix it' }))
      await until(async () => expect(await link.board()).toEqual(['proposed: Fix it (-)']))
      const assigned = coder.until(/PRIVMSG #general :\{.*"assignee":"coder"/)
      await link.call('assign', { task, assignee: 'coder' })
      await assigned
      coder.send(envelope('coder', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'task.complete', { task_id: task, summary: 'done' }))
      await until(async () => expect(await link.board()).toEqual(['done: Fix it (coder)']))
      const hello = link.emitted.filter(({ body }) => body.kind === 'message' && body.label === 'agent.hello')
      expect(hello).toHaveLength(1)
    })

    test('a flood of 5,000 lines arrives complete and in order', async ({ annotate }) => {
      const texts = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${'x'.repeat(100)}`)
      const began = performance.now()
      for (let first = 0; first < texts.length; first += 50) {
        coder.send(...texts.slice(first, first + 50).map((text) => `PRIVMSG #general :${text}`))
        await coder.settle() // a server reads a limited amount now and the rest a second later
      }
      await until(() => expect(textsOf(link, /^line /)).toHaveLength(5_000))
      expect(textsOf(link, /^line /)).toEqual(texts)
      await annotate(`5,000 lines of ${name} in ${Math.round(performance.now() - began)} ms, in order`, 'F9')
    })

    test.runIf(name === 'inspircd')('what was said in a gap comes on joining again, once', async () => {
      const words = /^(before|meanwhile|after)$/
      // The first one in may set what the channel remembers: one of the three.
      const remember = 'MODE #general +H 100:1h'
      const remembered = coder.until(/ MODE #general \+H /)
      for (const each of [lead, coder]) each.send(remember)
      await link.call('consoleSend', { line: remember })
      await remembered
      coder.send('PRIVMSG #general :before', 'PRIVMSG #general :before')
      await until(() => expect(textsOf(link, words)).toEqual(['before', 'before']))
      const gone = coder.until(/ QUIT /)
      await link.call('consoleSend', { line: 'QUIT :gap' })
      await gone
      coder.send('PRIVMSG #general :meanwhile')
      await coder.settle()
      await until(() => expect(textsOf(link, words)).toEqual(['before', 'before', 'meanwhile']))
      await link.isUp()
      coder.send('PRIVMSG #general :after')
      await until(() => expect(textsOf(link, words)).toEqual(['before', 'before', 'meanwhile', 'after']))
      await until(() => expect(link.view().backfill).toBe('replayed on joining, 1 line recovered'))
    })

    test('a nick in use is shown as such, and regained when it is free', async () => {
      const second = run(server.port, { nick: 'lead' })
      await until(() => expect(second.lamps.at(-1)).toMatch(/^up: as lead_, because lead is in use/))
      lead.send('NICK leader')
      await until(() => expect(second.lamps.at(-1)).toMatch(/^up: as lead(,|$)/))
      await second.link.stop()
    })

    test('killed and restarted under load: the link returns, reports it, and has every line once', async () => {
      const gaps = (): number => link.emitted.filter(({ body, supersedes }) => body.kind === 'marker' && supersedes === undefined).length
      const before = gaps()
      coder.send(...Array.from({ length: 500 }, (_, index) => `PRIVMSG #general :old ${index}`))
      await until(() => expect(link.texts()).toContain('old 20'))
      await server.kill()
      await until(() => expect(link.lamps.at(-1)).toMatch(/^down|^connecting/))
      await server.start()
      const [again] = await Promise.all([ircClient(server.port, 'coder'), link.isUp()])
      ends.push(() => again.close())
      const texts = Array.from({ length: 500 }, (_, index) => `new ${index}`)
      again.send(...texts.slice(0, 100).map((text) => `PRIVMSG #general :${text}`))
      await again.settle()
      again.send(...texts.slice(100).map((text) => `PRIVMSG #general :${text}`))
      await until(() => expect(link.texts()).toContain('new 499'))
      expect(textsOf(link, /^new /)).toEqual(texts)
      const old = textsOf(link, /^old /)
      expect(old).toEqual(Array.from({ length: old.length }, (_, index) => `old ${index}`))
      expect(gaps()).toBe(before + 1)
    })
  })
}
