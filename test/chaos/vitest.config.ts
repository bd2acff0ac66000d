import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { enterSurroundings } from '../../scripts/surroundings.mjs'

enterSurroundings()

/** The whole `node` project at its large sizes, and tests that only run here. One file at a time, because they compete for the disk. */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  resolve: { alias: { electron: path.join(import.meta.dirname, '../fakes/electron.ts') } },
  test: {
    environment: 'node',
    setupFiles: 'test/patience.ts',
    provide: { patienceMs: 60_000 },
    include: ['src/**/*.test.ts', 'src/**/*.prop.ts', 'test/**/*.test.ts', 'test/chaos/*.chaos.ts'],
    exclude: ['src/renderer/**'],
    testTimeout: 60 * 60_000,
    hookTimeout: 10 * 60_000,
    fileParallelism: false,
  },
})
