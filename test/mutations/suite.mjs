/** Safeties of the suite itself: what makes it say the same on every day and on every machine. The fields are explained in list.mjs. */
export const suiteMutations = [
  {
    name: 'the one clock of the screen',
    promise: 'F22',
    file: 'src/renderer/app/clock.ts',
    find: '= useState(read)\n',
    replace: '= useState(realTime)\n',
    tests: ['src/renderer/features/conversations/conversation-list.test.tsx'],
  },
]
