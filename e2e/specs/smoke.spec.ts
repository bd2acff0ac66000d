import { expect, test } from '../app.ts'

test('the dashboard opens on a workspace and shows what is in its chat', async ({ app }) => {
  await expect(app.page).toHaveTitle(/Patchbay/)
  await expect(app.page.getByText('hello from the file')).toBeVisible()
})
test.use({ chat: '[coder-to-reviewer]: hello from the file\n' })
