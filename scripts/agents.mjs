/** `npm run test:agents`: real command-line agents against Patchbay (see test/agents/check.ts), with the checkout's Node and a built page. */
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, exitCodeOf, runChild } from './child.mjs'
import { ensureSetup } from './setup.mjs'

await ensureSetup({ build: true })
const check = path.join(root, 'test', 'agents', 'check.ts')
process.exit(exitCodeOf(await runChild(suitableNode(), [check, ...process.argv.slice(2)], { cwd: root, env: checkoutEnv() })))
