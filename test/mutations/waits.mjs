/** What is stuck, on the screen. */
export const waitsMutations = [
  {
    name: 'a muted pair comes back with its next loop',
    promise: 'F28',
    file: 'src/engine/desk/with-marks.ts',
    find: "verb === 'snooze' && (source === 'loop' || source === 'storm')",
    replace: 'false',
    tests: ['src/engine/desk/stuck.test.ts'],
    only: 'muted',
  },
  {
    name: 'an answer for a ring is sent before its text is shown',
    promise: 'F28',
    file: 'src/renderer/features/waits/use-way-message.ts',
    find: 'if (draft === undefined || source === undefined || !isShown || shown.wire === undefined)',
    replace: 'if (draft === undefined || source === undefined)',
    tests: ['src/renderer/features/waits/waits-dialog.test.tsx'],
    only: 'only with the text that is on the screen',
  },
  {
    name: 'an answer ends one debt of its row',
    promise: 'F27',
    file: 'src/engine/desk/draft.ts',
    find: '    ...(also.length > 0 && { also }),\n',
    replace: '',
    tests: ['src/engine/desk/chat.test.ts'],
    only: 'all debts of the row',
  },
]
