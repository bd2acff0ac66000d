/**
 * `npm run test:chaos`: the same promises at their large sizes (PATCHBAY_CHAOS=1), fault injection, every mutation and a
 * clean installation without a compiler. Takes as long as it takes; the last line is `N passed, N failed`.
 */
import path from 'node:path'
import { root } from './checkout.mjs'
import { ensureSetup } from './setup.mjs'
import { runMutations } from './mutations.mjs'
import { proveCleanInstall } from './prove-clean-install.mjs'
import { Tally } from './tally.mjs'
import { runVitest } from './vitest.mjs'

const tally = new Tally()
await ensureSetup({ build: true })
console.log('── large sizes')
tally.addVitest(await runVitest(['--config', path.join(root, 'test', 'chaos', 'vitest.config.ts')], { env: { PATCHBAY_CHAOS: '1' } }))
console.log('\n── mutations')
tally.add(await runMutations({ all: true }))
console.log('\n── clean installation without a compiler')
tally.add(await proveCleanInstall())
console.log()
process.exit(tally.finish())
