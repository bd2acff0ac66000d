/** Safeties against what grows with names and messages from outside. The fields are explained in list.mjs. */
export const boundMutations = [
  {
    name: 'nothing stays of the folders of agents that are gone',
    promise: 'F20',
    file: 'src/protocols/switchboard/files/agent-watch.ts',
    find: 'if (this.#gone.has(agent) && watch.isOver) this.#leave(agent, watch)',
    replace: '',
    tests: ['src/protocols/switchboard/files/agent-watch.test.ts'],
    only: 'leaves the folders',
  },
  {
    name: 'a folder that this process writes to is watched, even if it is gone',
    promise: 'F20',
    file: 'src/io/watch-folder.ts',
    find: ' && this.#own.size === 0\n',
    replace: '\n',
    tests: ['src/protocols/switchboard/files/agent-watch.test.ts'],
    only: 'as long as this process writes',
  },
]
