import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'
import { enterSurroundings } from './scripts/surroundings.mjs'
import { aloneTests } from './test/alone-tests.ts'
import { leftOut } from './test/long-tests.mjs'

enterSurroundings()

/**
 * How long a test waits for a condition, ms: on a busy machine it comes late. Runs of mutations, where a wait in vain is the usual end, have less
 * patience. A whole test has time for several conditions.
 */
const patienceMs = Number(process.env['PATCHBAY_PATIENCE'] ?? 40_000)
const testTimeout = Math.max(30_000, 4 * patienceMs)
/** `expect.poll` waits one second by default. */
const expecting = { poll: { timeout: patienceMs } }

const node = {
  environment: 'node',
  testTimeout,
  hookTimeout: 2 * testTimeout,
  expect: expecting,
  setupFiles: 'test/node-setup.ts',
  // Node loads the sources by itself, as everywhere else: Vite's copies of them, and their way to the workers, took a tenth of the CPU time.
  experimental: { viteModuleRunner: false },
  env: {
    // electron-builder's loader of configurations would leave its cache in the system's folder for temporary files.
    JITI_FS_CACHE: 'false',
    // Programs that tests start again and again start in half the time; the command and the end-to-end tests use the same cache.
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules', '.cache', 'patchbay'),
  },
} as const

/** Node (unit, property, integration), and components in happy-dom. `electron` is always the fake. */
export default defineConfig({
  test: {
    // Many tests wait for files and processes, so that more of them than cores keep the cores busy.
    maxWorkers: availableParallelism() + 1,
    provide: { patienceMs },
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['src/**/*.test.ts', 'src/**/*.prop.ts', 'test/**/*.test.ts'],
          exclude: ['src/renderer/**', 'src/protocols/*/screen/**', 'test/chaos/**', ...aloneTests, ...leftOut],
          // Files share their worker's modules: most take longer to load than to run.
          isolate: false,
        },
      },
      { test: { ...node, name: 'alone', include: aloneTests, exclude: [...leftOut] } },
      {
        plugins: [react()],
        // A mutated copy of the sources has its packages elsewhere, and texts of packages are imported as they are.
        server: { fs: { strict: false } },
        test: {
          name: 'components',
          environment: 'happy-dom',
          testTimeout,
          expect: expecting,
          include: ['src/renderer/**/*.test.{ts,tsx}', 'src/protocols/*/screen/**/*.test.{ts,tsx}'],
          exclude: [...leftOut],
          isolate: false,
          setupFiles: 'src/renderer/features/testing/test-page.ts',
        },
      },
    ],
  },
})
