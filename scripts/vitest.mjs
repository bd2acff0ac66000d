/** Runs Vitest with the scripts' reporter and returns its record. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { captureChild, checkoutEnv, runChild } from './child.mjs'

/**
 * `args` are Vitest's own; `cwd` a copy of the checkout (default: this one); `quiet` keeps its words and returns them.
 * Returns { tests, errors, timedOut, output } as in vitest-reporter.mjs. A run that ends without a record is an error in it.
 */
export async function runVitest(args, { cwd = root, env = {}, quiet = false, timeoutMs } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-vitest-'))
  const report = path.join(folder, 'report.json')
  const program = [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--reporter=${path.join(root, 'scripts', 'vitest-reporter.mjs')}`,
  ]
  const options = { cwd, env: checkoutEnv({ ...env, PATCHBAY_REPORT: report }), timeoutMs }
  try {
    const outcome = await (quiet ? captureChild : runChild)(suitableNode(), [...program, ...args], options)
    return { ...readRecord(report, outcome), timedOut: outcome.timedOut, output: outcome.output ?? '' }
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
    const message = `vitest ended with ${outcome.signal ?? `code ${outcome.code}`}`
    console.log(`✗ ${message}, and no test says why`)
    record.errors.push({ file: '', message })
  }
  return record
}
