import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { sized } from '../../test/sizes.ts'
import { expect } from '../app.ts'
import { chatLines, ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { test } from '../team.ts'

test.use({ chat: chatLines(300) })

test('scrolling up pauses; new messages are counted; Space continues; every loaded line can be reached', async ({ app, workspace }) => {
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
  await expect(async () => {
    await page.mouse.wheel(0, -5_000)
    await expect(page.getByText('message number 1', { exact: true })).toBeVisible({ timeout: 200 })
  }).toPass()
})

test('without input the feed follows, and nothing on the screen stays unread', async ({ app, workspace, team }) => {
  const [linesPerSecond, seconds, answers] = [sized(50, 100), sized(3, 60), sized(12, 200)]
  test.setTimeout(300_000 + 5 * seconds * 1_000)
  const { page } = app
  const feed = new FeedPage(page)
  const chat = new ChatFile(workspace)

  // Messages that came while no page was open.
  await expect(feed.row('message number 300')).toBeVisible()
  await page.goto('about:blank')
  chat.append(chatLines(45, 301))
  await page.goBack()
  await feed.open()
  await expect(feed.row('message number 345')).toBeVisible()
  await expectFollowing(page)

  const docs = team.join('docs', 'writes the manual')
  await team.add(page)
  await page.keyboard.press('Control+2')
  await expectFollowing(page)
  await countPauses(page)
  const busy = sized(0, 1) === 1 ? spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : undefined
  try {
    const parent = docs.say('Please answer')
    const grown = Array.from({ length: answers }, async (_, index) => {
      await sleep((index / answers) * seconds * 1_000 * 0.6)
      const text = 'A line of the answer that grows and grows.\n'.repeat(2 + (index % 9))
      await docs.stream(text, parent, [])
    })
    let next = 346
    for (let tenth = 0; tenth < seconds * 10; tenth++) {
      chat.append(chatLines(linesPerSecond / 10, next))
      next += linesPerSecond / 10
      await sleep(100)
    }
    await Promise.all(grown)
    chat.append('[coder-to-reviewer]: the last of all\n')
  } finally {
    busy?.kill('SIGKILL')
  }
  await expect(feed.row('the last of all')).toBeInViewport()
  await expectFollowing(page)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'pauses') as unknown)).toBe(0)
})

/** The feed follows, shows its end, and nothing is unread. */
async function expectFollowing(page: Page): Promise<void> {
  const feed = new FeedPage(page)
  await expect(feed.following).toHaveText(/Following/)
  await expect(feed.rows.last()).toBeInViewport()
  await expect(feed.list.locator('[data-unread]')).toHaveCount(0)
}

/** Counts in `pauses` how often the page has ceased to follow. */
async function countPauses(page: Page): Promise<void> {
  await page.evaluate(() => {
    let pauses = 0
    Reflect.set(globalThis, 'pauses', pauses)
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Following')
    if (button === undefined) throw new Error('No button says Following')
    new MutationObserver(() => {
      if (button.getAttribute('aria-pressed') === 'false') Reflect.set(globalThis, 'pauses', ++pauses)
    }).observe(button, { attributes: true, attributeFilter: ['aria-pressed'] })
  })
}
