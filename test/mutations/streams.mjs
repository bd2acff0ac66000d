const rows = ['src/renderer/features/feed/stream-text.test.tsx']
const anchor = ['src/renderer/features/feed/row-anchor.test.ts']
const sense = ['src/renderer/features/feed/scroll-sense.test.ts']
const card = ['src/renderer/features/feed/team-card.test.tsx']
const composer = ['src/renderer/features/composer/team-composer.test.tsx']
const mention = ['src/renderer/features/composer/mention-at.test.ts']
const project = ['src/renderer/features/projects/project-pane.test.tsx']

/** Safeties of the screen of teams: answers that grow, what is read stays, names, projects. The fields are explained in list.mjs. */
export const streamMutations = [
  {
    name: 'texts of all answers together are bounded',
    promise: 'F18',
    file: 'src/engine/live-texts.ts',
    find: 'if (growth > 0 && chars + growth > limits.liveChars) return false',
    replace: '',
    tests: ['src/engine/live-texts.test.ts'],
  },
  {
    name: 'an answer that grows is drawn by its own row alone',
    promise: 'feed',
    file: 'src/renderer/app/live-texts.ts',
    find: 'for (const key of keys) for (const listener of listeners.get(key) ?? []) listener()',
    replace: 'if (keys.length > 0) for (const all of listeners.values()) for (const listener of all) listener()',
    tests: ['src/renderer/app/live-texts.test.ts'],
  },
  {
    name: 'an answer that is complete is told to those who cannot see it',
    promise: 'feed',
    file: 'src/renderer/app/feed-window.ts',
    find: "if (present.body.kind === 'stream' && event.body.kind === 'message' && accept(event)) appended.push(event)",
    replace: '',
    tests: rows,
  },
  {
    name: 'the selection goes on with the message that takes the place of an answer',
    promise: 'feed',
    file: 'src/renderer/app/state/feed.ts',
    find: 'if (selection !== state.selection) Object.assign(next, {',
    replace: 'if (selection === undefined) Object.assign(next, {',
    tests: rows,
  },
  {
    name: 'a cut answer shows what was stored, and nothing that still comes',
    promise: 'F10',
    file: 'src/renderer/features/feed/stream-text.tsx',
    find: "const text = body.state === 'cut' ? body.text : (live ?? body.text)",
    replace: 'const text = live ?? body.text',
    tests: rows,
  },
  {
    name: 'text that grows is text',
    promise: 'F16',
    file: 'src/renderer/features/feed/stream-text.tsx',
    find: '<VisibleText text={isWhole ? text : (clipped ?? text)} />',
    replace: '<span dangerouslySetInnerHTML={{ __html: text }} />',
    tests: rows,
  },
  {
    name: 'what is read stays in its place while rows above it grow',
    promise: 'feed',
    file: 'src/renderer/features/feed/row-anchor.ts',
    find: '        scroller.scrollTop += moved\n',
    replace: '',
    tests: anchor,
  },
  {
    name: 'what the reader scrolls is not taken back',
    promise: 'feed',
    file: 'src/renderer/features/feed/row-anchor.ts',
    find: 'noted.offset - (scroller.scrollTop - noted.scrollTop)',
    replace: 'noted.offset',
    tests: anchor,
  },
  {
    name: 'rows that shrink do not pause following',
    promise: 'feed',
    file: 'src/renderer/features/feed/scroll-sense.ts',
    find: 'now() - settledAt > settleMs',
    replace: 'now() - settledAt > -1',
    tests: sense,
  },
  {
    name: 'an attachment without an address of the web opens nothing',
    promise: 'F16',
    file: 'src/renderer/features/feed/attached-files.tsx',
    find: '{url === undefined ? (',
    replace: '{url === filename ? (',
    tests: card,
  },
  {
    name: 'an error keeps what had come of the answer',
    promise: 'F10',
    file: 'src/renderer/features/feed/team-card.tsx',
    find: '<Failed body={body} partial={partial} />',
    replace: '<Failed body={body} partial={undefined} />',
    tests: card,
  },
  {
    name: 'a mail address opens no list of names',
    promise: 'composer',
    file: 'src/renderer/features/composer/mention-at.ts',
    find: 'return isWord || ',
    replace: 'return ',
    tests: mention,
  },
  {
    name: 'a project is written to by its id, not by a name that two may have',
    promise: 'composer',
    file: 'src/renderer/app/state/draft.ts',
    find: 'return isTeam ? shown.key : (shown.topic ?? shown.key)',
    replace: 'return shown.topic ?? shown.key',
    tests: composer,
  },
  {
    name: 'parts of which some went out are not sent again by a second press',
    promise: 'F10',
    file: 'src/renderer/features/composer/send-parts.tsx',
    find: 'canSubmit={send.fault === undefined}',
    replace: 'canSubmit',
    tests: composer,
  },
  {
    name: 'what is said of a member is text',
    promise: 'F16',
    file: 'src/renderer/features/projects/member-list.tsx',
    find: '<Glyph shape="over" /> <VisibleText text={member.doubt} />',
    replace: '<span dangerouslySetInnerHTML={{ __html: member.doubt }} />',
    tests: project,
  },
  {
    name: 'an answer that was seen while it was written is unread when it is complete',
    promise: 'feed',
    file: 'src/core/fold/unread.ts',
    find: '.map((ord) => ord - 1))',
    replace: '.map(() => upTo))',
    tests: ['src/core/fold/unread.test.ts'],
  },
]
