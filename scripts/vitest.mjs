/** Runs Vitest with the scripts' reporter and returns its report. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { captureChild, checkoutEnv, runChild } from './child.mjs'
import { trimCompileCache } from './compile-cache.mjs'
import { atDate, dateObstacle } from './other-date.mjs'
import { makeScratch } from './scratch.mjs'
import { chosenSurroundings } from './surroundings.mjs'

/**
 * `args` are Vitest's own; `cwd` a copy of the checkout (default: this one); `quiet` suppresses its output and returns it.
 * Returns { tests, errors, timedOut, output } as in vitest-reporter.mjs. A run that ends without a report is an error in it.
 */
export async function runVitest(args, { cwd = root, env = {}, quiet = false, timeoutMs } = {}) {
  trimCompileCache()
  const folder = makeScratch('patchbay-vitest-')
  const report = path.join(folder, 'report.json')
  const temp = path.join(folder, 'für Tests')
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const given = [vitest, 'run', `--reporter=${path.join(root, 'scripts', 'vitest-reporter.mjs')}`, ...args]
  const obstacle = dateObstacle()
  const run = obstacle
    ? { program: suitableNode(), args: given }
    : atDate(chosenSurroundings({ ...process.env, ...env }).date(Date.now()), suitableNode(), given)
  const more = { ...run.env, TMPDIR: temp, TEMP: temp, TMP: temp, PATCHBAY_REPORT: report, ...env }
  try {
    mkdirSync(temp)
    const outcome = await (quiet ? captureChild : runChild)(run.program, run.args, { cwd, env: checkoutEnv(more), timeoutMs })
    const record = readRecord(report, outcome)
    if (obstacle)
      record.tests.push({ file: '', name: 'at another date', state: 'skipped', note: `the date of the tests is today: ${obstacle}` })
    return { ...record, timedOut: outcome.timedOut, output: outcome.output ?? '' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readRecord(report, outcome) {
  let record
  try {
    record = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    record = { tests: [], errors: [] }
  }
  const isExplained = record.errors.length > 0 || record.tests.some((test) => test.state === 'failed')
  if ((outcome.code !== 0 || outcome.signal) && !isExplained) {
    const message = `vitest exited with ${outcome.signal ?? `code ${outcome.code}`}`
    console.log(`✗ ${message}, and no test shows why`)
    record.errors.push({ file: '', message })
  }
  return record
}
