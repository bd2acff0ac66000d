import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer]: first\n[reviewer-to-coder]: second\n[tester-to-coder]: third\n' })

test('the main task with the keyboard alone: read, answer, look elsewhere, return, and answer a question from Needs me', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const feed = new FeedPage(page)
  const keys = page.keyboard
  await expect(feed.row('third')).toBeVisible()
  await keys.press('k')
  await expect(feed.row('third')).toHaveAttribute('aria-current', 'true')
  await keys.press('k')
  await expect(feed.row('second')).toHaveAttribute('aria-current', 'true')
  await expect(feed.inspector).toContainText('[reviewer-to-coder]: second')
  await keys.press('r')
  await keys.type('answered by keys')
  await expect(page.getByLabel('Text that will be written')).toContainText('@ [coder]: answered by keys')
  await keys.press('Control+Enter')
  await expect(feed.row('answered by keys')).toBeVisible()
  expect(await new ChatFile(workspace).text()).toContain('[operator-to-reviewer] @ [coder]: answered by keys\n')
  await keys.press('Escape')
  await keys.press('Control+5')
  await expect(page.getByRole('table', { name: 'Agents' })).toBeVisible()
  await keys.press('Control+8')
  await expect(page.getByRole('heading', { name: 'Links' })).toBeVisible()
  await keys.press('Control+k')
  await keys.type('coder')
  await expect(page.getByRole('dialog').getByText('coder').first()).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.press('?')
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Message' }).getByText('Acknowledge')).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.press('Control+2')
  await expect(feed.row('answered by keys')).toBeVisible()

  await test.step('a question reaches Needs me, is answered by keys, and closes itself', async () => {
    new ChatFile(workspace).append('[reviewer-to-operator]: Keep 15, or match it?\n')
    const rail = page.getByRole('navigation', { name: 'Views' })
    await expect(rail.getByRole('button', { name: 'Needs me, 1' })).toBeVisible()
    await expect(page).toHaveTitle(/^\(1\) /)
    await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('Keep 15, or match it?')
    await keys.press('n')
    const row = page.getByRole('article', { name: /^question, from reviewer/ })
    await expect(row).toBeFocused()
    await keys.press('r')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await keys.type('Match it.')
    await keys.press('Control+Enter')
    await expect(rail.getByRole('button', { name: 'Needs me', exact: true })).toBeVisible()
    expect(await new ChatFile(workspace).text()).toContain('Match it.\n')
    await keys.press('Escape')
    await keys.press('Control+1')
    await expect(page.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Closed today' })).toContainText('you answered')
  })
})
