/** Runs the end-to-end specs with Playwright and returns the counts. */
import { readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, runChild } from './child.mjs'
import { makeScratch } from './scratch.mjs'

/** Where playwright.config.ts puts its records of failures. */
const pictures = path.join(os.tmpdir(), `patchbay-e2e-results-${process.getuid?.() ?? 0}`)

/** `args` are Playwright's own. Returns { passed, failures, skipped: [{ reason, count }], tests }; failures are printed immediately, and returned by name. */
export async function runEndToEnd(args = [], env = {}) {
  const folder = makeScratch('patchbay-e2e-')
  const report = path.join(folder, 'report.json')
  try {
    const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    const outcome = await runChild(suitableNode(), [cli, 'test', '--reporter=list,json', `--output=${pictures}`, ...args], {
      cwd: root,
      // Its cache of compiled specs is in the checkout, not in the system's temporary folder.
      env: checkoutEnv({
        ...env,
        TMPDIR: folder,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        PLAYWRIGHT_FORCE_TTY: '0',
        PWTEST_CACHE_DIR: path.join(root, 'node_modules', '.cache', 'playwright'),
      }),
    })
    const sum = count(report, outcome)
    if (sum.failures.length === 0) rmSync(pictures, { recursive: true, force: true })
    else console.log(`  screenshots of failures: ${pictures}`)
    return sum
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function count(report, outcome) {
  const result = { passed: 0, failures: [], skipped: [], tests: [] }
  const fail = (message) => {
    console.log(`✗ ${message}`)
    result.failures.push(message)
  }
  let record
  try {
    record = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    fail(`playwright exited with ${outcome.signal ?? `code ${outcome.code}`} and without a report`)
    return result
  }
  for (const { spec, test } of testsOf(record.suites)) {
    result.tests.push(recordOf(spec, test))
    if (test.status === 'skipped') result.skipped.push({ reason: reasonOf(test), count: 1 })
    else if (test.status === 'expected') result.passed += 1
    else result.failures.push(nameOf(spec)) // a flaky test has failed once, which counts as a failure
  }
  for (const { message } of record.errors) fail(message)
  return result
}

function testsOf(suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ spec, test }))),
    ...testsOf(suite.suites),
  ])
}

const fileOf = (spec) => `e2e/specs/${path.basename(spec.file)}`
const nameOf = (spec) => `${fileOf(spec)} › ${spec.title}`

/** A test as in vitest-reporter.mjs. An annotation whose type is a promise (`F16`) is a figure. */
function recordOf(spec, test) {
  return {
    file: fileOf(spec),
    name: spec.title,
    state: { expected: 'passed', skipped: 'skipped' }[test.status] ?? 'failed',
    ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    figures: test.annotations.map(({ type, description = '' }) => ({ type, message: description })),
  }
}

function reasonOf(test) {
  const note = test.annotations.find((annotation) => annotation.type === 'skip' || annotation.type === 'fixme')
  return `${test.projectName}: ${note?.description ?? 'no reason given'}`
}
