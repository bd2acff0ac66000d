import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Locator } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from '../../e2e/shells/chromium.ts'
import { assetsDir } from '../../src/cli/check-shells.ts'
import { detectors } from '../../src/core/stuck.ts'
import { loadProtocols } from '../../src/protocols/registry.ts'
import { startBrowserShell } from '../../src/server/browser-shell.ts'
import { followNeeds } from '../agents/needs-log.ts'
import { callValue } from '../fakes/calls.ts'
import { testEngine } from '../fakes/engine.ts'
import { valueOf } from '../fakes/value-of.ts'

/** How long the demo is watched, ms, in real time: its agents are programs of their own. */
const watchedMs = 2 * 60_000
/** How often the rows on the screen are counted, ms. */
const lookMs = 500
const mostRows = 6
const ignore = (): void => undefined

test('two minutes of the demo ask for little, and nothing counts as stuck but the pair of its story (F28)', async ({ annotate }) => {
  const core = await testEngine({ protocols: await loadProtocols() })
  onTestFinished(() => core.stop())
  const { id } = await callValue(core.client, 'workspaces.demo', {})
  const lines: Readonly<Record<string, unknown>>[] = []
  const log = followNeeds(core.client, id, (line) => lines.push(line))
  const { page, needs, stuck: stuckRows } = await openNeeds(core)
  const until = performance.now() + watchedMs
  let mostShown = 0
  const stuckShown = new Set<string>()
  while (performance.now() < until) {
    await wait(lookMs)
    const shown = await needs.count()
    const labels = await labelsOf(stuckRows)
    mostShown = Math.max(mostShown, shown + labels.length)
    for (const label of labels) stuckShown.add(label.split(',')[0] ?? '')
  }
  const appeared = lines.flatMap(({ appears }) => (typeof appears === 'string' ? [appears] : []))
  expect(log.most()).toBeLessThanOrEqual(mostRows)
  expect(mostShown).toBeLessThanOrEqual(mostRows)
  const stuck = appeared.filter((each) => detectors.some((detector) => detector === each))
  // The pair is the only thing in the scripts that a detector shows; it comes after the question to the operator and the reply that waits for review.
  expect(stuck).toEqual(['deadlock'])
  expect([...stuckShown]).toEqual(['deadlock'])
  expect(lines.find(({ appears }) => appears === 'deadlock')).toMatchObject({ text: expect.stringContaining('parser') })
  for (const earlier of ['decide', 'review']) expect(appeared.indexOf(earlier)).toBeLessThan(appeared.indexOf('deadlock'))
  for (const each of ['decide', 'review']) expect(appeared).toContain(each)
  const asks = log.open().filter(({ row }) => row?.debtor === 'operator' && row.debt.kind !== 'decide')
  expect(asks.length).toBeLessThanOrEqual(4)
  // The page and the engine say the same, whenever both are looked at.
  await expect.poll(async () => (await needs.count()) + (await stuckRows.count()) - log.open().length, { timeout: 30_000 }).toBe(0)
  await expect.poll(async () => (await page.title()).startsWith(`(${log.open().length}) `), { timeout: 30_000 }).toBe(true)
  await annotate(
    `two minutes of the demo: ${appeared.length} rows, at most ${log.most()} at a time and ${mostShown} on the screen, ${stuck.length} of them a detector’s`,
    'F28',
  )
}, 300_000)

/** A page of this engine that shows *Needs me*, and its rows. */
async function openNeeds({ engine }: Awaited<ReturnType<typeof testEngine>>) {
  const shell = valueOf(await startBrowserShell({ server: engine.server, assetsDir, port: 0, log: ignore }))
  onTestFinished(() => shell.close())
  const browser = await chromium.launch(await findChromium())
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(shell.address)
  await page.getByRole('heading', { name: 'Needs me' }).waitFor()
  const rowsOf = (name: string): Locator => page.getByRole('list', { name, exact: true }).getByRole('article')
  return { page, needs: rowsOf('Needs me'), stuck: rowsOf('Stuck') }
}

function labelsOf(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))
}
