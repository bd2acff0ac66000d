import { expect } from '../app.ts'
import { addNetwork, test } from '../network.ts'
import { Composer } from '../pages/composer.ts'
import { dropMessage } from '../pages/inboxes-page.ts'

test.use({ chat: undefined })

test('a task that nobody takes is assigned; a message that a link which was down did not send is sent again; a result without a reference settles by the pair, and Reopen brings it back', async ({
  app,
  workspace,
  network,
}) => {
  const { page } = app
  const rows = page.getByRole('list', { name: 'Needs me' }).getByRole('article')
  const owed = page.getByRole('list', { name: 'Owed by others' }).getByRole('listitem')
  await addNetwork(page, network.port)
  const coder = await network.join('coder')

  await test.step('a task that nobody takes needs the operator until it is assigned', async () => {
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: 'Limits' }).click()
    const limit = page.getByRole('textbox', { name: /^Task that nobody took/ })
    await limit.fill('0.02')
    await limit.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const planner = await network.join('planner')
    const task = planner.envelope('#general', 'task.create', { title: 'Write the changelog' }, ['@workers'])
    const orphan = rows.filter({ hasText: 'Write the changelog' })
    await expect(orphan.getByRole('group', { name: 'Reach' })).toContainText('0 now')
    await orphan.getByRole('button', { name: /^Assign/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign' })
    await dialog.getByRole('combobox', { name: 'To' }).fill('coder')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Needs me', exact: true })).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(orphan).toHaveCount(0)
    await expect(owed).toHaveAccessibleName(/^coder owes planner, Result: Write the changelog/)
    coder.envelope('#general', 'task.complete', { task_id: task })
    await expect(owed).toHaveCount(0)
  })
  await page.keyboard.press('Control+2')
  await page.getByRole('treeitem', { name: /#general/ }).click()
  await network.ircd.close()
  const composer = new Composer(page)
  await composer.fill('coder', 'Use port 8080.')
  await composer.text.press('Control+Enter')
  await page.keyboard.press('Control+1')

  await test.step('while the link is down: work that is delivered without naming it', async () => {
    await dropMessage(workspace, 'coder', { id: 'msg_1', action: 'delegate_task', sender: 'planner', payload: 'Port the rate limiter' })
    await expect(owed).toHaveCount(1)
    await expect(owed).toHaveAccessibleName(/^coder owes planner, Result: Port the rate limiter/)
    await dropMessage(workspace, 'planner', { id: 'msg_2', action: 'submit_result', sender: 'coder', payload: 'The limiter is ported.' })
    await expect(owed).toHaveCount(0)
    const closed = page.getByRole('list', { name: 'Closed today' }).getByRole('listitem').filter({ hasText: 'rate limiter' })
    await expect(closed).toContainText('Port the rate limiter')
    await closed.getByRole('button', { name: /^Reopen/ }).click()
    await expect(owed).toHaveAccessibleName(/^coder owes planner, Result: Port the rate limiter/)
  })

  await expect(rows.filter({ hasText: 'Use port 8080.' })).toHaveAccessibleName(/^not sent, to coder/)
  await page.keyboard.press('Control+8')
  const link = page.getByRole('group', { name: 'local' })
  const joined = link.getByRole('button', { name: /^#general(?! not joined)/ })
  const again = link.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(joined).toHaveCount(0)
  await network.startAnother()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }) // it also tries by itself
    await expect(joined).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Control+1')
  const unsent = page.getByRole('article', { name: /^not sent/ })
  await unsent.getByRole('button', { name: /^Send again/ }).click()
  await expect(unsent).toHaveAccessibleName(/closed$/)
  // What the server did not replay is missing until the operator has seen that.
  await expect(page.getByRole('button', { name: 'Needs me, 1' })).toBeVisible()
})
