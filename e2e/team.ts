import type { Page } from '@playwright/test'
import { Player } from '../src/protocols/jaibber/demo/player.ts'
import { faultyAbly, type FaultyAbly } from '../test/fakes/ably.ts'
import { expect, test as base } from './app.ts'

/** An Ably of the test's own, on loopback, with people and agents on its project `dock`. */
export interface TeamWorld {
  readonly ably: FaultyAbly
  /** Somebody who is on the project; `instructions` make it an agent. */
  join(name: string, instructions?: string): Player
  /** Adds a link to the team, with its project, by the form. */
  add(page: Page): Promise<void>
}

/** Tests that get a team. */
export const test = base.extend<{ readonly team: TeamWorld }>({
  // oxlint-disable-next-line no-empty-pattern -- the way to say that a fixture needs no other
  team: async ({}, use) => {
    const ably = await faultyAbly()
    await use({
      ably,
      join(name, instructions) {
        const agent = instructions === undefined ? undefined : { instructions, machine: 'dev-server' }
        const player = new Player(ably.server.board, 'dock', name, agent)
        player.enter()
        return player
      },
      add: (page) => addTeam(page, ably),
    })
    await ably.close()
  },
})

async function addTeam(page: Page, { key, port }: FaultyAbly): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /Links/ }).click()
  await page.getByRole('button', { name: 'Add a team' }).first().click()
  const form = page.getByRole('form', { name: 'Add a team' })
  await form.getByLabel('Name', { exact: true }).fill('harbour')
  await form.getByLabel('Ably key').fill(key)
  await form.getByLabel('Projects').fill('dock=Dock')
  await form.getByLabel('Endpoint').fill(`127.0.0.1:${port}`)
  await form.getByLabel('TLS').uncheck()
  await form.getByRole('button', { name: /^Test/ }).click()
  await expect(form).toContainText(/Dock|dock|project/)
  await form.getByRole('button', { name: /^Add/ }).click()
  await expect(form).toHaveCount(0)
  // It is listed before it is joined.
  await expect(page.getByRole('group', { name: 'harbour' }).getByRole('button', { name: /^Dock(?! not joined)/ })).toBeVisible()
}

/** Shows the conversation of the project, as the team that was added by `add` hears it: another link may have a conversation of the same name. */
export async function openDock(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  const link = page.getByRole('tree', { name: 'Conversations' }).getByRole('treeitem', { name: /harbour/, level: 1 })
  await link.locator('xpath=following::*[@role="treeitem"][@aria-level="2"][contains(., "Dock")]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dock' })).toBeVisible()
}
