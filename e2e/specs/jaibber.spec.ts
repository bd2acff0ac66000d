import { expect } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { openDock, test } from '../team.ts'

test('a team is joined, an answer grows in its place, and what it answers is shown above (F10)', async ({ app, team }) => {
  const { page } = app
  const docs = team.join('Docs', 'Explain in plain words.')
  const lead = team.join('lead')
  await team.add(page)
  await openDock(page)
  const feed = new FeedPage(page)
  const question = lead.say('@Docs which pages mention **refresh tokens**?')
  await expect(feed.row('which pages mention')).toBeVisible()
  const text = 'Three of them: the API guide, the login tutorial and the release notes of the **last** version, if I see it right.'
  const answering = await docs.stream(text, question, ['docs'], 60)
  const stream = feed.rows.filter({ has: page.locator('.caret') })
  await expect(stream).toContainText(/writing · \d+/)
  await expect(stream).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('treeitem', { name: /Dock/, level: 2 })).toContainText('an answer is being written')
  docs.answer(text, question, ['docs'], answering)
  const answer = feed.row('if I see it right')
  await expect(answer).toHaveCount(1)
  await expect(answer.locator('strong')).toHaveText('last')
  await expect(stream).toHaveCount(0)
  await answer.getByRole('button', { name: /replies to lead/ }).click()
  await expect(feed.row('which pages mention').and(page.locator('.reached'))).toBeVisible()
  docs.fail('rate limit', question)
  await expect(feed.row('Agent error: rate limit')).toContainText('error:')
})

test('with the keyboard alone: a name is completed, the message arrives, the project is shown; a lost connection loses and repeats nothing', async ({
  app,
  team,
}) => {
  const { page } = app
  const keys = page.keyboard
  team.join('Docs', 'Explain in plain words.')
  const lead = team.join('lead')
  await team.add(page)
  await openDock(page)
  await keys.press('c')
  const text = page.getByRole('textbox', { name: 'Message' })
  await text.focus()
  await keys.type('please look @do')
  await expect(page.getByRole('listbox', { name: 'People and agents' }).getByRole('option')).toHaveText([/^Docs/])
  await keys.press('Enter')
  await expect(text).toHaveValue('please look @Docs ')
  await keys.type('at the guide')
  await keys.press('Control+Enter')
  const feed = new FeedPage(page)
  await expect(feed.row('please look @Docs at the guide')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Unconfirmed messages' })).toHaveCount(0)
  await text.focus()
  await keys.press('Escape')
  await keys.press('p')
  const members = page.getByRole('region', { name: 'Members' })
  await expect(members).toContainText('Docs')
  await members.getByRole('button', { name: /Docs/ }).focus()
  await keys.press('Enter')
  await expect(members.getByLabel('Instructions')).toHaveText('Explain in plain words.')
  await expectNothingSerious(page)

  await test.step('the connection is lost and restored: nothing is missing, nothing is there twice', async () => {
    lead.say('before the cut')
    await expect(feed.row('before the cut')).toBeVisible()
    team.ably.refuse()
    team.ably.drop()
    lead.say('while nobody listened')
    await page.keyboard.press('Control+8')
    const link = page.getByRole('group', { name: 'harbour' })
    const again = link.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    team.ably.refuse(false)
    await again.click()
    await openDock(page)
    await expect(feed.row('while nobody listened')).toBeVisible()
    await expect(feed.row('while nobody listened')).toHaveCount(1)
    await expect(feed.row('before the cut')).toHaveCount(1)
  })
})
