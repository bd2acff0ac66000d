import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'

const views: Record<string, (page: Page) => Promise<void>> = {
  feed: (page) => new FeedPage(page).row('second').click(),
  board: (page) => page.keyboard.press('Control+2'),
  agents: (page) => page.keyboard.press('Control+3'),
  inboxes: (page) => page.keyboard.press('Control+4'),
  paste: (page) => page.keyboard.press('Control+5'),
  links: (page) => page.keyboard.press('Control+6'),
  settings: (page) =>
    page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /Settings/ })
      .click(),
  palette: (page) => page.keyboard.press('Control+k'),
  search: (page) => page.keyboard.press('/'),
  shortcuts: (page) => page.keyboard.press('?'),
}

test.use({ chat: '[coder-to-reviewer]: first **bold** `code`\n[reviewer-to-coder]: second [link](https://example.org)\n' })

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in any view, ${theme}`, async ({ app }) => {
    const { page } = app
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(new FeedPage(page).row('second')).toBeVisible()
    for (const [name, open] of Object.entries(views)) {
      await test.step(name, async () => {
        await open(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`)).toEqual([])
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
  })
}
