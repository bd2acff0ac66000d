import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

/** Two projects: Node (unit, property, integration) and components in happy-dom. `electron` is always the fake. */
export default defineConfig({
  test: {
    // Many tests wait for files and processes, so that more of them than cores keep the cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias: { electron: new URL('./test/fakes/electron.ts', import.meta.url).pathname } },
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'src/**/*.prop.ts', 'test/**/*.test.ts'],
          exclude: ['src/renderer/**', 'test/chaos/**'],
          testTimeout: 30_000,
          // electron-builder's loader of configurations would leave its cache in the system's folder for temporary files.
          env: { JITI_FS_CACHE: 'false' },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['src/renderer/app/test-page.ts'],
        },
      },
    ],
  },
})
