import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { Composer } from '../pages/composer.ts'
import { FeedPage } from '../pages/feed-page.ts'

const asked = '[coder-to-reviewer] @ [manager]: Which clock skew?\n'
test.use({ chat: asked })

test('an invalid name is refused; a message is previewed, written once and confirmed; one key acknowledges; a reply keeps the pair', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const feed = new FeedPage(page)
  const composer = new Composer(page)
  const chat = new ChatFile(workspace)
  await feed.answerName('mira')

  await test.step('an invalid name is refused at the field, and the text stays', async () => {
    await composer.fill('the coder', 'hello')
    await composer.send.click()
    await expect(composer.form.getByRole('alert')).toContainText(/the coder|letters/i)
    await expect(composer.text).toHaveValue('hello')
    expect(await chat.text()).toBe(asked)
  })

  await test.step('a message is previewed as its exact bytes, written once and confirmed', async () => {
    await composer.form.getByRole('button', { name: /^Remove the coder/ }).click()
    await composer.fill('coder', 'Keep 15 s\nand say so in the docs')
    await expect(composer.wire).toHaveText('[mira-to-coder]: Keep 15 s\n  and say so in the docs\n')
    await composer.text.press('Control+Enter')
    await expect(feed.row('Keep 15 s')).toContainText('chat.md:2')
    await expect(page.getByRole('list', { name: 'Unconfirmed messages' })).toHaveCount(0)
    await expect(composer.text).toHaveValue('')
    expect(await chat.text()).toBe(`${asked}[mira-to-coder]: Keep 15 s\n  and say so in the docs\n`)
  })

  await test.step('one key acknowledges in the wording of the specification', async () => {
    await feed.row('Which clock skew?').click()
    await page.keyboard.press('a')
    await expect(feed.row('Acknowledged — received')).toBeVisible()
    expect(await chat.text()).toContain('[mira-to-coder] @ [reviewer, manager]: Acknowledged — received\n')
  })

  await test.step('a reply keeps the pair', async () => {
    await feed.row('Which clock skew?').click()
    await page.keyboard.press('r')
    await composer.text.fill('Fifteen')
    await expect(composer.wire).toContainText('@ [reviewer]: Fifteen') // its parties come with an answer of the engine
    await page.keyboard.press('Control+Enter')
    await expect(feed.row('Fifteen')).toBeVisible()
    expect(await chat.text()).toContain('[mira-to-coder] @ [reviewer]: Fifteen\n')
  })
})

test('a text that was not sent is there after a reload, sealed in its tab, and two pages keep their own', async ({ app, context }) => {
  const { page } = app
  const composer = new Composer(page)
  await composer.fill('coder', 'Half a sen')
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(stored).toContain('patchbay.texts')
  if (app.address !== undefined) expect(await stored()).not.toContain('Half')

  await page.reload()
  await new FeedPage(page).open()
  await expect(composer.text).toHaveValue('Half a sen')
  await expect(composer.form.getByRole('button', { name: /^Remove coder/ })).toBeVisible()

  if (app.address === undefined) return
  const second = await context.newPage()
  await second.goto(app.address)
  await new FeedPage(second).open()
  const other = new Composer(second)
  await expect(other.text).toHaveValue('')
  await other.fill('coder', 'Another')
  await expect(other.wire).toContainText('Another')
  for (const each of [page, second]) {
    await each.reload()
    await new FeedPage(each).open()
  }
  await expect(composer.text).toHaveValue('Half a sen')
  await expect(other.text).toHaveValue('Another')
  await second.close()
})
