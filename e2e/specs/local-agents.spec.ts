import { shellWord } from '../../src/core/shell-word.ts'
import { agentScript } from '../agent-script.ts'
import { expect } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { LocalAgents } from '../pages/local-agents.ts'
import { test } from '../team.ts'

test('an agent of this machine is started after its exact command was shown, answers mentions, is stopped in mid-stream, and survives a crash', async ({
  app,
  workspace,
  team,
}) => {
  const { page } = app
  const jon = team.join('jon')
  await team.add(page)
  const locals = new LocalAgents(page)
  const file = await agentScript(workspace)
  const command = await locals.run('Coder', { program: process.execPath, args: [file, 'The field is renamed.'] })
  expect(command).toBe(`${shellWord(process.execPath)} ${shellWord(file)} 'The field is renamed.' < the prompt`)
  await locals.run('Counter', { program: process.execPath, args: [file, 'count'] })
  jon.say('@Coder rename the field')
  await page.keyboard.press('Control+2')
  const feed = new FeedPage(page)
  // A prompt has answers before it that are complete.
  await expect(feed.row('The field is renamed.')).not.toHaveAttribute('aria-busy')

  jon.say('@Counter how far?')
  await expect(feed.row('number 3')).toBeVisible()
  await page.keyboard.press('Control+5')
  await expect(locals.row('Counter')).toContainText('answering')
  await locals.row('Counter').getByRole('button', { name: 'Counter', exact: true }).click()
  await expect(page.getByText('characters so far')).toBeVisible()
  await page.keyboard.press('x')
  await expect(locals.row('Counter')).toContainText('failed')
  await expect(page.getByText(/2 messages before it/)).toBeVisible()
  await page.keyboard.press('Control+2')
  await expect(feed.row('stopped by the operator').first()).toBeVisible()

  await app.restart('kill')
  const again = app.page
  const open = (view: string) =>
    again
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: new RegExp(`^${view}`) })
      .click()
  await open('Agents')
  await expect(new LocalAgents(again).row('Coder')).toContainText('ready')
  await open('Links')
  await expect(again.getByRole('group', { name: 'harbour' }).getByRole('button', { name: /^Dock ?\d/ })).toBeVisible()
  jon.say('@Coder are you still there?')
  await open('Feed')
  await expect(new FeedPage(again).row('The field is renamed.')).toHaveCount(2)
  await open('Settings')
  await expect(again.getByText('Coder (Jaibber)').first()).toBeVisible()
})

test('three agents that answer each other stop at depth 3, and the feed says why', async ({ app, workspace, team }) => {
  const { page } = app
  const jon = team.join('jon')
  await team.add(page)
  const locals = new LocalAgents(page)
  const file = await agentScript(workspace)
  for (const [name, next] of [
    ['Coder', 'Reviewer'],
    ['Reviewer', 'Tester'],
    ['Tester', 'Coder'],
  ] as const) {
    await locals.run(name, { program: process.execPath, args: [file, `@${next} your turn`] })
  }
  jon.say('@Coder begin')
  await page.keyboard.press('Control+2')
  const feed = new FeedPage(page)
  await expect(feed.rows.filter({ hasText: /depth 3 reached/ })).toHaveCount(1)
  await expect(feed.rows.filter({ hasText: /depth 3 reached/ })).toContainText(/Coder → Reviewer → Tester/i)
  // Three answers, and why there is no fourth.
  await expect(feed.row('your turn')).toHaveCount(4)
})

test('a prompt that waits for a paste is copied, answered and published with keys alone; the next one follows', async ({
  app,
  team,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = app
  const jon = team.join('jon')
  await team.add(page)
  await expectNothingSerious(page, ['dark'])
  const locals = new LocalAgents(page)
  const keys = page.keyboard
  await locals.run('Oracle', 'paste')
  jon.say('@Oracle which of the two?')
  await expect(locals.row('Oracle')).toContainText('needs you')
  jon.say('@Oracle and why?')
  await expect(locals.row('Oracle')).toContainText('2')
  await expectNothingSerious(page)
  await keys.press('Control+k')
  await keys.type('Answer the oldest')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Oracle in Dock' })).toBeVisible()
  await expect(page.getByLabel('Prompt', { exact: true })).toContainText('which of the two?')
  await expectNothingSerious(page)
  await keys.press('Control+Shift+C')
  await expect(page.getByRole('status', { name: 'Done' })).toContainText('Prompt for Oracle copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('which of the two?')
  await page.evaluate(() => navigator.clipboard.writeText('The second one.'))
  await keys.press('Control+Shift+V')
  await expect(page.getByRole('textbox', { name: 'Answer of Oracle' })).toHaveValue('The second one.')
  await keys.press('Control+Enter')
  await expect(page.getByLabel('Prompt', { exact: true })).toContainText('and why?')
  await page.getByRole('button', { name: 'Decline…' }).focus()
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Decline this prompt?' })).toBeVisible()
  await keys.type('ask me tomorrow')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'No prompts waiting' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.press('Control+2')
  const feed = new FeedPage(page)
  await expect(feed.row('The second one.')).toBeVisible()
  await expect(feed.row('ask me tomorrow')).toBeVisible()
})
