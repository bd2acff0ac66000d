import { expect, test } from '../app.ts'
import { chatLines } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: `[scout-to-tester]: the needle is in the hay\n${chatLines(3_000)}` })

test('an invalid query is explained, and a match opens in its context, far above what is loaded', async ({ app }) => {
  const { page } = app
  const feed = new FeedPage(page)
  await expect(feed.row('message number 3000')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search messages' })
  await test.step('an invalid query is explained at the field', async () => {
    await page.keyboard.press('/')
    await field.fill('before:someday')
    await expect(page.getByRole('alert')).toContainText('before:')
  })
  await field.fill('from:scout needle')
  const hit = page.getByRole('listbox', { name: 'Messages' }).getByRole('option')
  await expect(hit).toHaveCount(1)
  await field.press('Enter')
  await expect(feed.row('the needle is in the hay')).toBeVisible()
  const columns = await feed.rows.locator('.t').evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().x)))
  expect(new Set(columns).size, 'rows whose columns are in line').toBe(1)
  await expect(feed.row('message number 2,').or(feed.row('message number 2')).first()).toBeVisible()
  await expect(feed.following).toHaveText(/Paused/)
  await page.keyboard.press('Space')
  await expect(feed.row('message number 3000')).toBeVisible()
})
