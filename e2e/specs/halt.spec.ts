import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { agentScript } from '../agent-script.ts'
import { expect } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { callTool, connectAgent } from '../mcp-client.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { InboxesPage } from '../pages/inboxes-page.ts'
import { LocalAgents } from '../pages/local-agents.ts'
import { test } from '../team.ts'

test.use({ chat: '[coder-to-reviewer]: Which port?\n' })

const keys = 'Control+Shift+Period'

test('Halt with keys alone ends a program, refuses tools and says exactly what it showed; it outlives a kill, until Resume (F28)', async ({
  app,
  workspace,
  team,
}) => {
  const { page } = app
  const jon = team.join('jon')
  await team.add(page)
  const beat = path.join(workspace, 'beat')
  await new LocalAgents(page).run('Counter', { program: process.execPath, args: [await agentScript(workspace), 'count', beat] })
  const inboxes = new InboxesPage(page)
  await inboxes.open()
  await page.getByRole('button', { name: 'Turn on MCP server', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('http://127.0.0.1:')
  const coder = await connectAgent(workspace, 'coder')
  jon.say('@Counter how far?')
  await page.keyboard.press('Control+2')
  await expect(new FeedPage(page).row('number 3')).toBeVisible()

  const chat = () => readFile(path.join(workspace, '.workplace', 'chat.md'), 'utf8')
  const dialog = page.getByRole('alertdialog')
  const banner = page.getByRole('region', { name: 'Halt', exact: true })
  const shown = dialog.getByLabel('Exact text, .workplace/chat.md')

  await test.step('the preview', async () => {
    await page.keyboard.press(keys)
    await expect(dialog.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await expect(shown).toContainText('HALT')
    await expect(dialog.getByRole('table')).toContainText('Counter')
    await expect.poll(() => isStill(beat)).toBe(false)
    await expectNothingSerious(page)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(await chat()).not.toContain('HALT')
    await page.keyboard.press(keys)
    await expect(shown).toContainText('HALT')
  })

  const text = await shown.innerText()
  await test.step('Halt', async () => {
    await page.keyboard.press(keys)
    await expect(banner).toContainText('Halted')
    await expect.poll(() => isStill(beat)).toBe(true)
    await expect.poll(chat).toContain(text)
    const refused = await coder.callTool({
      name: 'send_message',
      arguments: { action: 'status_update', recipient: 'reviewer', payload: 'still here' },
    })
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused.content)).toContain('Halted by the operator')
    await callTool(coder, 'check_inbox', { agent: 'coder' })
    await expect(page.getByRole('list', { name: 'Refused since the halt' })).toContainText('send_message')
    await expect(page).toHaveTitle(/Halted/)
    await expectNothingSerious(page)
    await coder.close()
  })

  await test.step('still halted after a kill, and nothing is started or said again', async () => {
    const before = await chat()
    await app.restart('kill')
    await expect(app.page.getByRole('region', { name: 'Halt', exact: true })).toContainText('Halted')
    expect(await chat()).toBe(before)
  })

  await test.step('Resume', async () => {
    await app.page.keyboard.press(keys)
    const resume = app.page.getByRole('dialog', { name: 'Resume?' })
    await expect(resume.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await expect(resume.getByLabel('Exact text, .workplace/chat.md')).toContainText('RESUME')
    await expectNothingSerious(app.page)
    await app.page.keyboard.press(keys)
    await expect(resume).toBeVisible()
    await app.page.keyboard.press('Tab')
    await app.page.keyboard.press('Enter')
    await expect(app.page.getByRole('region', { name: 'Halt', exact: true })).toBeHidden()
    expect(await chat()).toMatch(/RESUME \w{4} — go on\./)
    await expect(app.page.getByRole('button', { name: 'HALT' })).toBeVisible()
  })
})

/** Whether the program writes its count no more. */
async function isStill(beat: string): Promise<boolean> {
  const before = await readFile(beat, 'utf8')
  await wait(500)
  return (await readFile(beat, 'utf8')) === before
}
