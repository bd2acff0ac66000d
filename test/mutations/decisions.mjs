/** What the operator decides in several windows, and in a flood. The fields are explained in list.mjs. */
export const decisionMutations = [
  {
    name: 'what was not sent is sent again only after its author was told what was said since',
    promise: 'F27',
    file: 'src/engine/handlers/messages.ts',
    find: ' ?? whyNotAgain(room.value, id, caller.id)',
    replace: '',
    tests: ['src/engine/handlers/desk.test.ts'],
    only: 'sent again only after',
  },
  {
    name: 'a decision of the operator waits for no pause of the pushes',
    promise: 'F27',
    file: 'src/engine/hub.ts',
    find: '      pauseMs = 0\n',
    replace: '',
    tests: ['src/engine/hub.test.ts'],
    only: 'what the operator decided',
  },
  {
    name: 'a decision of the operator waits for no rest of the lists',
    promise: 'F27',
    file: 'src/engine/desk/current-lists.ts',
    find: 'changedKeys.add(key)\n      restUntil = Number.NEGATIVE_INFINITY\n',
    replace: 'changedKeys.add(key)\n',
    tests: ['src/engine/desk/desk.test.ts'],
    only: 'a decision shows',
  },
  {
    name: 'no answer goes to a question that was put in the place of another without a word',
    promise: 'F24',
    file: 'src/engine/desk/overtaken.ts',
    find: "  if (row === undefined) return overtaken('What was asked here was changed or is no longer there. Look at it again.')\n  const { state } = row.debt",
    replace: "  const state = row?.debt.state ?? 'open'",
    tests: ['src/engine/handlers/desk.test.ts'],
    only: 'was replaced',
  },
]
