import { sized } from '../../test/sizes.ts'
import { expect, test } from '../app.ts'
import { chatLines, ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

const lines = sized(20_000, 100_000)
test.use({ chat: chatLines(lines) })

test(`${lines.toLocaleString('en')} lines: the last are there, the feed follows, few rows are in the page`, async ({ app, workspace }) => {
  const feed = new FeedPage(app.page)
  await expect(feed.row(`message number ${lines}`)).toBeVisible()
  // How long the whole file takes depends on the machine: what has to happen is that the number above the feed goes on.
  const all = feed.head.getByText(`${lines.toLocaleString('en')} today`)
  for (let said = ''; !(await all.isVisible());) {
    const before = said
    await expect.poll(async () => (said = await feed.head.innerText())).not.toBe(before)
  }
  new ChatFile(workspace).append(chatLines(1, lines + 1))
  await expect(feed.row(`message number ${lines + 1}`)).toContainText(`chat.md:${lines + 1}`)
  expect(await feed.rows.count()).toBeLessThan(200)
})
