/** Flow on the screen: what is drawn, what is read, what keys reach. */
const layout = 'src/core/flow'
const state = 'src/renderer/features/flow/state/flow.ts'

export const flowMutations = [
  {
    name: 'an ask is never part of a bundle',
    promise: 'flow',
    file: `${layout}/stems.ts`,
    find: '    if (alone.has(message.event)) {',
    replace: '    if (false) {',
    tests: [`${layout}/stems.test.ts`],
  },
  {
    name: 'two messages of a pair stay two',
    promise: 'flow',
    file: `${layout}/stems.ts`,
    find: 'const isPair = burst.length === 2',
    replace: 'const isPair = burst.length === 1',
    tests: [`${layout}/stems.test.ts`],
  },
  {
    name: 'at most so many stems are drawn',
    promise: 'flow',
    file: `${layout}/stems.ts`,
    find: '  while (bursts.length > most && gap < scale.width) {',
    replace: '  while (false) {',
    tests: [`${layout}/stems.test.ts`],
  },
  {
    name: 'lanes keep their order when something happens',
    promise: 'flow',
    file: `${layout}/lanes.ts`,
    find: '.filter(([key]) => !knownGroups.has(key))',
    replace: '.filter(([key]) => !knownGroups.has(key) || true)',
    tests: [`${layout}/lanes.test.ts`],
  },
  {
    name: 'the worst debts of a lane get a place first',
    promise: 'flow',
    file: `${layout}/debt-bars.ts`,
    find: 'return (a, b) => rank(a) - rank(b) ||',
    replace: 'return (a, b) =>',
    tests: [`${layout}/layout.test.ts`],
  },
  {
    name: 'following reads only the newest part of the window',
    promise: 'flow',
    file: state,
    find: 'rows.to - (isDue ? proofMs : overlapMs)',
    replace: 'rows.from',
    tests: ['src/renderer/features/flow/state/flow.test.ts'],
  },
  {
    name: 'rows far behind the window are forgotten',
    promise: 'flow',
    file: state,
    find: 'flowRows: trimRows(flowRows, wish.from - (wish.to - wish.from))',
    replace: 'flowRows',
    tests: ['src/renderer/features/flow/state/flow.test.ts'],
  },
  {
    name: 'a fault keeps what Flow has read',
    promise: 'flow',
    file: state,
    find: '        isDirty = true\n        return\n',
    replace: '        isDirty = true\n        set({ flowRows: noRows })\n        return\n',
    tests: ['src/renderer/features/flow/state/flow.test.ts'],
  },
  {
    name: 'Flow shows a forged message of the operator like a real one',
    promise: 'flow',
    file: 'src/engine/flow/marks.ts',
    find: '...(wrong !== undefined && { doubt: excerptOf(wrong.text) }),',
    replace: '',
    tests: ['src/engine/handlers/flow.test.ts'],
    only: 'in the name of the operator',
  },
]
