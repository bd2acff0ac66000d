/** Pieces of checkpoints: what the folds of debts had, and what changed since. */
const promise = 'F29'

export const trailMutations = [
  {
    name: 'a step of a checkpoint takes out what is no longer needed',
    promise,
    file: 'src/core/fold/debts/trail.ts',
    find: 'kept.has(ref) ? [] : [number]',
    replace: '[]',
    tests: ['src/core/fold/debts/settled.test.ts'],
    only: 'F29',
  },
  {
    name: 'a bucket of a checkpoint has the acts that it had and those that came',
    promise,
    file: 'src/core/fold/debts/bucket-change.ts',
    find: 'changed(known?.[1] ?? [], list)',
    replace: 'changed([], list)',
    tests: ['src/core/fold/debts/trail.prop.ts'],
  },
  {
    name: 'a pair that spoke keeps the lines of the checkpoint before',
    promise,
    file: 'src/core/fold/debts/talk-trail.ts',
    find: "typeof pair === 'number' ? pairs.get(key) : undefined",
    replace: 'pair === undefined ? pairs.get(key) : undefined',
    tests: ['src/core/fold/debts/trail.prop.ts'],
  },
  {
    name: 'an ask that ended is looked at again for what is shown with it',
    promise,
    file: 'src/core/fold/debts/twins.ts',
    find: '      for (const hash of before?.of ?? []) found.delete(hash)\n',
    replace: '',
    tests: ['src/core/fold/debts/trail.prop.ts'],
  },
  {
    name: 'a step of a checkpoint has what changed before it',
    promise,
    file: 'src/core/fold/debts/trail.ts',
    find: 'else if (text !== known.text)',
    replace: 'else if (text === undefined)',
    tests: ['src/core/fold/debts/settled.test.ts'],
  },
  {
    name: 'a cell of a checkpoint has the lines that it had and those that came',
    promise,
    file: 'src/core/fold/debts/trail.ts',
    find: 'new Map(isAll ? [] : cells.get(cell)?.lines)',
    replace: 'new Map<string, SpokenLine>()',
    tests: ['src/core/fold/debts/settled.test.ts'],
    only: 'F29',
  },
]
