import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { detectors } from '../../src/core/stuck.ts'
import { loadProtocols } from '../../src/protocols/registry.ts'
import { followNeeds } from '../agents/needs-log.ts'
import { callValue } from '../fakes/calls.ts'
import { testEngine } from '../fakes/engine.ts'

/** How long the demo is watched, ms, in real time: its agents are programs of their own. */
const watchedMs = 2 * 60_000

test('two minutes of the demo ask for little, and nothing counts as stuck but the pair of its story (F28)', async ({ annotate }) => {
  const core = await testEngine({ protocols: await loadProtocols() })
  onTestFinished(() => core.stop())
  const { id } = await callValue(core.client, 'workspaces.demo', {})
  const lines: Readonly<Record<string, unknown>>[] = []
  const log = followNeeds(core.client, id, (line) => lines.push(line))
  await wait(watchedMs)
  const appeared = lines.flatMap(({ appears }) => (typeof appears === 'string' ? [appears] : []))
  expect(log.most()).toBeLessThanOrEqual(6)
  const stuck = appeared.filter((each) => detectors.some((detector) => detector === each))
  // The pair is the only thing in the scripts that a detector shows; it comes after the question to the operator and the reply that waits for review.
  expect(stuck).toEqual(['deadlock'])
  expect(lines.find(({ appears }) => appears === 'deadlock')).toMatchObject({ text: expect.stringContaining('parser') })
  for (const earlier of ['decide', 'review']) expect(appeared.indexOf(earlier)).toBeLessThan(appeared.indexOf('deadlock'))
  for (const each of ['decide', 'review']) expect(appeared).toContain(each)
  const asks = log.open().filter(({ row }) => row?.debtor === 'operator' && row.debt.kind !== 'decide')
  expect(asks.length).toBeLessThanOrEqual(4)
  await annotate(
    `two minutes of the demo: ${appeared.length} rows, at most ${log.most()} at a time, ${stuck.length} of them a detector’s`,
    'F28',
  )
}, 240_000)
