/**
 * Runs a program of the checkout with the checkout's Node first in PATH: `node scripts/run.mjs vitest run`.
 * `npm run` does the same by itself; this also works when scripts are started directly.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, exitCodeOf, runChild } from './child.mjs'
import { ensureSetup } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
if (!name) {
  process.stderr.write('usage: node scripts/run.mjs PROGRAM [ARGUMENT…]\n')
  process.exit(2)
}
await ensureSetup({ build: false })
process.exit(exitCodeOf(await runChild(suitableNode(), [programFile(name), ...args], { cwd: root, env: checkoutEnv() })))

/** The JavaScript file of a program: read from its package, because the links in .bin are different scripts on Windows. */
function programFile(name) {
  const owner = { playwright: '@playwright/test', tsc: 'typescript' }[name] ?? name
  const folder = path.join(root, 'node_modules', owner)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[name])
}
