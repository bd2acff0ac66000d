/** What needs the operator, on the screen. */
const tests = ['src/renderer/features/needs/needs-view.test.tsx']

export const needsMutations = [
  {
    name: 'Ctrl Z in a field takes typing back, not a decision',
    promise: 'F27',
    file: 'src/renderer/features/needs/need-commands.ts',
    find: ' && !isTyping(document.activeElement)',
    replace: '',
    tests,
  },
  {
    name: 'rows of Needs me keep their place under the pointer',
    promise: 'F27',
    file: 'src/renderer/features/needs/needs-view.tsx',
    find: 'useLingering(needs, isIn)',
    replace: 'useLingering(needs, false)',
    tests,
  },
  {
    name: 'an answer on Needs me is apart from the message in the composer',
    promise: 'F27',
    file: 'src/renderer/features/state/draft.ts',
    find: "return view === 'needs' && answer !== undefined ? answerKey(answer.debt) : filterKey(filter)",
    replace: 'return filterKey(filter)',
    tests: ['src/renderer/features/inspector/answer-tab.test.tsx'],
  },
  {
    name: 'an answer whose question cannot be read is not sent as another message',
    promise: 'F27',
    file: 'src/renderer/features/needs/state/answer-draft.ts',
    find: ': asked\n}',
    replace: ': made\n}',
    tests: ['src/renderer/features/inspector/answer-tab.test.tsx'],
  },
  {
    name: 'rows that pass by are not asked about',
    promise: 'F27',
    file: 'src/renderer/features/state/owing.ts',
    find: 'if (shown === next) void ask()',
    replace: 'void ask()',
    tests: ['src/renderer/features/state/owing.test.ts'],
  },
  {
    name: 'a list of debts that is asked for is as of now',
    promise: 'F27',
    file: 'src/engine/desk.ts',
    find: '    nextAt = Math.min(nextAt, made.nextAt ?? Infinity)\n',
    replace: '',
    tests: ['src/engine/handlers/desk.test.ts'],
    only: 'messages on screen',
  },
  {
    name: 'a ring of waiting ends where it closes',
    promise: 'F27',
    file: 'src/engine/desk/waits.ts',
    find: 'seen.has(row.debt.key) || ',
    replace: '',
    tests: ['src/engine/desk/waits.test.ts'],
  },
]
