/** Bounds that several modules share; a bound of one module stands in it. Sizes are bytes unless the name says otherwise. */
export const limits = {
  line: 64 * 1024,
  message: 1024 * 1024,
  /** A line of an export: a message and its bytes, escaped. */
  exportLine: 16 * 1024 * 1024,
  jsonDepth: 64,
  wsFrame: 2 * 1024 * 1024,
  queuedEvents: 1_000,
  /** Estimated size of the pushes that one subscriber has not processed yet. */
  queuedBytes: 16 * 1024 * 1024,
  /** Per connection: concurrent calls, and subscriptions. */
  callsInFlight: 64,
  subscriptions: 16,
  /** Concurrent connections without a valid token to a server on this machine, and how long one may take to send its request headers, ms. */
  strangers: 512,
  headersMs: 10_000,
  openPages: 32,
  pageRows: 500,
  commandOutput: 256 * 1024,
  nameChars: 128,
  queryChars: 1_000,
  pathChars: 4_096,
  /** A case as a file. */
  caseBytes: 512 * 1024 * 1024,
  /** Folders in one path. */
  pathFolders: 64,
  observers: 64,
  draftChars: 200_000,
  agentsListed: 2_000,
  conversationsListed: 2_000,
  /** A listing of a workspace: files, characters of their paths, and names that the walk examines. */
  listedFiles: 50_000,
  listedChars: 4 * 1024 * 1024,
  walkedNames: 500_000,
  /** Size of a `.gitignore`, and number of rules in it. */
  ignoreFile: 256 * 1024,
  ignoreRules: 4_096,
  /** A file that is shown to an LLM or changed by its reply, and all file contents in one text for an LLM. */
  textFile: 1024 * 1024,
  outboxContents: 4 * 1024 * 1024,
  /** File contents that a round changes, kept for rollback; and all of those in a session home. */
  snapshot: 64 * 1024 * 1024,
  snapshots: 256 * 1024 * 1024,
  /** What one link shows on its own screen, as JSON. */
  linkView: 256 * 1024,
  /** Replies of a workspace that are shown while they are being written. */
  liveTexts: 2_000,
  /** UTF-16 units of all of them together; longer text is shown once complete. Far below what a subscriber may have waiting. */
  liveChars: 2 * 1024 * 1024,
  /** UTF-16 units of all file versions that one planned reply creates, compares and searches. */
  planChars: 64 * 1024 * 1024,
  /** Waiting approvals: in total, per agent, and how many of the total are reserved for the operator's own actions. */
  questions: 50,
  questionsOfOne: 5,
  questionsKept: 5,
  /** How many of the waiting approvals may be of agents' own programs in terminals: their names are only claims. */
  questionsOfTerminals: 20,
  /** Conversations that the operator can pin. */
  pinned: 200,
  /** Unusable inputs of one link are counted up to here; beyond, the count says that there are more. */
  unusable: 200,
  /** Agents that were invited into a workspace. */
  invited: 50,
  /** Messages that match a search are counted up to here; beyond, the answer says that there are more. */
  searchCounted: 1_000,
  /** What the journal keeps of a workspace under a kind: characters of an entry (its key, and its value as JSON), and entries of a kind. */
  keptChars: 64 * 1024,
  keptEntries: 10_000,
  /** Debts: characters of a key and of what is owed; open and ended ones that are kept; asks that share one closing move. */
  debtKey: 1_024,
  debtText: 280,
  debtsOpen: 100_000,
  debtsEnded: 20_000,
  turnAsks: 64,
  /** Names that are known to be agents', and as many that were mentioned and are not known to be. */
  knownAgents: 10_000,
  /** Of acts without a debt so far: how many old ones are kept of one pair, and for how many refs. */
  pairActs: 8,
  looseActs: 20_000,
  /** Names of which is kept what they said although they owe nothing: it may answer what is stored later. */
  namesFree: 10_000,
  /** Pairs of names of which the last words to each other are kept. */
  talkPairs: 2_048,
  /** One row of a list of debts: keys in it, agents that wait for it; and keys that one call marks. */
  rowDebts: 500,
  /** Further debts of a row that one message answers. */
  answeredDebts: 200,
  /** Rows of *Needs me* that are pushed to a page. */
  needs: 200,
  rowBlocks: 64,
  /** Messages on screen whose debts one call asks for. */
  eventsOnScreen: 100,
  /** Agents that one condition of stuck agents names, conditions, and arrows of who waits for whom that one call returns. */
  stuckAgents: 64,
  stuck: 100,
  waitArrows: 1_000,
  markedDebts: 500,
  /** Messages that one message of the operator brings with it. */
  alsoSent: 4,
  /** Columns in which a window has seen a task, or put it. */
  columnsSeen: 64,
  /** Links of one workspace, and workspaces that an import adds. */
  links: 64,
  workspaces: 1_000,
  /** Other workspaces whose needs are counted one by one. */
  otherWorkspaces: 64,
  /** Links in the table of a halt, and programs or texts of one link. */
  haltRows: 512,
  haltParts: 200,
  /** Flow: the longest window, ms; events that one page reads; lanes, debts, and recipients of one message that it returns. */
  flowWindow: 26 * 60 * 60_000,
  flowPage: 1_000,
  flowLanes: 200,
  flowDebts: 1_000,
  flowHeads: 64,
  /** Flow: characters of an excerpt; ticks of one answer; parts of one life line; changes of one task. */
  flowText: 160,
  flowChunks: 200,
  flowSpans: 200,
  flowChanges: 100,
  /** Flow: bins of one lane, lanes and links with bins, and minutes of a day with a change of clocks. */
  flowBins: 1_500,
  flowBinLanes: 400,
  flowMinutes: 25 * 60,
  /** The thread that reads the past ends when nobody asks for this long, and its memory goes back, ms. */
  pastReaderMs: 60_000,
  /** The longest delay that a timer accepts, ms. */
  timerMs: 2 ** 31 - 1,
} as const
