import { expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { openUnusable } from './unusable.ts'

const event = (source: string, kind: 'fault' | 'message', supersedes?: string): Event =>
  ({ source, body: { kind }, ...(supersedes !== undefined && { supersedes }) }) as Event

test('counts by link what could not be used, and looks again only where that may have changed', () => {
  let stored = [event('chat', 'fault'), event('chat', 'fault'), event('irc', 'fault')]
  let pages = 0
  const journal = {
    page: ({ filter }: { readonly filter: { readonly source?: string } }) => {
      pages++
      const events = stored.filter(({ source }) => filter.source === undefined || source === filter.source)
      return { events, hasBefore: false, hasAfter: false }
    },
  }
  const unusable = openUnusable(journal, 'w')
  expect(unusable.counts()).toEqual({ chat: 2, irc: 1 })
  const before = pages
  unusable.apply(event('chat', 'message'))
  expect(unusable.counts()).toEqual({ chat: 2, irc: 1 })
  expect(pages).toBe(before)
  stored = stored.slice(1, 2)
  unusable.apply(event('chat', 'message', 'the torn line'))
  unusable.apply(event('irc', 'fault'))
  expect(unusable.counts()).toEqual({ chat: 1 })
})
