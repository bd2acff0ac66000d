import { expect, onTestFinished, test } from 'vitest'
import { ircClient } from '../../../test/fakes/irc-client.ts'
import { boss, startIrcLink } from '../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import { installed, realIrcd } from '../../../test/fakes/real-ircd.ts'
import type { HaltOrder } from '../../core/halt.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const order = (more: Partial<HaltOrder> = {}): HaltOrder => ({
  id: '7F3K',
  verb: 'halt',
  level: 'stop',
  operator: 'boss',
  at: 0,
  messageId: () => '01HX9Z0000000000000000000B',
  seen: ['coder', 'lead'],
  ...more,
})
const server = installed('ngircd') === undefined ? 'the demo’s server' : 'a real ngircd'

test(`a channel on ${server} hears one line and one envelope, as in the preview (F28)`, async () => {
  const ircd = installed('ngircd') === undefined ? await faultyIrcd() : await realIrcd('ngircd')
  onTestFinished(() => ircd.close())
  const link = startIrcLink(ircd.port)
  onTestFinished(() => link.link.stop())
  const coder = await ircClient(ircd.port, 'coder')
  onTestFinished(() => coder.close())
  await link.isUp()
  const plan = link.link.halt.preview(order({ reason: 'wrong branch' }))
  expect(plan).toMatchObject({ hears: ['coder', 'lead'], cannot: { names: ['coder', 'lead'] } })
  const [text, envelope] = plan.says.map(({ wire }) => wire)
  expect(plan.says.map(({ place }) => place)).toEqual(['#general', '#general'])
  expect(text).toBe('PRIVMSG #general :@all HALT 7F3K — stop after your current step and wait for RESUME 7F3K. Reason: wrong branch')
  expect(JSON.parse(envelope?.slice('PRIVMSG #general :'.length) ?? '')).toMatchObject({
    v: 1,
    type: 'patchbay.halt',
    id: '01HX9Z0000000000000000000B',
    from: 'mira',
    to: ['@all'],
    payload: { halt: '7F3K', reason: 'wrong branch' },
  })
  const heard = [coder.until(/PRIVMSG #general :@all HALT 7F3K/), coder.until(/PRIVMSG #general :\{.*"patchbay\.halt"/)]
  for (const wire of [text, envelope]) valueOf(await link.link.send(wire ?? '', boss))
  await Promise.all(heard)
  // It moves no task.
  expect(await link.board()).toEqual([])
})

test('a reason that does not fit on the line is left out; some agents are addressed by name', async () => {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  const link = startIrcLink(ircd.port)
  onTestFinished(() => link.link.stop())
  await link.isUp()
  const long = link.link.halt.preview(order({ reason: '漢'.repeat(200) })).says.map(({ wire }) => wire)
  expect(long).toHaveLength(2)
  expect(long.join('')).not.toContain('漢')
  const [text, envelope] = link.link.halt.preview(order({ agents: ['coder'], verb: 'resume' })).says
  expect(text?.wire).toBe('PRIVMSG #general :@coder RESUME 7F3K — go on.')
  expect(envelope?.wire).toContain('"to":["coder"]')
  expect(envelope?.wire).toContain('"payload":{"resume":"7F3K"}')
})
