import { defineConfig } from 'vitest/config'

/** Everything of the `node` project at its large sizes, and the tests that are only run here. One file at a time: they fight for the disk. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  resolve: { alias: { electron: new URL('../fakes/electron.ts', import.meta.url).pathname } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'src/**/*.prop.ts', 'test/**/*.test.ts', 'test/chaos/*.chaos.ts'],
    exclude: ['src/renderer/**'],
    testTimeout: 60 * 60_000,
    hookTimeout: 10 * 60_000,
    fileParallelism: false,
  },
})
