/**
 * `npm test`: set-up, then everything. The last line is `N passed, N failed`.
 * Named parts run alone: `npm test -- check`, `unit`, `components`, `mutations`, `e2e`.
 */
import { check } from './check.mjs'
import { runEndToEnd } from './e2e.mjs'
import { ensureSetup } from './setup.mjs'
import { runMutations } from './mutations.mjs'
import { Tally } from './tally.mjs'
import { runVitest } from './vitest.mjs'

const tally = new Tally()
/** The report of the unit part, once it has run. */
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
/** Parts of one lane run in sequence, the lanes in parallel: tests spend much of their time waiting. */
const lanes = [
  ['unit', 'mutations'],
  ['e2e', 'components', 'check'],
]

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  process.stderr.write(`Unknown part: ${unknown}. Available: ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
await ensureSetup({ build: Object.keys(parts).some((name) => name !== 'check' && isWanted(name)) }) // the tests of `serve` need the page, too

async function runLane(names) {
  for (const name of names.filter(isWanted)) {
    const started = Date.now()
    console.log(`── ${name}`)
    await parts[name]()
    console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
}
await Promise.all(lanes.map(runLane))
console.log()
process.exit(tally.finish())
