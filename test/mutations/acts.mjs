/** Acts, ledgers and texts of the desk: what protocols read from events, and what the operator's messages can do. */
export const actMutations = [
  {
    name: 'nobody asks himself',
    promise: 'F27',
    file: 'src/core/acts/sound.ts',
    find: ".filter((name) => act.act !== 'ask' || name !== act.by)",
    replace: '',
    tests: ['test/acts.test.ts'],
  },
  {
    name: 'a reminder is never a report',
    promise: 'F27',
    file: 'src/protocols/switchboard/pure/acts-of.ts',
    find: "if (data['reminder'] !== undefined)",
    replace: 'if (false)',
    tests: ['src/protocols/switchboard/pure/acts-of.test.ts'],
  },
  {
    name: 'a question back is no answer',
    promise: 'F27',
    file: 'src/protocols/switchboard/pure/acts-of.ts',
    find: "(cue === undefined || move.delivers === 'begins')",
    replace: 'true',
    tests: ['src/protocols/switchboard/pure/acts-of.test.ts'],
  },
  {
    name: 'a doubted answer proves no step',
    promise: 'F27',
    file: 'src/core/ledger.ts',
    find: ' || act.doubt !== undefined',
    replace: '',
    tests: ['test/ledger.test.ts'],
  },
  {
    name: 'quoted text mentions nobody',
    promise: 'F17',
    file: 'src/core/desk-draft.ts',
    find: '[@＠﹫',
    replace: '[',
    tests: ['test/desk-texts.test.ts'],
  },
]
