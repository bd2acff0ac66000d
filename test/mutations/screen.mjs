/** What the screen must not claim, or lose. The fields are explained in list.mjs. */
export const screenMutations = [
  {
    name: 'nothing is sent without the core',
    promise: 'F9',
    file: 'src/renderer/app/state/compose.ts',
    find: "      if (state.connection.state !== 'open') return fail('unavailable', notLive)\n",
    replace: '',
    tests: ['src/renderer/features/composer/composer.test.tsx'],
    only: 'without the core',
  },
  {
    name: 'no lamp is lit without the core',
    promise: 'F9',
    file: 'src/renderer/ui/lamp.tsx',
    find: "isLive ? shapes[lamp] : 'unknown'",
    replace: 'shapes[lamp]',
    tests: ['src/renderer/features/status/status-bar.test.tsx'],
  },
  {
    name: 'reading what is for you reads nothing else',
    promise: 'F5',
    file: 'src/engine/handlers/conversations.ts',
    find: ' && own?.has(row.id) !== false',
    replace: '',
    tests: ['src/engine/handlers/conversations.test.ts'],
  },
  {
    name: 'a bad header is said, not hidden',
    promise: 'F6',
    file: 'src/protocols/chat/pure/item.ts',
    find: 'isContinuation(text) ? [] : lintMalformed(text.trimEnd(), number)',
    replace: 'isContinuation(text) ? [] : lintMalformed(text.trimEnd(), number).slice(9)',
    tests: ['src/protocols/chat/pure/reader.test.ts'],
  },
]
