import type { Link } from '../../../core/link.ts'
import type { HomeView, FileDiff, PlanRow, Round, SessionRow } from '../pure/api.ts'
import { createMockClient, type MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { answerCalls, type LinkAnswers } from '../../../renderer/features/testing/link-calls.ts'
import { fixtureLink, fixtureNow, fixtureState } from '../../../renderer/features/testing/fixtures.ts'

/** A session that waits for the review of its third reply. */
export const fixtureSession: SessionRow = {
  id: '9f2c41d0',
  task: 'Calculator sample for the docs site',
  workspace: '/home/mira/tidepool',
  createdAt: fixtureNow - 3_600_000,
  updatedAt: fixtureNow - 360_000,
  sequence: 3,
  isComplete: false,
  mode: 'ask',
  rounds: [
    { sequence: 1, state: 'applied', failed: 0, copiedAt: fixtureNow - 3_000_000 },
    { sequence: 2, state: 'applied', failed: 1, copiedAt: fixtureNow - 2_000_000 },
    { sequence: 3, state: 'replied', failed: 0, copiedAt: fixtureNow - 360_000 },
  ],
}

export const fixtureHome: HomeView = {
  home: '/home/mira/tidepool/.codingagent',
  workspace: '/home/mira/tidepool',
  confinement: 'Commands run in a process namespace of their own, with the network.',
  active: '9f2c41d0',
  sessions: [fixtureSession],
  more: 0,
  damaged: [],
}

/** A row of a plan; `ready` and selected unless it is told otherwise. */
export function planRow(index: number, type: PlanRow['type'], more: Partial<PlanRow> = {}): PlanRow {
  return {
    index,
    type,
    line: index * 10,
    added: 0,
    removed: 0,
    risk: 'low',
    state: 'ready',
    notes: [],
    hidden: [],
    apply: true,
    isEdited: false,
    ...more,
  }
}

export const fixtureRows: readonly PlanRow[] = [
  planRow(1, 'CREATE_FILE', { path: 'src/Memory.cs', added: 18, risk: 'new file' }),
  planRow(2, 'EDIT_FILE', {
    path: 'src/Calculator.cs',
    range: { from: 12, to: 18, saidFrom: 12, saidTo: 18 },
    added: 9,
    removed: 7,
  }),
  planRow(3, 'EDIT_FILE', {
    path: 'src/Program.cs',
    range: { from: 33, to: 38, saidFrom: 31, saidTo: 36, foundFrom: 33, foundTo: 38 },
    added: 4,
    removed: 6,
    state: 'stale',
    rebase: 'moved',
    notes: ['Changed since outbox 3: the same lines are now 33–38 and will be used.'],
  }),
  planRow(4, 'RUN_COMMAND', { text: 'dotnet test --no-restore', risk: 'shell, 30 s' }),
  planRow(5, 'DELETE_FILE', {
    path: '../other/Legacy.cs',
    state: 'refused',
    apply: false,
    notes: ["REJECTED: Path '../other/Legacy.cs' is outside workspace"],
  }),
  planRow(6, 'MESSAGE', {
    text: 'M+, M− and MR work, MC clears. Next I need src/Keypad.cs to wire the buttons.',
    state: 'shown',
    apply: false,
  }),
]

export const fixtureRound: Round = {
  session: '9f2c41d0',
  sequence: 3,
  state: 'replied',
  reply: { number: 1, text: '[CREATE_FILE path="src/Memory.cs"]\n…', characters: 2_140, at: fixtureNow - 60_000, from: 'clipboard' },
  plan: {
    hash: 'h1',
    rows: [...fixtureRows],
    repairs: 0,
    lint: [
      { rule: 'CA014', line: 41, severity: 'warning', message: 'EDIT_FILE on a file that changed since it was shown' },
      { rule: 'CA020', line: 53, severity: 'error', message: 'Path leaves the workspace' },
    ],
    prose: [{ line: 1, text: 'I moved the value into its own class.\nThe memory keys can share it.' }],
    dryRun: { at: fixtureNow, failed: 0 },
  },
}

/** The diff of row 2, with `changes` changes that have eight lines of context between them. */
export function fixtureDiff(path = 'src/Calculator.cs', changes = 1): FileDiff {
  return {
    path,
    hunks: Array.from({ length: changes }, (_, hunk) => {
      const at = hunk * 20 + 9
      return {
        lines: [
          { kind: 'same', before: at, after: at, text: 'public class Calculator' },
          { kind: 'del', before: at + 1, text: '    public double Last;' },
          { kind: 'del', before: at + 2, text: '' },
          { kind: 'add', after: at + 1, text: '    private readonly Memory _memory = new();' },
          { kind: 'same', before: at + 3, after: at + 2, text: '}' },
        ],
      }
    }),
    body: '    private readonly Memory _memory = new();\n',
  }
}

const link: Link = { ...fixtureLink, id: 'l9', protocol: 'codingagent', name: '.codingagent', place: '.codingagent', config: {} }

/** An engine with one session home. `answers` say what its methods answer: an output, or a fault made by `fail`. */
export function createHomeClient(answers: LinkAnswers = {}, home: HomeView = fixtureHome): MockClient {
  const all: LinkAnswers = {
    round: () => fixtureRound,
    diff: () => fixtureDiff(),
    outbox: () => ({ text: 'outbox', bytes: 18_412, tokens: 4_600, listed: 3, leftOut: [] }),
    ...answers,
  }
  return createMockClient({
    state: { ...fixtureState, links: [fixtureLink, link], views: [{ link: 'l9', view: home }] },
    handlers: {
      'links.call': answerCalls(all),
    },
  })
}
