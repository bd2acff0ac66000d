/** `npm run check`: types (four projects), lint and format. Each step passes or fails; two run at a time. */
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { captureChild, checkoutEnv } from './child.mjs'
import { ensureSetup } from './setup.mjs'

const modules = path.join(root, 'node_modules')
const tsc = path.join(modules, 'typescript', 'bin', 'tsc')
/** The compiler's results for unchanged files are cached next to the packages. */
const types = (config) => [
  tsc,
  '-p',
  config,
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  path.join(modules, '.cache', 'types', `${config}.tsbuildinfo`),
]
const workers = 2
/**
 * Compiler and linter are Go programs. They have one thread each: with several, they repeat much of their work (a fifth of the linter's CPU time). Collecting
 * garbage less often saves another fifth, and their peak memory hardly grows.
 */
const goEnv = { GOGC: '400', GOMAXPROCS: '1' }
/** The longest first. */
const steps = [
  { name: 'lint', args: [path.join(modules, 'oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings', '--threads=1'] },
  { name: 'types: node', args: types('tsconfig.node.json') },
  { name: 'types: renderer', args: types('tsconfig.web.json') },
  { name: 'types: pure layers', args: types('tsconfig.pure.json') },
  { name: 'types: end-to-end tests', args: types('tsconfig.e2e.json') },
  { name: 'format', args: [path.join(modules, 'oxfmt', 'bin', 'oxfmt'), '--check'] },
]

/** Runs every step and prints one line each, plus the output of failed ones. `niceness`: as in `nice`. Returns { passed, failures }, the latter by name. */
export async function check({ niceness = 0 } = {}) {
  const failures = []
  const queue = [...steps]
  const run = async ({ name, args }) => {
    const started = Date.now()
    const outcome = await captureChild(suitableNode(), args, { cwd: root, env: checkoutEnv(goEnv), niceness })
    const isOk = outcome.code === 0 && !outcome.signal
    if (!isOk) failures.push(name)
    console.log(`${isOk ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (!isOk) console.log(outcome.output.trimEnd())
  }
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await run(step)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { passed: steps.length - failures.length, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureSetup({ build: false })
  const { failures } = await check()
  process.exit(failures.length > 0 ? 1 : 0)
}
