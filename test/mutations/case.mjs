/** Cases: what is replaced, and what shows that a case was changed. */
export const caseMutations = [
  {
    name: 'a stored secret is in a case',
    promise: 'F29',
    file: 'src/io/known-secrets.ts',
    find: 'const all = [...values, ...variables,',
    replace: 'const all = [...variables,',
    tests: ['src/cli/case.test.ts'],
    only: 'no secret',
  },
  {
    name: 'a secret in base64 is in a case',
    promise: 'F29',
    file: 'src/io/known-secrets.ts',
    find: "      bytes.toString('base64url'),\n",
    replace: '',
    tests: ['src/cli/case.test.ts'],
    only: 'no secret',
  },
  {
    name: 'a line of a case can be taken out',
    promise: 'F29',
    file: 'src/core/case/chain.ts',
    find: 'const wanted = sha256(before + bare)',
    replace: 'const wanted = sha256(firstHash + bare)',
    tests: ['src/core/case/case.test.ts'],
  },
  {
    name: 'the page of a case says something else than its lines',
    promise: 'F29',
    file: 'src/core/case/page.ts',
    find: 'isCompared && casePage(verified.value, inPage, base64) !== file',
    replace: 'false',
    tests: ['src/core/case/case.test.ts'],
    only: 'does not verify',
  },
]
