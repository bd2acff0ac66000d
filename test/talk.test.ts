import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { freeTextActs } from '../src/core/acts/free-text.ts'
import { readTalk, readTalkFolder, scoreOf, talkLabels, type LabelledTalk, type TalkLabel } from './corpora/talk.ts'

/** Number of labelled messages from which the figures are meaningful. */
const enough = 500
const corpora = path.join(import.meta.dirname, 'corpora')

/** What Patchbay reads in a message between two. */
function readAs({ from, to, text }: LabelledTalk): readonly TalkLabel[] {
  const acts = freeTextActs({ by: from, to: [to], text, ref: 'w' })
  const labels = acts.flatMap(({ act, move }): readonly TalkLabel[] => {
    if (act === 'ask' || act === 'take' || act === 'ack') return [act]
    return act === 'answer' || move?.delivers === 'begins' ? ['deliver'] : []
  })
  return labels.length === 0 ? ['none'] : labels
}

/** Misses the second message, and finds one ask too many in the last. */
function read({ text }: LabelledTalk): readonly TalkLabel[] {
  return text === '1' ? ['none'] : text === '3' ? ['take', 'ask'] : ['ask']
}

test('the score counts wrong and missing labels', () => {
  const talk = (['ask', 'ask', 'none', 'take'] as const).map((label, index) => ({ from: 'a', to: 'b', text: `${index}`, label }))
  expect(scoreOf(talk, 'ask', read)).toEqual({ precision: 1 / 3, recall: 1 / 2, labelled: 2 })
  expect(scoreOf([], 'ask', read)).toEqual({ precision: 1, recall: 1, labelled: 0 })
  const both = [{ from: 'a', to: 'b', text: '3', label: 'take', also: ['ask'] }] as const
  expect(scoreOf(both, 'ask', read)).toEqual({ precision: 1, recall: 1, labelled: 0 })
  expect(scoreOf(both, 'take', read)).toEqual({ precision: 1, recall: 1, labelled: 1 })
})

test.each(readTalk(path.join(corpora, 'talk-table.jsonl')))('the specification: $text (F27)', (said) => {
  expect(readAs(said)).toContain(said.label)
})

const talk = readTalkFolder(path.join(corpora, 'talk'))
describe.skipIf(talk.length < enough)('messages labelled by a person (F27)', () => {
  test('at least 9 of 10 messages read as an ask, a promise, an acknowledgement or a delivery are one', async ({ annotate }) => {
    for (const label of talkLabels) {
      const { precision, recall, labelled } = scoreOf(talk, label, readAs)
      await annotate(
        `cues, ${label} (${labelled} of ${talk.length} messages): precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
        'F27',
      )
    }
    for (const label of ['ask', 'take', 'ack', 'deliver'] as const)
      expect(scoreOf(talk, label, readAs).precision, label).toBeGreaterThanOrEqual(0.9)
    expect(scoreOf(talk, 'take', readAs).recall).toBeGreaterThanOrEqual(0.65)
    expect(scoreOf(talk, 'deliver', readAs).recall).toBeGreaterThanOrEqual(0.45)
  })
})
