import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { bothThemes, expectNothingSerious } from '../axe.ts'
import { FeedPage } from '../pages/feed-page.ts'

const views: Record<string, (page: Page) => Promise<void>> = {
  feed: (page) => new FeedPage(page).row('second').click(),
  needs: (page) => page.keyboard.press('Control+1'),
  board: (page) => page.keyboard.press('Control+4'),
  agents: (page) => page.keyboard.press('Control+5'),
  inboxes: (page) => page.keyboard.press('Control+6'),
  paste: (page) => page.keyboard.press('Control+7'),
  links: (page) => page.keyboard.press('Control+8'),
  simulate: playAndStop,
  settings: (page) =>
    page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /Settings/ })
      .click(),
  palette: (page) => page.keyboard.press('Control+k'),
  search: (page) => page.keyboard.press('/'),
  shortcuts: (page) => page.keyboard.press('?'),
}

/** A simulation is checked while it runs, and after it was stopped. */
async function playAndStop(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Simulate')
  await page.getByRole('option', { name: 'Simulate', exact: true }).click()
  await page.getByRole('button', { name: /Happy path/ }).click()
  await page.getByRole('main', { name: 'Simulate' }).getByRole('button', { name: 'Run' }).click()
  const banner = page.getByRole('region', { name: 'Simulation' })
  await banner.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('region', { name: 'Where it is written' })).toContainText('127.0.0.1')
  await expectNothingSerious(page, bothThemes)
  await banner.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
}

test.use({ chat: '[coder-to-reviewer]: first **bold** `code`\n[reviewer-to-coder]: second [link](https://example.org)\n' })

/** In two tests, so that two browsers share the work. */
const halves = [Object.entries(views).slice(0, 6), Object.entries(views).slice(6)]

for (const half of halves) {
  test(`axe finds nothing serious, light and dark: ${half.map(([name]) => name).join(', ')}`, async ({ app }) => {
    const { page } = app
    await expect(new FeedPage(page).row('second')).toBeVisible()
    for (const [name, open] of half) {
      await test.step(name, async () => {
        await open(page)
        await expectNothingSerious(page, bothThemes)
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
  })
}

/** Where colours are forced, no ground and no shadow is drawn: whether something has an edge that others have not. */
async function expectEdge(selected: Locator): Promise<void> {
  await expect.poll(() => selected.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
}

test('in forced colours, what is selected differs from what is not', async ({ app }) => {
  const { page } = app
  await page.emulateMedia({ forcedColors: 'active' })
  const row = new FeedPage(page).row('second')
  await row.click()
  await expectEdge(row)
  await expectEdge(page.getByRole('tab', { selected: true }))
  await expect(page.getByRole('tab', { selected: false }).first()).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Control+k')
  await expectEdge(page.getByRole('dialog').getByRole('option', { selected: true }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('coder')
  await expectEdge(page.getByRole('dialog').getByRole('option', { selected: true }))
  await expect(page.getByRole('dialog').getByRole('option', { selected: false }).first()).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Escape')
})
