/** Safeties of standing approvals that are kept. The fields are explained in list.mjs. */
export const grantMutations = [
  {
    name: 'standing approvals of a session are bounded',
    promise: 'F18',
    file: 'src/engine/grants.ts',
    find: 'if (kept.size > most) kept.delete(oldest)',
    replace: 'if (kept.size < 0) kept.delete(oldest)',
    tests: ['src/engine/grants.test.ts'],
  },
  {
    name: 'standing approvals that have ended are bounded',
    promise: 'F18',
    file: 'src/engine/grants.ts',
    find: 'listed.slice(0, Math.max(0, listed.length - mostEnded))',
    replace: 'listed.slice(0, 0)',
    tests: ['src/engine/grants.test.ts'],
  },
  {
    name: 'no standing approval for what is asked every time, whoever gives it',
    promise: 'F24',
    file: 'src/engine/grants.ts',
    find: '      const may = checkScope(approval, scope)\n      if (!may.ok) return may\n',
    replace: '',
    tests: ['src/engine/grants.test.ts'],
  },
  {
    name: 'a standing approval that is not stored is not given',
    promise: 'F24',
    file: 'src/engine/grants.ts',
    find: '    if (stored.ok) always.set',
    replace: '    always.set',
    tests: ['src/engine/grants.test.ts'],
  },
  {
    name: 'a standing approval that is not removed stays listed',
    promise: 'F24',
    file: 'src/engine/grants.ts',
    find: '    if (removed.ok) always.delete(id)',
    replace: '    always.delete(id)',
    tests: ['src/engine/grants.test.ts'],
  },
]
