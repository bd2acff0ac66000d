import { expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import { openUnusable } from './unusable.ts'

const event = (source: string, kind: 'fault' | 'message', supersedes?: string): Event =>
  ({ source, body: { kind }, ...(supersedes !== undefined && { supersedes }) }) as Event

/** A journal of two links; `pages` counts how often it was read. */
function journalOf(stored: () => readonly Event[]) {
  const read = { pages: 0 }
  const journal = {
    page: ({ filter }: { readonly filter: { readonly source?: string } }) => {
      read.pages++
      const events = stored().filter(({ source }) => filter.source === undefined || source === filter.source)
      return { events: events.slice(-limits.unusable), hasBefore: false, hasAfter: false }
    },
    links: () => ['chat', 'irc'].map((id) => ({ id, workspace: 'w', protocol: 'fake', name: id, config: {}, enabled: true })),
  }
  return { journal, read }
}

test('counts each link by itself, also beside one whose faults would fill the page', () => {
  const stored = [event('irc', 'fault'), ...Array.from({ length: limits.unusable + 1 }, () => event('chat', 'fault'))]
  expect(openUnusable(journalOf(() => stored).journal, 'w').counts()).toEqual({ chat: limits.unusable, irc: 1 })
})

test('counts by link what could not be used, and looks again only where that may have changed', () => {
  let stored = [event('chat', 'fault'), event('chat', 'fault'), event('irc', 'fault')]
  const { journal, read } = journalOf(() => stored)
  const unusable = openUnusable(journal, 'w')
  expect(unusable.counts()).toEqual({ chat: 2, irc: 1 })
  const before = read.pages
  unusable.apply(event('chat', 'message'))
  expect(unusable.counts()).toEqual({ chat: 2, irc: 1 })
  expect(read.pages).toBe(before)
  stored = stored.slice(1, 2)
  unusable.apply(event('chat', 'message', 'the torn line'))
  unusable.apply(event('irc', 'fault'))
  expect(unusable.counts()).toEqual({ chat: 1 })
})
