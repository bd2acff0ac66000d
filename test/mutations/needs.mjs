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
]
