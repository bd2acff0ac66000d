import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hostileStrings } from '../../test/corpora/hostile-strings.ts'
import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { callTool, connectAgent } from '../mcp-client.ts'
import { dropMessage, InboxesPage, readBoardFile } from '../pages/inboxes-page.ts'

test('the server is switched on, a shell is started, and a lead’s text runs in it only after approval, once, also across a killed app', async ({
  app,
  workspace,
}) => {
  const inboxes = new InboxesPage(app.page)
  await inboxes.open()
  await expect(app.page.getByText('No mailboxes yet')).toBeVisible()
  await expect(access(path.join(workspace, '.switchboard'))).rejects.toThrow('ENOENT')
  await app.page.getByRole('button', { name: 'Turn on MCP server', exact: true }).click()
  await expect(app.page.getByRole('region', { name: 'Address' })).toContainText('http://127.0.0.1:')
  const token = (await readFile(path.join(workspace, '.switchboard', 'auth_token'), 'utf8')).trim()

  const lead = await connectAgent(workspace, 'lead', 'lead')
  try {
    await inboxes.makeLead('lead')
    await expect(app.page.getByRole('region', { name: 'Connected clients' })).toContainText('lead')
    await expect(app.page.getByRole('region', { name: 'Tool calls' })).toContainText('register_chat_agent')
    await expect(app.page.locator('body')).not.toContainText(token)

    await inboxes.choose('Terminals', 'Start shell…')
    await app.page.getByRole('textbox', { name: 'Name' }).fill('build')
    await app.page.getByRole('button', { name: 'Start shell', exact: true }).click()
    await expect(app.page.getByText(/shell running, process \d+/)).toBeVisible()
    const payload = 'echo \u202Edone > proof.txt && cat proof.txt'
    await callTool(lead, 'send_message', { action: 'execute', recipient: 'build', payload })
    const question = app.page.getByRole('dialog')
    await expect(question.locator('.ctrl')).toHaveText('U+202E')
    await expect(access(path.join(workspace, 'proof.txt'))).rejects.toThrow('ENOENT')
    await expect(question.getByRole('button', { name: 'Refuse' })).toBeFocused()
    await question.getByRole('button', { name: 'Approve once' }).click()
    await expect(question).toHaveCount(0)
    await expect(app.page.getByLabel('Output of build')).toContainText('done')
    await inboxes.choose('Mailboxes', 'lead')
    await expect(inboxes.messages('lead').getByRole('button', { name: /submit_result.*done/ })).toBeVisible()
    await app.page.keyboard.press('j')
    await expect(inboxes.inspector.getByRole('tab', { name: 'Thread 2' })).toBeVisible()
    await callTool(lead, 'send_message', { action: 'execute', recipient: 'build', payload: 'echo once >> waited.txt; cat waited.txt' })
    await expect(question).toContainText('echo once >> waited.txt')
  } finally {
    await lead.close()
  }

  await test.step('a text that waits for approval outlives a kill, and runs once', async () => {
    await app.restart('kill')
    const again = new InboxesPage(app.page)
    const question = app.page.getByRole('dialog')
    await expect(question).toContainText('echo once >> waited.txt')
    await expect(access(path.join(workspace, 'waited.txt'))).rejects.toThrow('ENOENT')
    await question.getByRole('button', { name: 'Approve once' }).click()
    const answers = (): Promise<string[]> => readdir(path.join(workspace, '.switchboard', 'inbox', 'lead')).catch(() => [])
    await expect.poll(async () => (await answers()).length).toBe(2)
    await again.open()
    await again.choose('Mailboxes', 'lead')
    await expect(again.messages('lead').getByRole('button', { name: /submit_result.*once/ })).toBeVisible()
    expect(await readFile(path.join(workspace, 'waited.txt'), 'utf8')).toBe('once\n')
  })
})

