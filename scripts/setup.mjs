/**
 * Set-up: packages and build, each only if missing or outdated. `npm start` and `npm test` start with it.
 * Plain JavaScript for Node 20 and newer, without dependencies: it runs before anything is installed.
 */
import { nodeProblem, suitableNode } from './checkout.mjs'
import { compile, staleBuild } from './compile.mjs'
import { install, staleInstall } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { say } from './words.mjs'

/** Prepares the checkout, or exits with code 1 and one sentence on stderr. `build: false` leaves out/ alone. */
export async function ensureSetup({ build }) {
  const problem = nodeProblem()
  if (problem) return giveUp(problem)
  if (staleInstall() === undefined && !(build && staleBuild())) return
  try {
    await withSetupLock(() => setUp(build), say)
  } catch (error) {
    giveUp(`Set-up could not write to the checkout: ${error.message}. Run it as the user that owns the folder.`)
  }
}

async function setUp(build) {
  const missing = staleInstall()
  if (missing) {
    say(`Installing packages (takes about a minute): ${missing}.`)
    if (!(await install(say))) giveUp('Set-up stopped: `npm ci` failed. See its output above, fix the problem and run the command again.')
  }
  if (!suitableNode())
    giveUp('Set-up stopped: npm did not install the Node 24 from package.json (optionalDependencies). Run `npm ci --include=optional`.')
  const stale = build ? staleBuild() : undefined
  if (stale) {
    say(`Building (takes a few seconds): ${stale}.`)
    if (!(await compile(say))) giveUp('Set-up stopped: the build failed. See its output above.')
  }
}

function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}
