import { expect, it } from 'vitest'
import { mail } from '../../../../test/fakes/mail.ts'
import type { MailboxChange, StoredMessage } from '../files/mailbox-types.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { MailFacts, mostLoose } from './mail-facts.ts'
import { MailIndex, mostEmpty, mostGone } from './mail-index.ts'

function open(): MailIndex {
  const index = new MailIndex(() => new Map())
  index.apply({ kind: 'ready' })
  return index
}

function stored(message: SwitchboardMessage): StoredMessage {
  const file = `.switchboard/inbox/${message.recipient}/${message.id}.json`
  return { box: 'inbox', agent: message.recipient, file, message, text: '', modifiedAt: 1 }
}
const found = (message: SwitchboardMessage): MailboxChange => ({ kind: 'message', stored: stored(message), earlier: false })
const gone = (message: SwitchboardMessage): MailboxChange => {
  const { agent, file } = stored(message)
  return { kind: 'gone', box: 'inbox', agent, id: message.id, file }
}
const mark = (agent: string, id: string): MailboxChange => ({ kind: 'mark', agent, id, stage: 'read', file: '' })

it('forgets what was said of messages that are gone, the oldest first, and nothing of those that are here', () => {
  const index = open()
  const [here, first] = [mail(1), mail(2)]
  for (const change of [found(here), mark('coder', here.id), found(first), mark('coder', first.id), gone(first)]) index.apply(change)
  for (let at = 0; at < 3 * mostLoose; at++) index.apply(mark('coder', `gone-${at}`))
  const last = mail(3, { id: `gone-${3 * mostLoose - 1}` })
  for (const one of [first, last]) index.apply(found(one))
  expect(index.list('coder', 'read', 0).map(({ id }) => id)).toEqual([here.id, last.id])
  expect(index.list('coder', 'new', 0).map(({ id }) => id)).toEqual([first.id])
})

it('keeps an answer as long as it is here', () => {
  const index = open()
  const asked = mail(1)
  const answer = mail(2, { recipient: 'lead', sender: 'coder', replyTo: asked.id })
  for (const one of [asked, answer]) index.apply(found(one))
  for (let at = 10; at < 10 + 3 * mostLoose; at++) {
    const one = mail(at, { recipient: 'lead', sender: 'coder', replyTo: `gone-${at}` })
    for (const change of [found(one), gone(one)]) index.apply(change)
  }
  expect(index.answersTo(asked.id).map(({ id }) => id)).toEqual([answer.id])
  expect(index.list('coder', 'done', 0).map(({ id }) => id)).toEqual([asked.id])
})

it('keeps facts about messages that are here, however many, and few others', () => {
  const facts = new MailFacts<true>((key) => key.startsWith('here'))
  facts.ready()
  for (let at = 0; at < 3 * mostLoose; at++) facts.set(`here-${at}`, true)
  for (let at = 0; at < 5 * mostLoose; at++) facts.set(`gone-${at}`, true)
  expect(facts.get('here-0')).toBe(true)
  expect(facts.get(`gone-${5 * mostLoose - 1}`)).toBe(true)
  expect(facts.size).toBeGreaterThanOrEqual(4 * mostLoose)
  expect(facts.size).toBeLessThanOrEqual(5 * mostLoose)
})

it('keeps what was said of messages that were not found yet, until all folders were read', () => {
  const facts = new MailFacts<true>(() => false)
  for (let at = 0; at < 3 * mostLoose; at++) facts.set(`late-${at}`, true)
  expect(facts.size).toBe(3 * mostLoose)
  facts.ready()
  facts.set('one more', true)
  expect(facts.size).toBe(mostLoose)
})

it('forgets mailboxes that are empty, the one that was emptied first at first', () => {
  const index = open()
  index.apply(found(mail(1)))
  for (let at = 2; at < 2 + 3 * mostEmpty; at++) {
    const one = mail(at, { recipient: `visitor-${at}` })
    index.apply(found(one))
    index.apply(gone(one))
  }
  expect(index.keys()).toHaveLength(mostEmpty + 1)
  expect(index.keys()).toEqual(expect.arrayContaining(['coder', `visitor-${1 + 3 * mostEmpty}`]))
})

it('keeps so many refused messages whose files are gone, the newest of those who have the most, and all of the others', () => {
  const index = open()
  const theirs = mail(1, { recipient: 'boss' })
  index.keepGone(stored(theirs))
  const [here, back] = [mail(2), mail(3)]
  index.apply(found(here))
  for (const one of [here, back]) index.keepGone(stored(one))
  index.apply(found(back)) // its file is there again
  for (let at = 10; at < 10 + 2 * mostGone; at++) index.keepGone(stored(mail(at)))
  expect(index.count()).toBe(mostGone + 2)
  for (const one of [theirs, here, back, mail(9 + 2 * mostGone)]) expect(index.get(one.recipient, one.id)).toBeDefined()
  expect(index.get('coder', mail(10).id)).toBeUndefined()
})
