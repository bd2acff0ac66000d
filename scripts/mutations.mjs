/**
 * F21: removes every safety, one at a time, in a scratch copy of the sources, and expects a test to fail.
 * `node scripts/mutations.mjs [--all] [NAME…]`; the list is test/mutations/list.mjs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, endingSignals, exitCodeOf } from './child.mjs'
import { makeScratch } from './scratch.mjs'
import { ensureSetup } from './setup.mjs'
import { Tally } from './tally.mjs'

/** Not copied: files that a copy does not need, and the packages, which are linked. */
const left = new Set(['.git', '.cache', 'node_modules', 'dist'])
/** From this many mutations on, starting a second copy pays off. */
const manyMutations = 40
const timeoutMs = 120_000

/**
 * Runs the mutations marked `quick`, or all, or those in `names`. Returns { passed, failures, total }.
 * `shown` promises the report of a run of the unchanged sources: tests that are complete and green in it are not run once more.
 */
export async function runMutations({ all, names = [], shown }) {
  const { mutations } = await import(pathToFileURL(path.join(root, 'test', 'mutations', 'list.mjs')).href)
  const unknown = names.find((name) => mutations.every((one) => one.name !== name))
  if (unknown !== undefined) throw new Error(`There is no mutation "${unknown}".`)
  const chosen = mutations.filter((one) => (names.length > 0 ? names.includes(one.name) : all || one.quick))
  const copies = []
  const removeAll = () => copies.forEach((copy) => copy.remove())
  process.once('exit', removeAll)
  for (const signal of endingSignals) process.once(signal, exitBy)
  for (let count = chosen.length < manyMutations ? 1 : 2; count > 0; count--) copies.push(new Copy())
  const sum = { passed: 0, failures: [], total: chosen.length }
  const report = (name, complaint) => {
    if (complaint) sum.failures.push(`${name}: ${complaint}`)
    else sum.passed += 1
    console.log(complaint ? `✗ ${name}: ${complaint}` : `✓ ${name}`)
  }
  try {
    const files = [...new Set(chosen.flatMap((one) => one.tests))]
    const showGreen = async () => report('the unchanged copy is green', await baseline(copies[0], files))
    if (!shown) await showGreen()
    const queue = [...chosen]
    const work = async (copy) => {
      for (let one = queue.shift(); one; one = queue.shift()) report(`${one.promise} without: ${one.name}`, await complaintOf(one, copy))
    }
    await Promise.all(copies.map(work))
    const found = await shown
    if (found && !files.every((file) => isGreen(found, file))) await showGreen()
  } finally {
    removeAll()
    process.removeListener('exit', removeAll)
    for (const signal of endingSignals) process.removeListener(signal, exitBy)
  }
  return sum
}

/** Without a handler, a signal ends us before the copies are removed. Whatever else waits for it has its turn first. */
function exitBy(signal) {
  setImmediate(() => process.exit(exitCodeOf({ signal })))
}

/** A copy of the sources with a process that runs its tests (mutation-runner.mjs), started on first use. */
class Copy {
  folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-mutation-'))
  /** An interrupted test leaves its files behind. */
  temp = makeScratch('patchbay-red-')
  #runner
  #changed = new Set()

  constructor() {
    for (const name of readdirSync(root))
      if (!left.has(name)) cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'), 'junction')
  }

  /** Writes a file of the copy. */
  write(file, text) {
    writeFileSync(path.join(this.folder, file), text)
    this.#changed.add(file)
  }

  read(file) {
    return readFileSync(path.join(this.folder, file), 'utf8')
  }

