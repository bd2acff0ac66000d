/** `npm run package [electron-builder options]`: builds and packages the desktop app for this platform, without publishing it. */
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, exitCodeOf, runChild } from './child.mjs'
import { ensureSetup } from './setup.mjs'

await ensureSetup({ build: true })
const cli = path.join(root, 'node_modules', 'electron-builder', 'cli.js')
const args = [cli, '--publish', 'never', ...process.argv.slice(2)]
process.exit(exitCodeOf(await runChild(suitableNode(), args, { cwd: root, env: checkoutEnv() })))
