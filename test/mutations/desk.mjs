/** Safeties of the paste desk's screen. The fields are explained in list.mjs. */
export const deskMutations = [
  {
    name: 'the clipboard left alone in other views and when no reply is awaited',
    promise: 'clipboard',
    file: 'src/renderer/app/state/paste-acts.ts',
    find: "get().view === 'paste' && get().info?.canReadClipboard === true && waitsForReply(get()) && env.isLooking()",
    replace: 'get().info?.canReadClipboard === true',
    tests: ['src/renderer/features/paste/paste-step.test.tsx'],
  },
  {
    name: 'a reply judged before the one that is there is taken back',
    promise: 'paste',
    file: 'src/renderer/app/state/paste-acts.ts',
    find: '      if (!judged.ok) return keep(judged.fault)\n',
    replace:
      "      if (!judged.ok) await get().pasteCall('discard', { session: id, sequence })\n      if (!judged.ok) return keep(judged.fault)\n",
    tests: ['src/renderer/features/paste/paste-step.test.tsx'],
  },
  {
    name: 'an answer about a round that was left, dropped',
    promise: 'paste',
    file: 'src/renderer/app/state/paste.ts',
    find: '      if (mine !== newest) return\n',
    replace: '',
    tests: ['src/renderer/app/state/paste.test.ts'],
  },
]