  /** Runs the tests of some files up to the first failure: { failed: names, green, errors }, or undefined on timeout. `env`: for the process that is started for them. */
  async test({ tests, only, withinMs, env = { PATCHBAY_PATIENCE: '3000' } }) {
    this.#runner ??= await this.#start(env)
    const child = this.#runner
    const changed = [...this.#changed]
    this.#changed.clear()
    return new Promise((resolve, reject) => {
      const finish = (job, value) => {
        clearTimeout(timer)
        child.removeAllListeners('message').removeAllListeners('close')
        job(value)
      }
      const timer = setTimeout(() => {
        this.stop()
        finish(resolve)
      }, withinMs)
      child.once('message', (answer) => finish(resolve, answer))
      child.once('close', (code, signal) => {
        this.#runner = undefined
        finish(reject, new Error(`the mutation runner exited with ${signal ?? `code ${code}`}`))
      })
      child.send({ changed, tests, only })
    })
  }

  remove() {
    this.stop()
    for (const one of [this.folder, this.temp]) rmSync(one, { recursive: true, force: true })
  }

  async #start(env) {
    const { temp } = this
    const child = spawn(suitableNode(), [path.join(root, 'scripts', 'mutation-runner.mjs'), this.folder], {
      cwd: this.folder,
      env: checkoutEnv({ TMPDIR: temp, TEMP: temp, TMP: temp, ...env }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: process.platform !== 'win32', // its own group, so that a test that hangs ends with it
    })
    const [first] = await Promise.race([once(child, 'message'), once(child, 'close')])
    if (first !== 'ready') throw new Error(`the mutation runner exited at startup with code ${first}`)
    return child
  }

  /** Ends the process that runs tests; the next ones start another. */
  stop() {
    const child = this.#runner
    this.#runner = undefined
    if (!child || child.exitCode !== null) return
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  }
}

/** Whether this file has tests in a report, all of them green. Errors outside tests may belong to any file. */
function isGreen({ tests, errors }, file) {
  const own = tests.filter((test) => test.file === file)
  return errors.length === 0 && own.some((test) => test.state === 'passed') && own.every((test) => test.state !== 'failed')
}

/** A test that fails in the unchanged copy would prove nothing. */
async function baseline(copy, tests) {
  const outcome = await copy.test({ tests, withinMs: 10 * timeoutMs, env: {} }) // to wait in vain is not the usual end here
  copy.stop()
  if (outcome && outcome.failed.length === 0 && outcome.errors.length === 0 && outcome.green > 0) return undefined
  return `it is not: ${outcome ? [...outcome.failed, ...outcome.errors].join('; ') : 'it took too long'}`
}

function isEmpty({ failed, green, errors }) {
  return failed.length === 0 && green === 0 && errors.length === 0
}

/** Undefined when the mutation made a test fail, else what is wrong. */
async function complaintOf(one, copy) {
  const before = copy.read(one.file)
  const parts = before.split(one.find)
  if (parts.length !== 2) return `stale: its text occurs ${parts.length - 1} times in ${one.file}, not once`
  copy.write(one.file, parts.join(one.replace))
  try {
    const run = () => copy.test({ tests: one.tests, only: one.only, withinMs: timeoutMs })
    let outcome = await run()
    // A late report of a failure in the run before ends this one before its first test.
    for (let again = 0; again < 3 && outcome && isEmpty(outcome); again++) outcome = await run()
    // Twice in about twenty whole runs a test stayed green that fails whenever it is run alone; the cause is not known. A new runner decides.
    if (outcome && outcome.failed.length === 0 && outcome.errors.length === 0) {
      copy.stop()
      outcome = await run()
    }
    if (!outcome || outcome.failed.length > 0) return undefined
    if (outcome.errors.length > 0) return `the mutated sources do not load: ${outcome.errors[0]}`
    return `every test of ${one.tests.join(', ')} stayed green (${outcome.green})`
  } finally {
    copy.write(one.file, before)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2)
  await ensureSetup({ build: false })
  const tally = new Tally()
  tally.add(await runMutations({ all: args.includes('--all'), names: args.filter((arg) => !arg.startsWith('--')) }))
  process.exit(tally.finish())
}
