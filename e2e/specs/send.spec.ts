import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { Composer } from '../pages/composer.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer] @ [manager]: Which clock skew?\n' })

test('a message is previewed as its exact bytes, written once and confirmed', async ({ app, workspace }) => {
  const feed = new FeedPage(app.page)
  const composer = new Composer(app.page)
  await feed.answerName('mira')
  await composer.fill('coder', 'Keep 15 s\nand say so in the docs')
  await expect(composer.wire).toHaveText('[mira-to-coder]: Keep 15 s\n  and say so in the docs\n')
  await composer.text.press('Control+Enter')
  await expect(feed.row('Keep 15 s')).toContainText('chat.md:2')
  await expect(app.page.getByRole('list', { name: 'Unconfirmed messages' })).toHaveCount(0)
  await expect(composer.text).toHaveValue('')
  expect(await new ChatFile(workspace).text()).toBe(
    '[coder-to-reviewer] @ [manager]: Which clock skew?\n[mira-to-coder]: Keep 15 s\n  and say so in the docs\n',
  )
})

test('an invalid name is refused at the field, and the text stays', async ({ app, workspace }) => {
  const composer = new Composer(app.page)
  await new FeedPage(app.page).answerName('mira')
  await composer.fill('the coder', 'hello')
  await composer.send.click()
  await expect(composer.form.getByRole('alert')).toContainText(/the coder|letters/i)
  await expect(composer.text).toHaveValue('hello')
  expect(await new ChatFile(workspace).text()).toBe('[coder-to-reviewer] @ [manager]: Which clock skew?\n')
})

test('one key acknowledges in the wording of the specification', async ({ app, workspace }) => {
  const feed = new FeedPage(app.page)
  await feed.answerName('mira')
  await feed.row('Which clock skew?').click()
  await app.page.keyboard.press('a')
  await expect(feed.row('Acknowledged — received')).toBeVisible()
  expect(await new ChatFile(workspace).text()).toContain('[mira-to-coder] @ [reviewer, manager]: Acknowledged — received\n')
})

test('a reply keeps the pair', async ({ app, workspace }) => {
  const feed = new FeedPage(app.page)
  const composer = new Composer(app.page)
  await feed.answerName('mira')
  await feed.row('Which clock skew?').click()
  await app.page.keyboard.press('r')
  await composer.text.fill('Fifteen')
  await app.page.keyboard.press('Control+Enter')
  await expect(feed.row('Fifteen')).toBeVisible()
  expect(await new ChatFile(workspace).text()).toContain('[mira-to-coder] @ [reviewer]: Fifteen\n')
})
