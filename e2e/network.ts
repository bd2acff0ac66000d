import type { Page } from '@playwright/test'
import { monotonicFactory } from 'ulid'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { Player } from '../src/protocols/scuttlebot/demo/player.ts'
import { expect, test as base } from './app.ts'

/** A network of IRC of the test's own, on loopback. */
export interface Network {
  readonly ircd: Ircd
  readonly port: number
  /** Starts another server on the port of the one that was closed. It knows nothing of what was said before. */
  startAnother(): Promise<void>
  /** A client of the network that is in #general. */
  join(nick: string): Promise<Player>
}

/** Tests that get a network. */
export const test = base.extend<{ readonly network: Network }>({
  // oxlint-disable-next-line no-empty-pattern -- the way to say that a fixture needs no other
  network: async ({}, use) => {
    const ircd = new Ircd({ history: 50 })
    const port = await ircd.listen()
    const newId = monotonicFactory()
    const players: Player[] = []
    const servers = [ircd]
    await use({
      ircd,
      port,
      async startAnother() {
        const other = new Ircd({ history: 50 })
        servers.push(other)
        await other.listen(port)
      },
      async join(nick) {
        const player = new Player(port, nick, ['#general'], { now: Date.now, newId: () => newId() })
        players.push(player)
        await player.ready()
        return player
      },
    })
    for (const player of players) player.drop()
    for (const server of servers) await server.close()
  },
})

/** Adds a link to the network by the form. */
export async function addNetwork(page: Page, port: number): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /Links/ }).click()
  await page.getByRole('button', { name: 'Add a network' }).first().click()
  const form = page.getByRole('form', { name: 'Add a network' })
  await form.getByLabel('Name', { exact: true }).fill('local')
  await form.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await form.getByLabel('Port', { exact: true }).fill(String(port))
  await form.getByLabel('TLS').uncheck()
  await form.getByLabel('Nick', { exact: true }).fill('mira')
  await form.getByRole('button', { name: /^Test/ }).click()
  await expect(form).toContainText(/join/)
  await form.getByRole('button', { name: /^Add/ }).click()
  await expect(form).toHaveCount(0)
  // It is listed before it is joined.
  await expect(page.getByRole('group', { name: 'local' }).getByRole('button', { name: /^#general(?! not joined)/ })).toBeVisible()
}
