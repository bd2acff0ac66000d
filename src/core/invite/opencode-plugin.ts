import type { Marks } from './marked-part.ts'

/** The lines around our plugin in its file. */
export const pluginMarks: Marks = { begin: '// patchbay: opencode', end: '// /patchbay: opencode' }

/**
 * A plugin for opencode that passes its permission requests on to `patchbay ask`, and the operator's answer back. opencode 1.18 declares a hook `permission.ask`
 * but never calls it; it publishes each request as an event and takes answers over its own API, as its terminal does. The terminal asks at the same time.
 * @param command `patchbay ask` with its options, as words.
 */
export function opencodePlugin(command: readonly string[]): readonly string[] {
  return [
    "// Shows this program's permission requests in Patchbay. Its terminal asks at the same time; the first answer counts.",
    "import { spawn as startAsk } from 'node:child_process'",
    '',
    `const [askProgram, ...askWords] = ${JSON.stringify(command)}`,
    '',
    'export const Patchbay = async ({ client, directory }) => {',
    '  const calls = new Map()',
    '  const asking = new Map()',
    "  process.on('exit', () => asking.forEach((child) => child.kill()))",
    '',
    '  function ask(properties) {',
    "    const child = startAsk(askProgram, askWords, { stdio: ['pipe', 'pipe', 'ignore'] })",
    '    asking.set(properties.id, child)',
    "    let said = ''",
    "    child.stdout.setEncoding('utf8').on('data', (part) => (said += part))",
    "    child.stdin.on('error', () => {})",
    "    child.on('error', () => asking.delete(properties.id))",
    "    child.on('close', () => {",
    '      // Without an answer, or after one in the terminal, there is nothing to do.',
    '      if (!asking.delete(properties.id)) return',
    '      const { behavior, message } = decisionIn(said)',
    "      if (behavior === 'allow') void reply(properties.id, { reply: 'once' })",
    "      if (behavior === 'deny') void reply(properties.id, { reply: 'reject', message })",
    '    })',
    "    child.stdin.end(JSON.stringify({ type: 'permission.asked', cwd: directory, properties, call: calls.get(properties.tool?.callID) }))",
    '  }',
    '',
    '  function decisionIn(text) {',
    '    try {',
    '      return JSON.parse(text).hookSpecificOutput.decision',
    '    } catch {',
    '      return {}',
    '    }',
    '  }',
    '',
    '  // The methods of the client cannot pass on a reason.',
    '  async function reply(requestID, body) {',
    '    await client._client',
    "      .post({ url: '/permission/{requestID}/reply', path: { requestID }, body, headers: { 'Content-Type': 'application/json' } })",
    '      .catch(() => {})',
    '  }',
    '',
    '  return {',
    "    'tool.execute.before': async ({ tool, callID }, { args }) => void calls.set(callID, { tool, args }),",
    "    'tool.execute.after': async ({ callID }) => void calls.delete(callID),",
    '    event: async ({ event }) => {',
    "      if (event.type === 'session.idle') calls.clear()",
    "      if (event.type === 'permission.asked') ask(event.properties)",
    "      if (event.type !== 'permission.replied') return",
    '      const child = asking.get(event.properties.requestID)',
    '      asking.delete(event.properties.requestID)',
    '      child?.kill()',
    '    },',
    '  }',
    '}',
  ]
}
