/** The lists of the desk, and the rows that they are made of. */
export const deskListMutations = [
  {
    name: 'a row whose questions had one answer leaves the list in time',
    promise: 'F27',
    file: 'src/core/fold/debts/shown.ts',
    find: 'row.spoke !== undefined && now >= row.spoke.until',
    replace: 'row.spoke !== undefined && now < 0',
    tests: ['src/core/fold/debts/rows.test.ts'],
  },
  {
    name: 'a row that is open again is among those that ended no longer',
    promise: 'F27',
    file: 'src/core/fold/debts/shown.ts',
    find: 'if (before !== undefined) ended.remove(before)',
    replace: '',
    tests: ['src/core/fold/debts/settled.test.ts'],
  },
]
