/** The sum of all test results, and the last line that reports it. */

/** Collects outcomes; `skip` requires the reason, because a skipped test without one hides a gap. */
export class Tally {
  passed = 0
  failed = 0
  #skipped = new Map()

  add({ passed, failed }) {
    this.passed += passed
    this.failed += failed
  }

  skip(reason, count = 1) {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
  }

  /** Adds a Vitest report (see vitest-reporter.mjs). */
  addVitest({ tests, errors }) {
    for (const test of tests) {
      if (test.state === 'passed') this.passed += 1
      else if (test.state === 'failed') this.failed += 1
      else this.skip(test.note ?? `${test.file}: not on this machine: ${test.name}`)
    }
    this.failed += errors.length
  }

  /** Prints what was skipped and why, then the counts as the last line. Returns the exit code. */
  finish() {
    for (const [reason, count] of this.#skipped) console.log(`- ${count} skipped: ${reason}`)
    if (this.passed + this.failed === 0) {
      console.log('Nothing was tested.')
      this.failed = 1
    }
    console.log(`${this.passed} passed, ${this.failed} failed`)
    return this.failed > 0 ? 1 : 0
  }
}
