/** What is said on the screen and to agents has its evidence, and ends with it. The fields are explained in list.mjs. */
const status = { file: 'src/core/fold/status.ts', tests: ['src/core/fold/status.test.ts'] }

export const evidenceMutations = [
  {
    name: 'a status that ends with its link',
    promise: 'agents',
    find: '...(downSince === undefined ? [] : [Math.max(at, downSince)]), ',
    replace: '',
    ...status,
  },
  {
    name: 'a status that has to be said again',
    promise: 'agents',
    find: '...(until === undefined || until > now ? [] : [until])',
    replace: '...[]',
    ...status,
  },
]
