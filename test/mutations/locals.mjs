const rows = ['src/protocols/jaibber/screen/agents/local-agents.test.tsx']
const dialogs = ['src/protocols/jaibber/screen/agents/local-dialogs.test.tsx']
const prompts = ['src/protocols/jaibber/screen/paste/prompts.test.tsx']

/** Safeties of the screen of agents of this machine and of their prompts. The fields are explained in list.mjs. */
export const localMutations = [
  {
    name: 'an agent started only after its terms were shown',
    promise: 'gate',
    file: 'src/protocols/jaibber/screen/agents/start-agent.tsx',
    find: 'disabled={terms?.ok !== true}',
    replace: 'disabled={false}',
    tests: dialogs,
  },
  {
    name: 'hidden characters of a command named before it is started',
    promise: 'F16',
    file: 'src/protocols/jaibber/screen/agents/start-agent.tsx',
    find: 'const hidden = terms?.ok === true ? hiddenIn(terms.value) : 0',
    replace: 'const hidden = terms?.ok === true ? 0 * hiddenIn(terms.value) : 0',
    tests: dialogs,
  },
  {
    name: 'arguments given exactly as they were written',
    promise: 'agents',
    file: 'src/protocols/jaibber/screen/agents/agent-draft.ts',
    find: "args.split('\\n').filter((line) => line !== '')",
    replace: "args.split(/\\s+/).filter((line) => line !== '')",
    tests: dialogs,
  },
  {
    name: 'amber only for what waits for the operator',
    promise: 'agents',
    file: 'src/protocols/jaibber/screen/agents/local-words.ts',
    find: 'return waitsForPaste(agent) || isAsking ? needsYou : starting',
    replace: 'return needsYou',
    tests: rows,
  },
  {
    name: 'a message of the wire found by its identity in the feed',
    promise: 'agents',
    file: 'src/protocols/jaibber/screen/agents/local-prompts.tsx',
    find: 'showMessage(link, wireIdOf(messageId))',
    replace: 'showMessage(link, link)',
    tests: rows,
  },
  {
    name: 'an answer kept with its own prompt',
    promise: 'agents',
    file: 'src/protocols/jaibber/screen/paste/prompts.ts',
    find: 'return `${link.id} ${item.id}`',
    replace: 'return link.id',
    tests: prompts,
  },
  {
    name: 'an answer kept until it is published',
    promise: 'agents',
    file: 'src/protocols/jaibber/screen/paste/prompts-state.ts',
    find: "      if (!done.ok) return refuse(key, 'answer', done.fault)\n",
    replace: '',
    tests: prompts,
  },
]
