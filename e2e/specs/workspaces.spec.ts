import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer]: in the first\n' })

test('two workspaces keep their messages apart, one opens again, and a page without the token sees neither', async ({
  app,
  browser,
  workspace,
}) => {
  const { page } = app
  const other = path.join(workspace, 'other')
  await mkdir(path.join(other, '.workplace'), { recursive: true })
  new ChatFile(other).append('[tester-to-coder]: in the second\n')
  await expect(new FeedPage(page).row('in the first')).toBeVisible()
  await page.keyboard.press('Control+o')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Folder' })
  await field.fill(other)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
  await new FeedPage(page).open()
  await expect(new FeedPage(page).row('in the second')).toBeVisible()
  await expect(new FeedPage(page).row('in the first')).toHaveCount(0)
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('menuitem', { name: new RegExp(path.basename(workspace)) }).click()
  await expect(page.getByRole('main')).toHaveAccessibleName('Needs me')
  await new FeedPage(page).open()
  await expect(new FeedPage(page).row('in the first')).toBeVisible()

  await test.step('a page without the token of this launch sees nothing', async () => {
    if (app.address === undefined) return // only the browser shell has one
    const stranger = await browser.newPage()
    await stranger.goto(app.address.replace(/#.*/, ''))
    await expect(stranger.getByRole('alert')).toContainText(/token|address/i)
    await expect(stranger.getByText('in the first')).toHaveCount(0)
    await stranger.close()
  })
})

test('a long name of a folder stays inside the settings and their dialogs', async ({ app, workspace }) => {
  const { page } = app
  const folder = path.join(workspace, 'n'.repeat(200))
  await mkdir(folder)
  await page.keyboard.press('Control+o')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Folder' })
  await field.fill(folder)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
  await page.keyboard.press('Control+,')
  const row = page.getByRole('group', { name: path.basename(folder) })
  const forget = row.getByRole('button', { name: 'Forget…' })
  const isBeside = await row.locator('b').evaluate((name) => name.scrollWidth <= (name.parentElement?.clientWidth ?? 0))
  expect(isBeside).toBe(true)
  await forget.click()
  const title = page.getByRole('dialog').getByRole('heading')
  expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
})
