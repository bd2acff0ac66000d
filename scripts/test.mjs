/**
 * `npm test`: set-up, then everything. The last line is `N passed, N failed`.
 * Parts by name run alone: `npm test -- check`, `unit`, `components`, `mutations`, `e2e`.
 */
import { check } from './check.mjs'
import { runEndToEnd } from './e2e.mjs'
import { ensureSetup } from './setup.mjs'
import { runMutations } from './mutations.mjs'
import { Tally } from './tally.mjs'
import { runVitest } from './vitest.mjs'

const tally = new Tally()
/** What the unit part has shown, when it has run. */
let units
const parts = {
  check: async () => tally.add(await check()),
  unit: async () => {
    units = await runVitest(['--project', 'node', '--project', 'alone'])
    tally.addVitest(units)
  },
  components: async () => tally.addVitest(await runVitest(['--project', 'components'])),
  mutations: async () => tally.add(await runMutations({ all: false, shown: units })),
  e2e: async () => {
    const outcome = await runEndToEnd()
    tally.add(outcome)
    for (const { reason, count } of outcome.skipped) tally.skip(reason, count)
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}; there are: ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
const names = wanted.length > 0 ? wanted : Object.keys(parts)
await ensureSetup({ build: names.some((name) => name !== 'check') }) // the tests of `serve` want the page, too
for (const name of names) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  await parts[name]()
  console.log(`   ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
console.log()
process.exit(tally.finish())
