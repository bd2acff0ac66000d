/**
 * F21: every safety, taken away one at a time in a scratch copy of the sources, turns a test red.
 * `node scripts/mutations.mjs [--all] [NAME…]`; the list is test/mutations/list.mjs.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './checkout.mjs'
import { ensureSetup } from './setup.mjs'
import { runVitest } from './vitest.mjs'

/** Not copied: what a copy does not need, and the packages, which are linked. */
const left = new Set(['.git', '.cache', 'node_modules', 'dist'])
const workers = 2
const timeoutMs = 120_000

/**
 * Runs the mutations marked `quick`, or all of them, or those of `names`. Returns { passed, failed }.
 * `shown` is the record of a run of the unchanged sources a moment ago: their tests are not run again where it has them all, and green.
 */
export async function runMutations({ all, names = [], shown }) {
  const { mutations } = await import(pathToFileURL(path.join(root, 'test', 'mutations', 'list.mjs')).href)
  const chosen = mutations.filter((one) => (names.length > 0 ? names.includes(one.name) : all || one.quick))
  const scratch = Array.from({ length: workers }, scratchCopy)
  const removeAll = () =>
    scratch.forEach(({ folder, temp }) => [folder, temp].forEach((one) => rmSync(one, { recursive: true, force: true })))
  process.once('exit', removeAll)
  const sum = { passed: 0, failed: 0, total: chosen.length }
  const report = (name, complaint) => {
    sum[complaint ? 'failed' : 'passed'] += 1
    console.log(complaint ? `✗ ${name}: ${complaint}` : `✓ ${name}`)
  }
  try {
    const files = [...new Set(chosen.flatMap((one) => one.tests))]
    if (!shown || !files.every((file) => isGreen(shown, file))) report('the unchanged copy is green', await baseline(scratch[0], files))
    const queue = [...chosen]
    const work = async (copy) => {
      for (let one = queue.shift(); one; one = queue.shift()) report(`${one.promise} without: ${one.name}`, await complaintOf(one, copy))
    }
    await Promise.all(scratch.map(work))
  } finally {
    removeAll()
    process.removeListener('exit', removeAll)
  }
  return sum
}

function scratchCopy() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-mutation-'))
  for (const name of readdirSync(root)) if (!left.has(name)) cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  // A test that is stopped in the middle leaves what it made.
  const temp = mkdtempSync(path.join(os.tmpdir(), 'patchbay-red-'))
  return { folder, temp, options: { cwd: folder, env: { TMPDIR: temp, TEMP: temp, TMP: temp }, quiet: true } }
}

/** Has this file tests in a record, and is none of them red? Errors outside every test may be anybody's. */
function isGreen({ tests, errors }, file) {
  const own = tests.filter((test) => test.file === file)
  return errors.length === 0 && own.some((test) => test.state === 'passed') && own.every((test) => test.state !== 'failed')
}

/** A test that is red in the copy anyway would prove nothing. */
async function baseline({ options }, files) {
  const record = await runVitest(files, { ...options, timeoutMs: 10 * timeoutMs })
  return files.every((file) => isGreen(record, file)) ? undefined : `it is not:\n${record.output.trimEnd()}`
}

/** Undefined when the mutation turned a test red, else what is wrong. */
async function complaintOf(one, { folder, options }) {
  const file = path.join(folder, one.file)
  const before = readFileSync(file, 'utf8')
  const parts = before.split(one.find)
  if (parts.length !== 2) return `stale: its text occurs ${parts.length - 1} times in ${one.file}, not once`
  writeFileSync(file, parts.join(one.replace))
  try {
    // One red test is enough.
    const args = [...one.tests, '--bail=1', ...(one.only ? ['-t', one.only] : [])]
    const record = await runVitest(args, { ...options, timeoutMs })
    if (record.timedOut || record.tests.some((test) => test.state === 'failed')) return undefined
    if (record.errors.length > 0) return `the mutated sources do not load: ${record.errors[0].message}`
    return `every test of ${one.tests.join(', ')} stayed green (${record.tests.length})`
  } finally {
    writeFileSync(file, before)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2)
  await ensureSetup({ build: false })
  const sum = await runMutations({ all: args.includes('--all'), names: args.filter((arg) => !arg.startsWith('--')) })
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exit(sum.failed ? 1 : 0)
}
