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
  {
    name: 'settings that another release stored, kept when settings are written',
    promise: 'F19',
    file: 'src/engine/settings.ts',
    find: 'putSetting(key, { ...stored(), ...change,',
    replace: 'putSetting(key, { ...read().settings, ...change,',
    tests: ['src/engine/settings.test.ts'],
  },
  {
    name: 'settings read key by key',
    promise: 'F19',
    file: 'src/engine/settings.ts',
    find: 'given.filter((name) => !unfit.includes(name))',
    replace: 'given.filter(() => unfit.length === 0)',
    tests: ['src/engine/settings.test.ts'],
  },
]
