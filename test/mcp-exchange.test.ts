import { expect, it } from 'vitest'
import { exchangeUnderKills } from './suites/mcp-exchange.ts'

it('F1: two clients exchange messages over MCP while the server is killed and restarted: 0 lost, 0 twice', async ({ annotate }) => {
  const exchange = await exchangeUnderKills(30, 2)
  expect(exchange).toMatchObject({ kills: 2, lost: [], twice: [] })
  expect(exchange.reconnects).toBeGreaterThan(0)
  await annotate('60 messages over MCP through 2 kills of the server: 0 lost, 0 twice', 'F1')
})
