import { expect, it } from 'vitest'
import { exchangeUnderKills } from '../suites/mcp-exchange.ts'

it('F1: two clients exchange 1,000 messages each way over MCP through 30 kills of the server: 0 lost, 0 twice', async ({ annotate }) => {
  const exchange = await exchangeUnderKills(1_000, 30)
  expect(exchange).toMatchObject({ kills: 30, lost: [], twice: [] })
  await annotate('2,000 messages over MCP through 30 kills of the server: 0 lost, 0 twice', 'F1')
}, 600_000)
