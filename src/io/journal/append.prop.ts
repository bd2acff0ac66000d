import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { NewEvent } from '../../core/event.ts'
import type { Journal } from '../../core/journal.ts'
import { openConnection } from './connection.ts'
import { journalOn } from './open.ts'
import { comment, message, workspace } from '../../../test/fakes/journal.ts'
import { sized } from '../../../test/sizes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-append-'))
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
  rmSync(folder, { recursive: true, force: true })
})

/** Many cases share a file, each in its own workspace; a new file now and then keeps them quick. */
const casesPerFile = 500
let cases = 0
let journal: Journal
function freshWorkspace(): string {
  if (cases++ % casesPerFile === 0) {
    for (const close of closers.splice(0)) close()
    const opened = openConnection(path.join(folder, String(cases)))
    if (!opened.ok) throw new Error(opened.fault.message)
    // Power failures are irrelevant here, and there are thousands of small files.
    opened.value.db.pragma('synchronous = OFF')
    journal = journalOn(opened.value, { now: () => 1_000 })
    closers.push(() => journal.close())
  }
  const id = `w${cases}`
  journal.putWorkspace(workspace(id))
  return id
}

const tenYears = 10 * 365 * 24 * 3_600_000
const now = Date.UTC(2026, 10, 20)
const clock = fc.integer({ min: now - tenYears, max: now + tenYears })
const claim = fc.option(fc.oneof(clock, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 8.64e15, 0.5)), { nil: undefined })
const delivered = fc.array(fc.record({ line: fc.nat(5), ends: fc.boolean(), claim, clock }), { maxLength: 8 })

test('any order, repetition, split and clock stores each event once, in the order of its first arrival (F19)', () => {
  fc.assert(
    fc.property(delivered, (deliveries) => {
      const id = freshWorkspace()
      const stored: string[] = []
      let batch: NewEvent[] = []
      let sane = true
      for (const [index, { line, ends, claim, clock }] of deliveries.entries()) {
        batch.push({ ...(line % 3 === 0 ? message : comment)(`line ${line}`), ...(claim !== undefined && { claimedAt: claim }) })
        if (!ends && index < deliveries.length - 1) continue
        const fresh = journal.append({ workspace: id, source: id, protocol: 'chat', at: clock, events: batch })
        stored.push(...fresh.map((event) => event.wireId))
        sane &&= fresh.every(({ claimedAt = clock }) => claimedAt >= Date.UTC(2000, 0, 1) && claimedAt <= clock + 24 * 3_600_000)
        batch = []
      }
      const { events } = journal.page({ workspace: id, filter: { kinds: ['message', 'comment'] }, limit: 99 })
      const first = [...new Set(deliveries.map(({ line }) => `line ${line}`))]
      expect([sane, stored, events.map((event) => event.wireId), events.map((event) => event.seq)]).toEqual([
        true,
        first,
        first,
        first.map((_, index) => index + 1),
      ])
    }),
    { numRuns: sized(350) },
  )
})

interface Version {
  readonly wire: string
  readonly ord: number
  by?: Version
}
const step = fc.record({
  wire: fc.nat(7),
  supersedes: fc.option(fc.nat(7), { nil: undefined }),
  name: fc.constantFrom('ann', 'bob', 'Ann'),
})

test('replacements agree with a simple model, in pages, lanes and search', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 5 }), async (batches) => {
      const id = freshWorkspace()
      const known = new Map<number, Version & { readonly name: string }>()
      let next = 0
      for (const batch of batches) {
        for (const { wire, supersedes, name } of batch) {
          if (known.has(wire)) continue
          let old: Version | undefined = supersedes === undefined ? undefined : known.get(supersedes)
          while (old?.by) old = old.by
          const version = { wire: String(wire), ord: old?.ord ?? next++, name }
          if (old) old.by = version
          known.set(wire, version)
        }
        const events = batch.map(({ wire, supersedes, name }) =>
          message(String(wire), `word ${name}`, { from: name, ...(supersedes !== undefined && { supersedes: String(supersedes) }) }),
        )
        journal.append({ workspace: id, source: id, protocol: 'chat', at: 1, events })
      }
      const live = [...known.values()].filter((version) => version.by === undefined).toSorted((a, b) => a.ord - b.ord)
      const wires = live.map((version) => version.wire)
      const pageOf = (filter: Parameters<Journal['page']>[0]['filter']): string[] =>
        journal.page({ workspace: id, filter, limit: 99 }).events.map((event) => event.wireId)
      expect(pageOf({})).toEqual(wires)
      expect(pageOf({ conversation: `${id}|coder⇄reviewer` })).toEqual(wires)
      expect(pageOf({ names: [`${id}|ann`] })).toEqual(live.filter(({ name }) => name === 'ann').map(({ wire }) => wire))
      expect([...journal.replay(id, 0)].map((event) => event.wireId)).toEqual(wires)
      expect(journal.since(id, 0, 99).map((event) => event.wireId)).toEqual([...known.keys()].map(String))
      const found = await journal.search({ workspace: id, query: 'word', limit: 99, now: 0 })
      expect(found).toMatchObject({ ok: true, value: { total: live.length } })
      expect(found.ok && found.value.hits.map((hit) => hit.event.wireId)).toEqual(wires.toReversed())
    }),
    { numRuns: sized(60) },
  )
})
