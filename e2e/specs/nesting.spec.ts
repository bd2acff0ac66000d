import type { Page } from '@playwright/test'
import { expect } from '../app.ts'
import { callTool, connectAgent } from '../mcp-client.ts'
import { addNetwork, test } from '../network.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { InboxesPage } from '../pages/inboxes-page.ts'

/** Texts that nest as deep as they are long, by name. */
const nested: { readonly [name: string]: (length: number) => string } = {
  quotes: (length) => '>'.repeat(length),
  numbers: (length) => '1. '.repeat(length / 3),
  'quoted items': (length) => '> - '.repeat(length / 4),
  pluses: (length) => '+ '.repeat(length / 2),
  stars: (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
}
const names = Object.keys(nested)
const text = (protocol: string, name: string, length: number): string => `${nested[name]?.(length)} ${protocol} ${name}`

const formatted = '**AT&amp;T** &lt;b&gt; last one'
test.use({
  chat: `${names.map((name) => `[coder-to-reviewer]: ${text('chat', name, 2_400)}\n`).join('')}[coder-to-reviewer]: ${formatted}\n`,
})

test('a message that nests too deeply to draw is shown as text, however it arrives, also after a reload (F23)', async ({
  app,
  workspace,
  network,
}) => {
  const { page } = app
  await expect(new FeedPage(page).row('AT&T <b> last one').getByText('AT&T', { exact: true }), 'entities are drawn').toHaveCSS(
    'font-weight',
    /[67]\d\d/,
  )
  await expectShown(page, 'chat')

  await addNetwork(page, network.port)
  const mallory = await network.join('mallory')
  for (const name of names) mallory.say('#general', text('irc', name, 360))
  await mallory.settle()
  await new InboxesPage(page).open()
  await page.getByRole('button', { name: 'Turn on MCP server', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('http://127.0.0.1:')
  const lead = await connectAgent(workspace, 'lead') // no role: one would open a question over the feed
  await connectAgent(workspace, 'coder').then((coder) => coder.close())
  const send = (payload: string) => callTool(lead, 'send_message', { action: 'status_update', recipient: 'coder', payload })
  for (const name of names) await send(text('mcp', name, 2_400))
  await page.keyboard.press('Control+2')
  await expectShown(page, 'mcp', 'irc', 'chat')

  await page.reload()
  await new FeedPage(page).open()
  await expectShown(page, 'mcp', 'irc', 'chat')

  // As long as a message may be, and more and more of it on the screen.
  await send(text('huge', 'quotes', 900_000))
  await lead.close()
  const feed = new FeedPage(page)
  const huge = feed.rows.filter({ has: page.getByRole('button', { name: /^Show more/ }) }).last()
  await huge.scrollIntoViewIfNeeded()
  const held = await heldFor(page, () => huge.getByRole('button', { name: /^Show more/ }).click())
  expect(held, 'CPU time of the page, s').toBeLessThan(3)
  await expect(huge.locator('.who'), 'who wrote a row that is taller than the screen').toBeInViewport()
  await page.keyboard.press('Control+5')
  await expect(page.getByRole('table', { name: 'Agents' })).toBeVisible()
})

/** Every nested text of these ways is in the feed or can be scrolled to. */
async function expectShown(page: Page, ...ways: readonly string[]): Promise<void> {
  const feed = new FeedPage(page)
  await expect(feed.rows.first()).toBeVisible()
  await feed.feed.hover()
  const missing = new Set(ways.flatMap((way) => names.map((name) => `${way} ${name}`)))
  await expect(async () => {
    const texts = await feed.rows.allTextContents()
    for (const text of missing) if (texts.filter((shown) => shown.includes(text)).length === 1) missing.delete(text)
    if (missing.size > 0) await page.mouse.wheel(0, -300)
    expect([...missing]).toEqual([])
  }).toPass({ intervals: [20] })
  await page.keyboard.press('Space')
}

/** CPU time that the page's thread spends while `job` runs, s. */
async function heldFor(page: Page, job: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await spent()
  await job()
  const held = (await spent()) - before
  await session.detach()
  return held
}
