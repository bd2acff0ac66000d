import { expect, test } from 'vitest'
import { interpreter } from './interpret.ts'

test('names of a server without limits are cut: what is saved of them could not be read again (F18)', () => {
  const { take } = interpreter(() => 0)
  const long = 'n'.repeat(5_000)
  const heard = (command: string, ...params: readonly string[]): unknown =>
    take({ command, params: [...params], nick: long, user: 'u', host: 'h', tags: {}, raw: '', badBytes: 0 }, 'mira')
  heard('353', 'mira', '=', '#general', `@${long} coder`)
  const all = [
    heard('PRIVMSG', `#${long}`, 'hello'),
    heard('JOIN', `#${long}`),
    heard('PART', `#${long}`),
    heard('KICK', `#${long}`, long),
    heard('NICK', long),
    heard('QUIT', 'bye'),
    heard('366', 'mira', '#general'),
  ]
  expect(all).not.toContain(undefined)
  expect(JSON.stringify(all).length).toBeLessThan(all.length * 600)
})
