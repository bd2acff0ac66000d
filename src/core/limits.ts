/** Every bound on input in one place. Sizes are bytes unless the name says otherwise. */
export const limits = {
  line: 64 * 1024,
  message: 1024 * 1024,
  jsonDepth: 64,
  wsFrame: 2 * 1024 * 1024,
  queuedEvents: 1_000,
  /** Estimated size of the pushes that one subscriber has not taken yet. */
  queuedBytes: 16 * 1024 * 1024,
  /** Per connection: calls that run at once, and subscriptions. */
  callsInFlight: 64,
  subscriptions: 16,
  /** Connections at once to a server on this machine that have shown no token, and how long one may take for the headers of a request, ms. */
  strangers: 512,
  headersMs: 2_000,
  openPages: 32,
  pageRows: 500,
  commandOutput: 256 * 1024,
  nameChars: 128,
  queryChars: 1_000,
  pathChars: 4_096,
  /** Folders that one path goes through. */
  pathFolders: 64,
  observers: 64,
  draftChars: 200_000,
  agentsListed: 2_000,
  conversationsListed: 2_000,
  /** Files that a listing of a workspace names, characters of their paths, and names that the walk for it looks at. */
  listedFiles: 50_000,
  listedChars: 4 * 1024 * 1024,
  walkedNames: 500_000,
  /** A `.gitignore`, and rules in it. */
  ignoreFile: 256 * 1024,
  ignoreRules: 4_096,
  /** A file that is shown to an LLM or changed by its reply, and all contents in one text for an LLM. */
  textFile: 1024 * 1024,
  outboxContents: 4 * 1024 * 1024,
  /** Contents of files that a round changes, kept so that it can be rolled back; and all that are kept in a session home. */
  snapshot: 64 * 1024 * 1024,
  snapshots: 256 * 1024 * 1024,
  /** What one link shows on its own screen, as JSON. */
  linkView: 256 * 1024,
  /** Answers of a workspace that are shown while they are being written. */
  liveTexts: 2_000,
  /** UTF-16 units of all of them together; what is more is shown when it is complete. Far below what a subscriber may have waiting. */
  liveChars: 2 * 1024 * 1024,
  /** UTF-16 units of all file versions that one planned reply makes, compares and searches. */
  planChars: 64 * 1024 * 1024,
  /** Questions that wait for the operator: all, those of one agent, and how many of all are kept for what the operator does. */
  questions: 50,
  questionsOfOne: 5,
  questionsKept: 5,
  /** Conversations that the operator pins. */
  pinned: 200,
  /** What could not be used of one link is counted so far; with more, the count says that there is more. */
  unusable: 200,
  /** The longest wait that a timer takes, ms. */
  timerMs: 2 ** 31 - 1,
} as const
