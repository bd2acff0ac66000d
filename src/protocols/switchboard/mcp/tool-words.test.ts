import { expect, it } from 'vitest'
import { agentWords } from '../../../../test/suites/tool-words/agents.ts'
import { effectWords } from '../../../../test/suites/tool-words/effects.ts'
import { messageWords } from '../../../../test/suites/tool-words/messages.ts'
import { readingWords } from '../../../../test/suites/tool-words/reading.ts'
import { workflowWords } from '../../../../test/suites/tool-words/workflows.ts'
import { sentencesIn } from '../../../../test/suites/tool-words/sentences.ts'
import { openWordsWorld } from '../../../../test/suites/tool-words/world.ts'

/** The server's descriptions for a language model, by the check that proves them. */
const table = [...agentWords, ...messageWords, ...readingWords, ...workflowWords, ...effectWords]

it('every sentence of the tools has a check, and every check a sentence in use', async () => {
  const world = await openWordsWorld()
  try {
    const client = await world.connect()
    const { tools } = await client.listTools()
    const said = sentencesIn([
      client.getInstructions(),
      ...tools.flatMap((tool) => [tool.description, tool.inputSchema, tool.outputSchema]),
    ])
    const shown = table.flatMap(({ says }) => says)
    expect(said.size).toBeGreaterThan(100)
    expect(shown.filter((sentence) => !said.has(sentence))).toEqual([])
    expect([...said].filter((sentence) => !shown.includes(sentence))).toEqual([])
  } finally {
    await world.close()
  }
})

it.each(table)('it is true: $what', async ({ shows }) => {
  const world = await openWordsWorld()
  try {
    await shows(world)
  } finally {
    await world.close()
  }
})
