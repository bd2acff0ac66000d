import { expect, test } from '../app.ts'
import { chatLines, ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: chatLines(100_000) })

test('100,000 lines: the last are there, the feed follows, few rows are in the page', async ({ app, workspace }) => {
  const feed = new FeedPage(app.page)
  await expect(feed.row('message number 100000')).toBeVisible({ timeout: 30_000 })
  await expect(app.page.getByText('100,000 today')).toBeVisible({ timeout: 30_000 })
  new ChatFile(workspace).append(chatLines(1, 100_001))
  await expect(feed.row('message number 100001')).toContainText('chat.md:100001')
  expect(await feed.rows.count()).toBeLessThan(200)
})
