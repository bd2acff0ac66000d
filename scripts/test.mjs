/**
 * `npm test`: set-up, then all tests but those in test/long-tests.mjs. `npm test -- all`, which CI runs, has those, too.
 * Named parts run alone and completely: `npm test -- check`, `unit`, `components`, `mutations`, `e2e`. The last line is `N passed, N failed`.
 */
import { longTests } from '../test/long-tests.mjs'
import { check } from './check.mjs'
import { runEndToEnd } from './e2e.mjs'
import { ensureSetup } from './setup.mjs'
import { runMutations } from './mutations.mjs'
import { Tally } from './tally.mjs'
import { runVitest } from './vitest.mjs'

const given = process.argv.slice(2)
const isShort = given.length === 0
process.env.PATCHBAY_TESTS = isShort ? 'short' : 'all'
const tally = new Tally()
/** The report of the unit part, as soon as it has run; undefined if it is not asked for. */
let units
const parts = {
  check: async () => tally.add(await check({ niceness: 10 })),
  unit: async () => {
    units = runVitest(['--project', 'node', '--project', 'alone'])
    tally.addVitest(await units)
  },
  // They wait for little, and each worker loads the whole screen: one, which goes on beside the others.
  components: async () => tally.addVitest(await runVitest(['--project', 'components', `--maxWorkers=${isAlone ? '100%' : 1}`])),
  mutations: async () => tally.add(await runMutations({ all: false, shown: units })),
  e2e: async () => {
    const outcome = await runEndToEnd()
    tally.add(outcome)
    for (const { reason, count } of outcome.skipped) tally.skip(reason, count)
  },
}
/** The parts that take long run at a time, and whichever ends makes room for the last one, so that both cores are busy to the end. */
const order = ['unit', 'e2e', 'components', 'mutations']
const atATime = 3
/** Never waits for anything but a core, and so fills the moments in which the others wait. Tests do not stand back: they would starve on a busy machine. */
const filler = 'check'

const wanted = given.includes('all') ? [] : given
const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  process.stderr.write(`Unknown part: ${unknown}. Available: all, ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
const isAlone = wanted.length === 1
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
await ensureSetup({ build: Object.keys(parts).some((name) => name !== 'check' && isWanted(name)) }) // the tests of `serve` need the page, too

async function run(queue) {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const started = Date.now()
    console.log(`── ${name}`)
    await parts[name]()
    console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
}
const queue = order.filter(isWanted)
await Promise.all([run([filler].filter(isWanted)), ...Array.from({ length: atATime }, () => run(queue))])
console.log()
if (isShort) console.log(`- ${longTests.length} files of long tests were left out; \`npm test -- all\` runs them, too`)
process.exit(tally.finish())
