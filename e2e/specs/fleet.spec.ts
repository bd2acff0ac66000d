import type { Page } from '@playwright/test'
import { expect } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { addNetwork, test } from '../network.ts'
import { FeedPage } from '../pages/feed-page.ts'

test('a network is added, an agent joins, a task for @workers moves and ends, and a restart knows all of it', async ({ app, network }) => {
  const { page } = app
  await addNetwork(page, network.port)
  const coder = await network.join('claude-site-a1b2c3d4')
  coder.envelope('#general', 'agent.hello', { runtime: 'claude-code', version: '1.2.3', type: 'worker' })
  await page.keyboard.press('Control+5')
  await expect(page.getByRole('table', { name: 'Agents' })).toContainText('claude-site-a1b2c3d4')

  await page.keyboard.press('Control+4')
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Run the regression suite')
  await dialog.getByRole('combobox', { name: 'To' }).fill('@workers')
  await dialog.getByRole('combobox', { name: 'To' }).press('Enter')
  await expect(dialog).toContainText('claude-site-a1b2c3d4')
  await expect(dialog).toContainText('"to":["@workers"]')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const column = (id: string) => page.locator(`[data-column="${id}"]`)
  await expect(column('proposed')).toContainText('Run the regression suite')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('created')
  const id = /"id":"(\w{26})"/.exec(await rawOfTask(page))?.[1] ?? ''
  coder.envelope('#general', 'task.update', { task_id: id, status: 'in_progress', assignee: coder.nick })
  await expect(column('working')).toContainText('Run the regression suite')
  coder.envelope('#general', 'task.complete', { task_id: id, summary: 'All green.' })
  await expect(column('working')).not.toContainText('Run the regression suite')
  await expect(column('done')).toHaveAccessibleName(/, 1 task, folded/)

  await app.restart('kill')
  await app.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /Board/ }).click()
  await expect(app.page.locator('[data-column="done"]')).toHaveAccessibleName(/, 1 task, folded/)
})

/** The Raw tab of the selected task. */
async function rawOfTask(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Raw' }).click()
  const raw = await page.getByLabel('Raw text').first().innerText()
  await page.getByRole('tab', { name: 'Task' }).click()
  return raw
}

test('a lost connection leaves a gap that shows what was recovered; a task with the keyboard alone, and nothing serious for axe', async ({
  app,
  network,
}) => {
  const { page } = app
  const keys = page.keyboard
  await addNetwork(page, network.port)

  await test.step('a lost connection leaves a gap that shows what was recovered, and nothing appears twice', async () => {
    const coder = await network.join('coder')
    coder.say('#general', 'before the cut')
    await page.keyboard.press('Control+2')
    const feed = new FeedPage(page)
    await expect(feed.row('before the cut')).toBeVisible()
    // Also with another nick: on a busy machine the one that tried the form may not have left yet.
    for (const client of network.ircd.clients) if (client.nick.startsWith('mira')) client.socket.destroy()
    coder.say('#general', 'while nobody listened')
    await expect(feed.row('while nobody listened')).toBeVisible()
    await expect(feed.rows.filter({ hasText: /connection|gap|down/i }).first()).toBeVisible()
    await expect(feed.row('before the cut')).toHaveCount(1)
    await expect(feed.row('while nobody listened')).toHaveCount(1)
  })

  // More names than the list under a field shows at once: it scrolls.
  for (let number = 10; number < 26; number++) (await network.join(`agent-${number}`)).say('#general', 'here')
  await keys.press('Control+4')
  await keys.press('t')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await expect(dialog).toBeVisible()
  await keys.type('By keys alone')
  for (const name of ['Details', 'Owner', 'To', 'Channel']) {
    await keys.press('Tab')
    await expect(dialog.getByLabel(name, { exact: true }).and(dialog.locator(':focus'))).toBeVisible()
  }
  // After the cut the channel may still be joining.
  await expect(dialog.getByLabel('Channel', { exact: true })).toHaveValue('#general')
  await keys.press('Control+Enter')
  await expect(page.locator('[data-column="proposed"]')).toHaveAccessibleName(/, 1 task/)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('created')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.press('l')
  await expect(page.locator('[data-column="assigned"]')).toHaveAccessibleName(/, 1 task/)
  await expectNothingSerious(page)
})
