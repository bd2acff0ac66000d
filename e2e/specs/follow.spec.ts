import { expect, test } from '../app.ts'
import { chatLines, ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: chatLines(300) })

test('scrolling up pauses; what comes is counted; Space goes on', async ({ app, workspace }) => {
  const { page } = app
  const feed = new FeedPage(page)
  await expect(feed.row('message number 300')).toBeVisible()
  await feed.feed.hover()
  await page.mouse.wheel(0, -2_000)
  await expect(feed.following).toHaveText(/Paused/)
  const seen = await feed.rows.first().textContent()
  new ChatFile(workspace).append(chatLines(3, 301))
  await expect(page.getByRole('button', { name: /3 new/ })).toBeVisible()
  expect(await feed.rows.first().textContent()).toBe(seen)
  await page.keyboard.press('Space')
  await expect(feed.row('message number 303')).toBeVisible()
  await expect(feed.following).toHaveText(/Following/)
})

test('every loaded line can be reached by scrolling up', async ({ app }) => {
  const { page } = app
  const feed = new FeedPage(page)
  await expect(feed.row('message number 300')).toBeVisible()
  await feed.feed.hover()
  await expect(async () => {
    await page.mouse.wheel(0, -5_000)
    await expect(page.getByText('message number 1', { exact: true })).toBeVisible({ timeout: 200 })
  }).toPass()
})
