/** Safeties of the engine and its journal that no screen shows. The fields are explained in list.mjs. */
export const engineMutations = [
  {
    name: 'forgetting by the schema: tables of a workspace',
    promise: 'F20',
    file: 'src/io/journal/forget.ts',
    find: "const byWorkspaceNumber = having('workspace', 'INTEGER')",
    replace: "const byWorkspaceNumber = having('workspace', 'INTEGER').filter((table) => table !== 'notes')",
    tests: ['src/io/journal/forget.test.ts'],
  },
  {
    name: 'forgetting by the schema: tables of a source',
    promise: 'F20',
    file: 'src/io/journal/sweep.ts',
    find: '[...forgetPlan(db).bySource.map((table) => `"${table}" WHERE source`), ',
    replace: "['names WHERE source', 'conversations WHERE source', ",
    tests: ['src/io/journal/forget.test.ts'],
  },
]
