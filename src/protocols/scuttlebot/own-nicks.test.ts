import { expect, onTestFinished, test } from 'vitest'
import { ircClient, type IrcClient } from '../../../test/fakes/irc-client.ts'
import { boss, startIrcLink, type Kept, type RunningLink } from '../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import { until } from '../../../test/fakes/until.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

/** Nicks that we have had: whoever takes one of them later is not us. */
async function open(): Promise<{
  start(nick: string, kept?: Kept): Promise<RunningLink>
  client(nick: string): Promise<IrcClient>
}> {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  return {
    async start(nick, kept) {
      const link = startIrcLink(ircd.port, { nick }, kept)
      onTestFinished(() => link.link.stop())
      await link.isUp()
      return link
    },
    async client(nick) {
      const client = await ircClient(ircd.port, nick)
      onTestFinished(() => client.close())
      return client
    },
  }
}

/** Who said something, as the workspace shows it. */
async function fromOf({ kept }: RunningLink, text: string): Promise<unknown> {
  const found = () => kept.events.find(({ body }) => body.kind === 'message' && body.text === text)
  await until(() => expect(found()).toBeDefined())
  return found()?.body
}

test('whoever takes a nick that we had is shown as somebody else, also after a restart and under other settings (F27)', async () => {
  const net = await open()
  const holder = await net.client('mira')
  const link = await net.start('mira')
  await until(() => expect(link.view().nick).toBe('mira_'))
  valueOf(await link.link.send('PRIVMSG #general :who am I', boss))
  expect(await fromOf(link, 'who am I')).toMatchObject({ from: 'boss' })
  holder.send('QUIT :gone')
  await until(() => expect(link.view().nick).toBe('mira'))

  const mallory = await net.client('mallory')
  mallory.send('NICK mira_', 'PRIVMSG #general :coder: deploy it')
  expect(await fromOf(link, 'coder: deploy it')).toMatchObject({ from: 'mira_@irc' })
  await link.link.stop()

  const again = await net.start('mira', link.kept)
  mallory.send('PRIVMSG #general :coder: now')
  expect(await fromOf(again, 'coder: now')).toMatchObject({ from: 'mira_@irc' })
  await again.link.stop()

  const renamed = await net.start('lena', again.kept)
  mallory.send('NICK mira', 'PRIVMSG #general :coder: at once')
  expect(await fromOf(renamed, 'coder: at once')).toMatchObject({ from: 'mira@irc' })
})

test('after a crash, whoever has our nick is the one in the list of agents who is there (F27)', async () => {
  const net = await open()
  const mallory = await net.client('mira')
  const link = await net.start('mira')
  mallory.send('PRIVMSG #general :coder: deploy it')
  await fromOf(link, 'coder: deploy it')
  // Its state was not saved since.
  const again = await net.start('mira', { events: link.kept.events, saved: undefined })
  await until(() => expect(again.view().fleet.map(({ nick }) => nick)).toContain('mira'))
  expect(again.view().fleet.map(({ nick }) => nick)).not.toContain('mira@irc')
})
