import { expect } from '../app.ts'
import { addNetwork, test } from '../network.ts'
import { Composer } from '../pages/composer.ts'
import { dropMessage } from '../pages/inboxes-page.ts'

test.use({ chat: undefined })

test('a message that a link which was down did not send is sent again from Needs me; a result without a reference settles by the pair, and Reopen brings it back', async ({
  app,
  workspace,
  network,
}) => {
  const { page } = app
  const rows = page.getByRole('list', { name: 'Needs me' }).getByRole('article')
  await addNetwork(page, network.port)
  await network.join('coder')
  await page.keyboard.press('Control+2')
  await page.getByRole('treeitem', { name: /#general/ }).click()
  await network.ircd.close()
  const composer = new Composer(page)
  await composer.fill('coder', 'Use port 8080.')
  await composer.text.press('Control+Enter')
  await page.keyboard.press('Control+1')

  await test.step('while the link is down: work that is delivered without naming it', async () => {
    await dropMessage(workspace, 'coder', { id: 'msg_1', action: 'delegate_task', sender: 'planner', payload: 'Port the rate limiter' })
    const owed = page.getByRole('list', { name: 'Owed by others' }).getByRole('listitem')
    await expect(owed).toHaveCount(1)
    await expect(owed).toHaveAccessibleName(/^coder owes planner, Result: Port the rate limiter/)
    await dropMessage(workspace, 'planner', { id: 'msg_2', action: 'submit_result', sender: 'coder', payload: 'The limiter is ported.' })
    await expect(owed).toHaveCount(0)
    const closed = page.getByRole('list', { name: 'Closed today' }).getByRole('listitem')
    await expect(closed).toContainText('Port the rate limiter')
    await closed.getByRole('button', { name: /^Reopen/ }).click()
    await expect(owed).toHaveAccessibleName(/^coder owes planner, Result: Port the rate limiter/)
  })

  await expect(rows.filter({ hasText: 'Use port 8080.' })).toHaveAccessibleName(/^not sent, from coder/)
  await page.keyboard.press('Control+8')
  const link = page.getByRole('group', { name: 'local' })
  const joined = link.getByRole('button', { name: /^#general(?! not joined)/ })
  const again = link.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(joined).toHaveCount(0)
  await network.ircd.listen(network.port)
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
