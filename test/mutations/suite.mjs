/** Safeties of the suite itself: it gives the same result on every day and every machine. The fields are explained in list.mjs. */
export const suiteMutations = [
  {
    name: 'the one clock of the screen',
    promise: 'F22',
    file: 'src/renderer/features/state/clock.ts',
    find: '= useState(read)\n',
    replace: '= useState(realTime)\n',
    tests: ['src/renderer/features/conversations/conversation-list.test.tsx'],
  },
  {
    name: 'the end of a watch with its link',
    promise: 'F20',
    file: 'src/io/watch-folder.ts',
    find: 'await Promise.all([this.#hint.close(), this.#pass])',
    replace: 'await this.#pass',
    tests: ['src/io/watch-folder.test.ts'],
    only: 'leaves no watch',
  },
  {
    name: 'the end of a connection to Ably with its link',
    promise: 'F20',
    file: 'src/protocols/jaibber/ably/supervised-connection.ts',
    find: '    this.#client?.close()\n    this.#window.close()',
    replace: '    this.#window.close()',
    tests: ['test/soak.test.ts'],
  },
]
