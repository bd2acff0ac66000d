import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { ChatFile } from '../chat-file.ts'
import { callTool, connectAgent } from '../mcp-client.ts'

test.use({ view: 'needs', chat: '[coder-to-reviewer]: nothing to ask\n' })

test('a ring over two links is answered for one of them, and a pair that only thanks each other is muted', async ({ app, workspace }) => {
  const { page } = app
  const chat = new ChatFile(workspace)
  const rows = page.getByRole('list', { name: 'Stuck' }).getByRole('article')

  await test.step('a ring counts after three seconds', async () => {
    await page.getByRole('button', { name: 'Limits' }).click()
    await page.getByRole('textbox', { name: /^Deadlock/ }).fill('0.05')
    await page.getByRole('textbox', { name: /^Deadlock/ }).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('two who ask each other on chat and in mailboxes wait in a ring', async () => {
    await page.keyboard.press('Control+6')
    await page.getByRole('button', { name: 'Turn on MCP server', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('http://127.0.0.1:')
    const reviewer = await connectAgent(workspace, 'reviewer')
    const coder = await connectAgent(workspace, 'coder')
    try {
      chat.append('[coder-to-reviewer]: Which claim carries the scope?\n')
      await callTool(reviewer, 'send_message', { action: 'request_review', recipient: 'coder', payload: 'The rate table for /token' })
    } finally {
      await Promise.all([reviewer.close(), coder.close()])
    }
    await page.keyboard.press('Control+1')
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toHaveAccessibleName(/^deadlock/)
    await expect(page.getByRole('contentinfo').getByRole('button', { name: /1 stuck/ })).toBeVisible()
  })

  const dialog = page.getByRole('dialog', { name: 'Who waits for whom' })
  await test.step('the cheapest answer is chosen, and sent as the operator', async () => {
    await page.keyboard.press('w')
    await expect(dialog.getByRole('img')).toHaveAccessibleName(/^coder waits for reviewer.*; reviewer waits for coder$/)
    await expect(dialog.getByRole('list', { name: 'Waits' }).locator('[aria-current=true]')).toContainText('Which claim carries the scope?')
    await expectNothingSerious(page)
    await dialog.getByRole('button', { name: 'Nudge all 2' }).click()
    const texts = dialog.getByRole('list', { name: 'Reminders' })
    await expect(texts.getByLabel('Exact text to reviewer')).toContainText('[operator-to-reviewer]')
    await expect(texts.getByLabel('Exact text to coder')).toContainText('"recipient"')
    await expectNothingSerious(page)
    await page.keyboard.press('Escape')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('It is in scp.')
    await expect(dialog.getByLabel('Text that will be written')).toContainText('[operator-to-coder]')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => chat.text()).toContain('It is in scp.')
    await expect(dialog.getByRole('status')).toContainText('Resolved')
    await expect(dialog.getByRole('button', { name: /Send/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(0)
  })

  await test.step('whoever asks back keeps a review waiting, which is no ring', async () => {
    const tester = await connectAgent(workspace, 'tester')
    const docs = await connectAgent(workspace, 'docs')
    try {
      const review = await callTool(docs, 'send_message', { action: 'request_review', recipient: 'tester', payload: 'The table of limits' })
      const question = { action: 'status_update', recipient: 'docs', payload: 'Should a date work, too?', replyTo: review['id'] }
      await callTool(tester, 'send_message', question)
    } finally {
      await Promise.all([tester.close(), docs.close()])
    }
    await page.keyboard.press('w')
    const waits = dialog.getByRole('list', { name: 'Waits' })
    await expect(waits).toContainText('Should a date work, too?')
    await expect(dialog.getByRole('img')).toHaveAccessibleName(/tester waits for docs/)
    await expect(dialog.getByRole('img')).not.toHaveAccessibleName(/docs waits for tester/)
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(0)
  })

  await test.step('two who thank each other are a loop until the pair is muted', async () => {
    for (let round = 0; round < 3; round++) {
      chat.append('[ann-to-ben]: Thanks! Let me know if you need anything else.\n')
      chat.append('[ben-to-ann]: You are welcome, let me know if you need anything.\n')
    }
    await expect(rows).toHaveCount(1)
    await expect(rows.first().getByRole('list', { name: 'What they repeat' })).toContainText('You are welcome')
    await rows.first().getByRole('button', { name: 'Mute the pair 24 h' }).click()
    // The pointer is in the list: the row stays where it was, as closed.
    await expect(rows.first()).toHaveAccessibleName(/closed$/)
    await page.keyboard.press('Control+z')
    await expect(rows.first()).not.toHaveAccessibleName(/closed$/)
  })
})
