import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../../../test/sizes.ts'
import type { Journal } from '../../core/journal.ts'
import { openArchiveSteps } from './archive-steps.ts'
import { writeArchive } from './archive-write.ts'
import { openConnection } from './connection.ts'
import { openContents } from './contents.ts'
import { journalOn } from './open.ts'
import { append, comment, message, workspace } from '../../../test/fakes/journal.ts'

const months = ['2026-01', '2026-02', '2026-03'] as const
const now = Date.UTC(2026, 3, 1)
const words = ['fix', 'parser', 'review', 'naïve', '测试']

/** A message, a line, or a version of one of the messages before it; `many` makes one step of an archive too few. */
const arrival = fc.record({
  month: fc.nat(months.length - 1),
  kind: fc.constantFrom('message', 'message', 'comment', 'version', 'many'),
  word: fc.nat(words.length - 1),
  day: fc.integer({ min: 1, max: 28 }),
})
const operation = fc.record({ month: fc.nat(months.length - 1), isMove: fc.boolean() })

interface Case {
  readonly arrivals: readonly { month: number; kind: string; word: number; day: number }[]
  readonly operations: readonly { month: number; isMove: boolean }[]
}

/** Everything that pages and searches answer, whatever is in archives. */
async function answers(journal: Journal): Promise<unknown> {
  const page = (more: object): unknown => journal.page({ workspace: 'w', filter: {}, limit: 7, ...more })
  const search = (query: string): unknown => journal.search({ workspace: 'w', query, limit: 20, now })
  return {
    pages: [page({}), page({ before: 20 }), page({ after: 3 }), page({ around: 9 }), page({ filter: { names: ['chat|coder'] } })],
    searches: await Promise.all(
      ['fix', '"fix parser"', '测', 'before:2026-02-10 review', 'after:2026-02-10', 'from:coder naïve'].map(search),
    ),
    since: journal.since('w', 0, 1_000),
    replay: [...journal.replay('w', 0)],
  }
}

function fill(journal: Journal, arrivals: Case['arrivals']): void {
  journal.putWorkspace(workspace('w'))
  const last: string[] = []
  for (const [index, { month, kind, word, day }] of arrivals.entries()) {
    const at = Date.UTC(2026, month, day)
    const text = `${words[word] ?? ''} ${words[(word + 1) % words.length] ?? ''} ${index}`
    const before = last.at(-1)
    const version = kind === 'version' && before !== undefined ? { supersedes: before } : {}
    if (kind !== 'comment') last.push(`e${index}`)
    append(journal, [kind === 'comment' ? comment(`e${index}`) : message(`e${index}`, text, version)], { at })
    if (kind === 'many')
      append(
        journal,
        Array.from({ length: 60 }, (_, number) => message(`e${index}.${number}`, `${text} ${number}`)),
        { at },
      )
  }
}

/** Moves months and brings them back as the case says. Compares the answers after each step of it. */
async function check(dataDir: string, { arrivals, operations }: Case): Promise<void> {
  const opened = openConnection(dataDir)
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const journal = journalOn(opened.value, { now: () => now })
  const contents = openContents(dataDir)
  const steps = openArchiveSteps(opened.value, contents)
  try {
    fill(journal, arrivals)
    const expected = await answers(journal)
    for (const { month, isMove } of operations) {
      const name = months[month] ?? ''
      if (isMove) {
        const written = await writeArchive(dataDir, name)
        if (!written.ok) throw new Error(written.fault.message)
        if (written.value === undefined) continue
        db.prepare("INSERT INTO archives (file, month, state) VALUES (?, ?, 'moving')").run(written.value.file, name)
      } else db.prepare("UPDATE archives SET state = 'returning', done = 0 WHERE month = ?").run(name)
      while (steps.step()) expect(await answers(journal)).toEqual(expected)
      expect(await answers(journal)).toEqual(expected)
    }
    expect(journal.health().integrity).toBe('ok')
  } finally {
    contents.close()
    journal.close()
  }
}

test('whatever arrived in which month, pages and searches answer the same before, while and after months are moved and brought back (F26)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-archives-'))
  let cases = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          arrivals: fc.array(arrival, { minLength: 1, maxLength: 25 }),
          operations: fc.array(operation, { minLength: 1, maxLength: 5 }),
        }),
        (each) => check(path.join(folder, String(cases++)), each),
      ),
      { numRuns: sized(6, 2_000) },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}, 600_000)
