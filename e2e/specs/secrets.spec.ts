import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { fakeJaibberServer } from '../../test/fakes/jaibber-server.ts'
import { expect } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { openDock, test, type TeamWorld } from '../team.ts'

const password = 'open-sesame-77-long'
const wrong = 'close-sesame-88-long'

test('the key, the password and tokens of a team are in the key store and nowhere else: journal, log, pages (F16)', async ({
  app,
  context,
  team,
  dataDir,
}) => {
  const pushed: string[] = []
  context.on('page', (opened) =>
    opened.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => pushed.push(String(payload)))),
  )
  await app.restart()
  const { key } = team.ably
  const secrets = new Set([key, key.slice(key.indexOf(':') + 1), password, wrong])
  const server = await fakeJaibberServer({ account: 'mira', password, ablyKey: key, projects: [{ id: 'dock', name: 'Dock' }] })
  server.intercept = ({ headers }) => {
    if (headers.authorization !== undefined) secrets.add(headers.authorization.replace('Bearer ', ''))
    return false
  }
  const noteTokens = (): void => {
    for (const { identity } of team.ably.server.board.peers.values()) if (identity.token !== undefined) secrets.add(identity.token)
  }
  try {
    const { page } = app
    const lead = team.join('lead')
    await team.add(page)
    await addByServer(page, team, server.base, wrong)
    await expect(page.getByRole('group', { name: 'office' })).toContainText('refused the login')
    await page.getByRole('button', { name: 'More for office' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Edit link' })
    await form.getByLabel('Password').fill(password)
    await form.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('group', { name: 'office' })).toContainText('messages are stored')
    noteTokens()
    server.expireTokens()
    team.ably.expireTokens()
    lead.say('after every token has ended')
    await openDock(page)
    await expect(new FeedPage(page).row('after every token has ended').first()).toBeVisible()
    noteTokens()
    const shown = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.documentElement.outerHTML]))
    await app.restart()
    await expect(new FeedPage(app.page).row('after every token has ended').first()).toBeVisible()
    expect(secrets.size).toBeGreaterThan(6)
    const files = await filesBelow(dataDir)
    const store = files.filter(({ name }) => name.startsWith('secrets.'))
    expect(store.map(({ mode }) => mode)).toEqual([0o600])
    const places = [
      ...files.filter((file) => !store.includes(file)),
      { name: 'page', text: shown },
      { name: 'pushed', text: pushed.join('\n') },
    ]
    const found = places.flatMap(({ name, text }) =>
      [...secrets].flatMap((secret) => (text.includes(secret) ? [`${secret} in ${name}`] : [])),
    )
    expect(found).toEqual([])
    // What is searched holds what it should.
    for (const name of ['journal.db', 'page', ...(app.address === undefined ? [] : ['pushed'])])
      expect(places.find((place) => place.name.endsWith(name))?.text).toContain('after every token has ended')
  } finally {
    await server.close()
  }
})

/** Adds a team whose server gives the tokens, with a password. */
async function addByServer(page: Page, { ably }: TeamWorld, server: string, given: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a team' }).first().click()
  const form = page.getByRole('form', { name: 'Add a team' })
  await form.getByLabel('Name', { exact: true }).fill('office')
  await form.getByLabel('Log in').selectOption('server')
  await form.getByLabel('Jaibber server').fill(server)
  await form.getByLabel('Account').fill('mira')
  await form.getByLabel('Password').fill(given)
  await form.getByLabel('Endpoint').fill(`127.0.0.1:${ably.port}`)
  await form.getByLabel('TLS').uncheck()
  await form.getByRole('button', { name: /^Add/ }).click()
}

async function filesBelow(folder: string): Promise<{ readonly name: string; readonly text: string; readonly mode: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(
    names.map(async (name) => ({
      name: path.relative(folder, name),
      text: await readFile(name, 'latin1'),
      mode: (await stat(name)).mode & 0o777,
    })),
  )
}
