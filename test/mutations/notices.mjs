const tests = ['src/engine/notices.test.ts', 'src/core/notice.test.ts']

/** Who hears what, and when. */
export const noticeMutations = [
  {
    name: 'a notification offers only what is safe unread',
    promise: 'F27',
    file: 'src/core/notice-kind.ts',
    find: "  if (source === 'approve') return ['open']\n",
    replace: '',
    tests: ['src/engine/notices.test.ts'],
    only: 'safe unread',
  },
  {
    name: 'a kind that is muted in one conversation is muted in all',
    promise: 'F27',
    file: 'src/core/notice.ts',
    find: '      (mute.kind === undefined || mute.kind === item.kind) &&\n',
    replace: '',
    tests: ['src/core/notice.test.ts'],
    only: 'muted in one conversation',
  },
  {
    name: 'what is read from history is not notified',
    promise: 'F27',
    file: 'src/core/notice.ts',
    find: 'news.filter((item) => item.late !== true)',
    replace: 'news',
    tests,
  },
  {
    name: 'one page only shows a notification',
    promise: 'F27',
    file: 'src/engine/notice-pages.ts',
    find: 'ranked().find(({ caller }) => sendTo(caller, push))?.caller',
    replace: 'ranked().filter(({ caller }) => sendTo(caller, push))[0]?.caller',
    tests,
  },
  {
    name: 'an approval is notified although its agent is muted',
    promise: 'F27',
    file: 'src/core/notice.ts',
    find: ' || item.isApproval === true) return false',
    replace: ') return false',
    tests,
  },
  {
    name: 'an absence becomes one summary',
    promise: 'F27',
    file: 'src/engine/notices.ts',
    find: '    if (at < heldUntil) return wake(heldUntil)\n',
    replace: '',
    tests,
  },
  {
    name: 'mutes one after the other',
    promise: 'F27',
    file: 'src/renderer/features/notices/state/notices.ts',
    find: '      changing = changed\n',
    replace: '',
    tests: ['src/renderer/features/state/late-answers.test.ts'],
    only: 'two mutes',
  },
]
