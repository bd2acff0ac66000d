/**
 * `npm run test:chaos`: the same promises at larger sizes (PATCHBAY_CHAOS=1), also in the browser; fault injection; the suite at other dates, places and in
 * other orders; every mutation; and a clean installation without a compiler. Has no time limit; the last line is `N passed, N failed`.
 */
import path from 'node:path'
import { root } from './checkout.mjs'
import { runEndToEnd } from './e2e.mjs'
import { ensureSetup } from './setup.mjs'
import { runMutations } from './mutations.mjs'
import { proveCleanInstall } from './prove-clean-install.mjs'
import { Tally } from './tally.mjs'
import { surroundings } from './surroundings.mjs'
import { runVitest } from './vitest.mjs'

const large = { PATCHBAY_CHAOS: '1' }
process.env.PATCHBAY_SCRATCH = 'disk' // `npm test` uses memory
const tally = new Tally()
await ensureSetup({ build: true })
console.log('── large sizes')
tally.addVitest(await runVitest(['--config', path.join(root, 'test', 'chaos', 'vitest.config.ts')], { env: large }))
console.log('\n── end-to-end specs at their large sizes')
tally.add(await runEndToEnd(['--project', 'web'], large))
for (const name of Object.keys(surroundings)) {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  console.log(
    `\n── surroundings: ${name}; PATCHBAY_SURROUNDINGS='${name}', --sequence.shuffle.files --sequence.shuffle.tests --sequence.seed=${seed}`,
  )
  const shuffled = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
  tally.addVitest(await runVitest(shuffled, { env: { PATCHBAY_SURROUNDINGS: name } }))
}
console.log('\n── mutations')
tally.add(await runMutations({ all: true }))
console.log('\n── clean installation without a compiler')
tally.add(await proveCleanInstall())
console.log()
process.exit(tally.finish())
