/** Safeties of permission requests that come from agents' terminals: never an allow that the operator did not give. The fields are explained in list.mjs. */
const promise = 'F24'
const cli = 'src/cli/ask.ts'
const engine = 'src/engine/hook-asks.ts'
const queue = 'src/engine/approvals.ts'
const tests = ['test/ask-command.test.ts']
const pure = 'src/core/hook-ask.ts'
const pureTests = ['src/core/hook-ask.test.ts']

export const hookAskMutations = [
  {
    name: 'a question of a terminal that nobody answers in time says nothing',
    promise,
    file: engine,
    find: "halt !== undefined || done.fault.code === 'refused'",
    replace: 'done.fault.code !== undefined',
    tests,
    only: 'nobody answers in time',
  },
  {
    name: 'only the operator makes an allow',
    promise,
    file: engine,
    find: "    if (done.ok) {\n      record.ended('allowed')",
    replace:
      "    if (done.ok || done.fault.code === 'timeout') {\n      connection.reply({ kind: 'decided', allow: true })\n      record.ended('allowed')",
    tests,
    only: 'nobody answers in time',
  },
  {
    name: 'without a clear answer, the hook prints nothing',
    promise,
    file: cli,
    find: "(reply?.kind === 'decided' ? reply : undefined)",
    replace: "(reply?.kind === 'decided' ? reply : { kind: 'decided', allow: true })",
    tests,
    only: 'Patchbay ends while it waits|when its terminal was faster',
  },
  {
    name: 'wrong options of the hook are no answer to its program',
    promise,
    file: 'src/cli/agent-commands.ts',
    find: 'throw new CommanderError(0, code, message)',
    replace: 'throw new CommanderError(2, code, message)',
    tests,
    only: 'when anything is unclear',
  },
  {
    name: 'while halted, a terminal that waits hears deny',
    promise: 'F28',
    file: engine,
    find: 'if (haltOf(each.workspace, each.agent) !== undefined) each.halted.abort()',
    replace: 'if (haltOf(each.workspace, each.agent) === undefined) each.halted.abort()',
    tests,
    only: 'the answer is deny',
  },
  {
    name: 'while halted, the hook answers by itself where no Patchbay runs',
    promise: 'F28',
    file: cli,
    find: 'if (asking === undefined) return show(halted(), around)',
    replace: 'if (asking === undefined) return',
    tests,
    only: 'the answer is deny',
  },
  {
    name: 'terminals leave places for other questions',
    promise,
    file: queue,
    find: 'ofTerminals.length >= questionsOfTerminals',
    replace: 'ofTerminals.length < 0',
    tests,
    only: 'have a few places',
  },
  {
    name: 'a full list is no refusal of the operator',
    promise,
    file: queue,
    find: "const code = isOfTerminal ? 'too-large' : 'refused'",
    replace: "const code = 'refused'",
    tests,
    only: 'have a few places',
  },
  {
    name: 'equal requests of terminals are answered one by one',
    promise,
    file: queue,
    find: '[terminal.client, terminal.session, terminal.folder, terminal.call]',
    replace: '[terminal.client]',
    tests,
    only: 'of one agent ask the same',
  },
  {
    name: 'a question of a terminal ends with Patchbay',
    promise,
    file: queue,
    find: "approval.effect.kind === 'assign' || approval.effect.terminal !== undefined",
    replace: "approval.effect.kind === 'assign'",
    tests,
    only: 'Patchbay ends while it waits',
  },
  {
    name: 'an approval of a terminal never lasts',
    promise,
    file: 'src/core/approval-text.ts',
    find: "  if (effect.terminal !== undefined) return 'a terminal asks every time'\n",
    replace: '',
    tests: ['src/core/approval-text.test.ts'],
  },
  {
    name: 'everything of the input of a tool is shown',
    promise,
    file: pure,
    find: '.filter(([key]) => !known.shows.includes(key))',
    replace: '.filter(() => false)',
    tests: pureTests,
  },
  {
    name: 'a question to whoever sits at the terminal stays there',
    promise,
    file: pure,
    find: ' || conversations.has(read.data.tool_name)',
    replace: '',
    tests: pureTests,
  },
]
