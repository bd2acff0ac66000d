import { expect, test } from '../app.ts'
import { callTool, connectAgent } from '../mcp-client.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { InboxesPage } from '../pages/inboxes-page.ts'

test('two agents over MCP: their messages are in Inboxes with their ledger, in the feed and in search; a result without a reference settles its task', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const inboxes = new InboxesPage(page)
  await inboxes.open()
  await page.getByRole('button', { name: 'Turn on MCP server', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('http://127.0.0.1:')
  const lead = await connectAgent(workspace, 'lead', 'lead')
  await inboxes.makeLead('lead')
  const coder = await connectAgent(workspace, 'coder')
  try {
    const { id } = await callTool(lead, 'send_message', { action: 'delegate_task', recipient: 'coder', payload: 'Mend the parser' })
    await inboxes.choose('Mailboxes', 'coder')
    const row = inboxes.messages('coder').getByRole('button', { name: /Mend the parser/ })
    await expect(row.getByRole('img')).toHaveAccessibleName(/^written yes, delivered yes, read not yet/)
    await callTool(coder, 'read_message', { id })
    await callTool(coder, 'acknowledge_message', { id })
    await callTool(coder, 'send_message', { action: 'submit_result', recipient: 'lead', payload: 'The parser is whole', replyTo: id })
    await expect(row.getByRole('img')).toHaveAccessibleName(/^written yes, delivered yes, read yes, acked yes, answered yes/)
    await callTool(lead, 'send_message', { action: 'delegate_task', recipient: 'coder', payload: 'Measure the parser' })
    await callTool(coder, 'send_message', { action: 'submit_result', recipient: 'lead', payload: 'It takes 3 ms' })
  } finally {
    await Promise.all([lead.close(), coder.close()])
  }
  await test.step('the result settled the oldest task of the two, which can be opened again', async () => {
    await page.keyboard.press('Control+1')
    const reopen = page.getByRole('list', { name: 'Closed today' }).getByRole('button', { name: /^Reopen .*Measure the parser/ })
    await reopen.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Owed by others' })).toContainText('Measure the parser')
    await expect(reopen).toHaveCount(0)
  })
  await page.keyboard.press('Control+2')
  const feed = new FeedPage(page)
  await expect(feed.row('Mend the parser')).toBeVisible()
  await expect(feed.row('The parser is whole')).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search messages' }).fill('from:coder parser')
  const hits = page.getByRole('listbox', { name: 'Messages' }).getByRole('option')
  await expect(hits).toHaveCount(1)
  await expect(hits).toContainText('The parser is whole')
})
