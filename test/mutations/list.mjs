/**
 * Safeties, each with the change that takes it away and the tests that must notice.
 * `find` occurs exactly once in `file`: a list that no longer fits the sources fails as stale.
 * `quick`: also in `npm test`. `only`: a pattern of test names, where the file has slow ones.
 */
export const mutations = [
  {
    name: 'core may not import Node',
    promise: 'layers',
    file: 'src/core/fault.ts',
    find: "import { z } from 'zod'\n",
    replace: "import { z } from 'zod'\nimport 'node:fs'\n",
    tests: ['test/imports.test.ts'],
    quick: true,
  },
]