test('mail from files with the keyboard alone: read, acknowledged, answered; a dead letter redelivered; nothing serious for axe', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const keys = page.keyboard
  await dropMessage(workspace, 'operator', { id: 'msg_1_aaa', payload: 'Look at src/auth.rs' })
  await writeFile(path.join(workspace, '.switchboard', 'inbox', 'operator', 'msg_2_bbb.json'), '{ "id": "msg_2_bbb", "action": ')
  const inboxes = new InboxesPage(page)
  await expect(page.getByRole('button', { name: 'Inboxes', exact: true })).toBeEnabled()
  await keys.press('Control+6')
  const row = inboxes.messages('operator').getByRole('button', { name: /Look at src/ })
  await expect(row).toBeVisible()
  await keys.press('j')
  await expect(inboxes.inspector).toContainText('Viewing is read-only. Nothing changed on disk.')
  await expect(row.getByRole('img')).toHaveAccessibleName(/^written yes, delivered yes, read not yet/)
  expect(await readdir(path.join(workspace, '.switchboard'))).not.toContain('ledger')

  await keys.press('a')
  await expect(inboxes.messages('operator')).toContainText('Acknowledged')
  await keys.press('r')
  await expect(page.getByRole('dialog', { name: 'Reply to coder' })).toBeVisible()
  await keys.type('It is fine.')
  await expectNothingSerious(page)
  await keys.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(async () => (await readdir(path.join(workspace, '.switchboard', 'inbox', 'coder')).catch(() => [])).length).toBe(1)
  const [answer = ''] = await readdir(path.join(workspace, '.switchboard', 'inbox', 'coder'))
  expect(await readBoardFile(workspace, 'inbox', 'coder', answer)).toMatchObject({
    action: 'submit_result',
    sender: 'operator',
    payload: 'It is fine.',
    replyTo: 'msg_1_aaa',
  })

  await page.getByRole('button', { name: /^Edit copy of/ }).click()
  const copy = page.getByRole('textbox', { name: 'Copy' })
  await expect(copy).toHaveValue(/msg_2_bbb/)
  await copy.fill('{"id":"msg_2_ccc","action":"status_update","sender":"coder","recipient":"operator","payload":"Mended"}')
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click()
  await expect(inboxes.messages('operator').getByRole('button', { name: /Mended/ })).toBeVisible()

  for (const [section, name, theme] of [
    ['Mailboxes', 'you', 'dark'],
    ['Roster', /Everyone/, 'light'],
    ['Dead letters', /Not JSON/, 'light'],
    ['Workflows', /None running/, 'dark'],
    ['MCP server', /^O/, 'light'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one screen after the other
    await test.step(`${section}, ${theme}`, async () => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await inboxes.choose(section, name)
      await expectNothingSerious(page)
    })
  }
})

test('hostile text in messages and their names is shown and does nothing (F16)', async ({ app, workspace }) => {
  const { page } = app
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) requests.push(request.url())
  })
  page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`))
  const texts = hostileStrings.filter((text, index) => index % 6 === 0 && text.trim() !== '' && text.isWellFormed())
  await dropMessage(workspace, 'operator', {
    id: 'msg_9_zzz',
    action: texts.find((text) => text.includes('onerror'))?.slice(0, 60) ?? 'x',
    payload: `start of it ${texts.join('\n').slice(0, 60_000)}`,
    persona: texts.join('\n').slice(0, 20_000),
    metadata: Object.fromEntries(texts.slice(0, 40).map((text, index) => [`${index} ${text.slice(0, 100)}`, text])),
  })
  const inboxes = new InboxesPage(page)
  await inboxes.open()
  await inboxes
    .messages('operator')
    .getByRole('button', { name: /start of it/ })
    .click()
  await expect(inboxes.inspector).toContainText('Viewing is read-only. Nothing changed on disk.')
  await inboxes.inspector.getByText(/^Persona/).click()
  for (const tab of ['Raw', 'Ledger', 'Lint', 'Thread']) {
    // oxlint-disable-next-line no-await-in-loop -- one tab after the other
    await inboxes.inspector.getByRole('tab', { name: tab }).click()
  }
  await page.keyboard.press('f')
  await page.getByLabel('Agent', { exact: true }).fill('coder')
  await expect(page.getByLabel('File as written')).toContainText('start of it')
  expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
  expect(requests).toEqual([])
})

test('the head of a mailbox has its whole name; the path beside it gives way', async ({ app: { page }, workspace }) => {
  const name = 'integration-coordinator'
  await dropMessage(workspace, name, { id: 'msg_1_t', payload: 'x' })
  await page.setViewportSize({ width: 1200, height: 800 })
  const inboxes = new InboxesPage(page)
  await inboxes.open()
  await inboxes.choose('Mailboxes', name)
  const title = page.getByRole('heading', { level: 1, name })
  await expect(title).toBeVisible()
  const cut = await title.evaluate((each) => each.scrollWidth - each.clientWidth)
  expect(cut).toBe(0)
  await expect(page.getByRole('button', { name: `New message to ${name}` })).toBeInViewport({ ratio: 1 })
})
