import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer]: in the first\n' })

test('two workspaces keep their messages apart, and the last one opens again', async ({ app, workspace }) => {
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
})

test('a page without the token of this launch sees nothing', async ({ app, browser }) => {
  test.skip(app.address === undefined, 'only the browser shell has an address')
  await expect(new FeedPage(app.page).row('in the first')).toBeVisible()
  const stranger = await browser.newPage()
  await stranger.goto(String(app.address).replace(/#.*/, ''))
  await expect(stranger.getByRole('alert')).toContainText(/token|address/i)
  await expect(stranger.getByText('in the first')).toHaveCount(0)
  await stranger.close()
})
