import { expect, test } from 'vitest'
import { messageFileName } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { KnownMail } from './known-mail.ts'
import type { StoredMessage } from './mailbox-types.ts'

function stored(id: string, more: Partial<SwitchboardMessage> = {}, name = messageFileName(id)): StoredMessage {
  const message = { id, sender: 'mallory', recipient: 'boss', ...more } as SwitchboardMessage
  return { box: 'inbox', agent: message.recipient, file: `inbox/${message.recipient}/${name}`, message, text: '', modifiedAt: 1 }
}

test('goes on learning answers and failures after a flood of them, and keeps no more than so many', () => {
  const known = new KnownMail(20)
  for (let n = 0; n < 100; n++) {
    known.learn(stored(`a${n}`, { replyTo: `made-up-${n}` }))
    known.learnOutcome(`made-up-${n}`, 'failed')
  }
  known.learn(stored('real', { replyTo: 'question', sender: 'coder' }))
  known.learnOutcome('refused', 'failed')
  expect(known.isAnswered('coder', 'question')).toBe(true)
  expect(known.replyTo({ id: 'question', sender: 'boss', recipient: 'coder' } as SwitchboardMessage)).toMatchObject({ who: 'coder' })
  expect(known.isUndone('refused')).toBe(true)
  const kept = Array.from({ length: 100 }, (_, n) => `made-up-${n}`).filter((id) => known.isAnswered('mallory', id) && known.isUndone(id))
  expect(kept.length).toBeGreaterThanOrEqual(9)
  expect(kept.length).toBeLessThan(20)
  expect(kept).toContain('made-up-99')
})

test('an answer under another name, or to somebody else, does not take the place of the real one', () => {
  const known = new KnownMail()
  const question = { id: 'question', sender: 'boss', recipient: 'coder' } as SwitchboardMessage
  known.learn(stored('a1', { replyTo: 'question' }))
  known.learn(stored('a2', { replyTo: 'question', sender: 'coder', recipient: 'mallory' }))
  expect(known.replyTo(question)).toBeUndefined()
  known.learn(stored('a3', { replyTo: 'question', sender: 'Coder' }))
  expect(known.replyTo(question)).toMatchObject({ who: 'Coder', file: 'boss/a3.json' })
})

test('a result that asks back is no answer, and a later one is', () => {
  const known = new KnownMail()
  known.learnOutcome('m', 'asked')
  expect(known.isUndone('m')).toBe(true)
  known.learnOutcome('m', 'answered')
  expect(known.isUndone('m')).toBe(false)
})

test('nobody answers for the owner of a mailbox', () => {
  const known = new KnownMail()
  known.learn(stored('a1', { replyTo: 'question' }))
  expect(known.isAnswered('coder', 'question')).toBe(false)
  known.learn(stored('a2', { replyTo: 'question', sender: 'coder' }))
  expect(known.isAnswered('Coder', 'question')).toBe(true)
})

test('one id in any number of files takes no more room than other mail under an odd name', () => {
  const known = new KnownMail(20)
  for (let n = 0; n < 100; n++) known.learn(stored('same', {}, `odd-${n}.json`))
  expect(known.idOf('inbox/boss/odd-5.json')).toBe('same')
  expect(known.idOf('inbox/boss/odd-50.json')).toBe('odd-50')
  // Its place makes room once its file is gone.
  known.forget('inbox/boss/odd-5.json', 'boss')
  known.learn(stored('other', {}, 'odd.json'))
  expect(known.pathOf('boss', 'other')).toBe('inbox/boss/odd.json')
})
