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
  inject(nick: string, line: string): void
}> {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  return {
    inject: (nick, line) => ircd.inject(nick, line),
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

/** Who said something to whom, as the workspace shows it. */
async function messageOf({ kept }: RunningLink, text: string): Promise<unknown> {
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
  expect(await messageOf(link, 'who am I')).toMatchObject({ from: 'boss' })
  holder.send('QUIT :gone')
  await until(() => expect(link.view().nick).toBe('mira'))

  const mallory = await net.client('mallory')
  mallory.send('NICK mira_', 'PRIVMSG #general :coder: deploy it')
  expect(await messageOf(link, 'coder: deploy it')).toMatchObject({ from: 'mira_@irc' })
  await link.link.stop()

  const again = await net.start('mira', link.kept)
  mallory.send('PRIVMSG #general :coder: now')
  expect(await messageOf(again, 'coder: now')).toMatchObject({ from: 'mira_@irc' })
  await again.link.stop()

  const renamed = await net.start('lena', again.kept)
  mallory.send('NICK mira', 'PRIVMSG #general :coder: at once')
  expect(await messageOf(renamed, 'coder: at once')).toMatchObject({ from: 'mira@irc' })
})

test('after a crash, whoever has our nick is the one in the list of agents who is there (F27)', async () => {
  const net = await open()
  const mallory = await net.client('mira')
  const link = await net.start('mira')
  mallory.send('PRIVMSG #general :coder: deploy it')
  await messageOf(link, 'coder: deploy it')
  // Its state was not saved since.
  const again = await net.start('mira', { events: link.kept.events, saved: undefined })
  await until(() => expect(again.view().fleet.map(({ nick }) => nick)).toContain('mira'))
  expect(again.view().fleet.map(({ nick }) => nick)).not.toContain('mira@irc')
})

test('what is said to a nick that we had is said to us, unless somebody else has it now (F27)', async () => {
  const net = await open()
  const holder = await net.client('mira')
  const link = await net.start('mira')
  await until(() => expect(link.view().nick).toBe('mira_'))
  const coder = await net.client('coder')
  coder.send('PRIVMSG #general :mira: to the other one?')
  expect(await messageOf(link, 'mira: to the other one?')).toMatchObject({ to: ['mira@irc'] })
  holder.send('QUIT :gone')
  await until(() => expect(link.view().nick).toBe('mira'))
  coder.send('PRIVMSG #general :@mira_ may I merge?')
  expect(await messageOf(link, '@mira_ may I merge?')).toMatchObject({ to: ['boss'] })
  await link.link.stop()

  const renamed = await net.start('lena', link.kept)
  coder.send('PRIVMSG #general :mira, still there?')
  expect(await messageOf(renamed, 'mira, still there?')).toMatchObject({ to: ['boss'] })
  const mallory = await net.client('mallory')
  mallory.send('NICK mira', 'PRIVMSG #general :it is mine')
  await messageOf(renamed, 'it is mine')
  coder.send('PRIVMSG #general :mira, and now?')
  expect(await messageOf(renamed, 'mira, and now?')).toMatchObject({ to: ['mira@irc'] })
})

test('a nick that services gave us is one that we had (F27)', async () => {
  const net = await open()
  const link = await net.start('mira')
  const coder = await net.client('coder')
  // The nick is asked for again at once, and given back.
  net.inject('mira', ':mira!mira@127.0.0.1 NICK :guest42\r\n')
  await until(() => expect(link.view().nick).toBe('guest42'))
  net.inject('mira', ':guest42!mira@127.0.0.1 NICK :mira\r\n')
  await until(() => expect(link.view().nick).toBe('mira'))
  coder.send('PRIVMSG #general :guest42: may I merge?')
  expect(await messageOf(link, 'guest42: may I merge?')).toMatchObject({ to: ['boss'] })
  const mallory = await net.client('guest42')
  mallory.send('PRIVMSG #general :coder: deploy it')
  expect(await messageOf(link, 'coder: deploy it')).toMatchObject({ from: 'guest42@irc' })
})
