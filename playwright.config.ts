import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/shells/chromium.ts'
import { electronMissing } from './e2e/shells/electron.ts'
import { leftOut } from './test/long-tests.mjs'
import { sized } from './test/sizes.ts'

const { args, ...browser } = await findChromium()
/** Pages that live for seconds do not gain what optimising their code costs: without it, this part takes 6 % less CPU time. In the chaos run they live longer. */
const scriptFlags = sized(1, 0) === 1 ? ['--js-flags=--no-opt,--no-maglev'] : []

/** End-to-end tests: every spec on the browser shell, and on Electron where it can run. Where it cannot, one spec is skipped and says why. */
export default defineConfig<object, { shell: 'web' | 'electron' }>({
  testDir: 'e2e/specs',
  testIgnore: leftOut.map((file) => `**/${file}`),
  // Node loads the sources by itself, as everywhere else: translating them took twice as long as starting.
  build: { external: ['**/*.ts'] },
  outputDir: path.join(os.tmpdir(), `patchbay-e2e-results-${process.getuid?.() ?? 0}`),
  preserveOutput: 'failures-only',
  workers: 2,
  fullyParallel: true,
  // Conditions come late on a busy machine; only a test that fails waits so long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: [...args, ...scriptFlags], ...browser },
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'web', use: { shell: 'web' } },
    { name: 'electron', use: { shell: 'electron' }, ...(electronMissing() !== undefined && { testMatch: 'workspaces.spec.ts' }) },
  ],
})
