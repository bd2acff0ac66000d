import { describe, expect, test } from 'vitest'
import { rounds, talk, type Line } from '../../../test/fakes/talk.ts'
import { findLoop, type Loop } from './loop.ts'
import type { Utterance } from './talk.ts'

const span = 15 * 60_000

interface Case {
  readonly name: string
  readonly lines: readonly Line[]
  readonly step?: number
  /** Period of the loop; 0: none. */
  readonly period: number
  /** Who settled a task, at which line. */
  readonly settled?: readonly { readonly by: string; readonly line: number }[]
  /** Names of the lane that is judged; the others' lines are heard, too. */
  readonly lane?: readonly string[]
}

function judge({ lines, step, settled = [], lane }: Case): Loop | undefined {
  const all = talk(lines, { ...(step !== undefined && { step }) })
  const isInLane = ({ from, to }: Utterance): boolean =>
    lane === undefined || (lane.includes(from) && to.every((name) => lane.includes(name)))
  return findLoop({
    lane: all.filter((said) => said.isHuman !== true && isInLane(said)),
    all,
    people: all.filter(({ isHuman }) => isHuman === true),
    settled: () => settled.map(({ by, line }) => ({ by, at: all[line]?.at ?? 0 })),
    now: all.at(-1)?.at ?? 0,
    span,
  })
}

const thanks: Line[] = [
  ['a', 'b', 'Thanks! Let me know if you need anything else.'],
  ['b', 'a', 'You are welcome, let me know if you need anything.'],
]
const fix: Line[] = [
  ['a', 'b', 'Tests still fail: expected [1, 2, 3], got [1, 3, 2].'],
  ['b', 'a', 'Fixed, please run them again.'],
]
const standingBy: Line[] = [
  ['a', 'b', 'Acknowledged, standing by for your signal.'],
  ['b', 'a', 'Acknowledged, I am standing by for your signal too.'],
]
const index = 'Status: the index is rebuilt, 3 shards left'
const triangle: Line[] = [
  ['a', 'b', index],
  ['b', 'c', index],
  ['c', 'a', index],
]
const review: Line[] = [
  ['c', 'r', 'Please review the retry helper'],
  ['r', 'c', 'Should a date work as well?'],
  ['c', 'r', 'Yes. Added, with a test for a date in the past.'],
  ['r', 'c', 'Approved with one nit, name the constant.'],
  ['c', 'r', 'Fix: order by due and sequence in drain.ts'],
  ['r', 'c', 'Approved.'],
]
const handbook: Line[] = [
  ['c', 'd', 'The code is right: 1 s since the last release.'],
  ['c', 'x', 'The parser of the header is done.'],
  ['c', 'y', 'Which port does the relay use?'],
  ['c', 'z', 'Merged the retry helper.'],
  ['d', 'c', 'What is the default of --poll? The handbook says 2 s.'],
  ['d', 'x', 'The chapter on links is out.'],
  ['d', 'y', 'I need a picture of the board.'],
  ['d', 'z', 'Typos in three pages, mended.'],
]
const alternating: Line[] = [
  ['a', 'b', 'Ready when you are, waiting for the green light'],
  ['b', 'a', 'Waiting for the green light from your side'],
  ['a', 'b', 'Still ready, waiting when you are for the green light'],
  ['b', 'a', 'From your side the green light, waiting'],
  ['a', 'b', 'The green light please, ready and waiting when you are'],
  ['b', 'a', 'Your side gives the green light, waiting'],
  ['a', 'b', 'Ready and waiting for the light, green when you are'],
  ['b', 'a', 'Waiting, the green light comes from your side'],
]

const loops: Case[] = [
  { name: 'thanks for thanks, three times', lines: rounds(thanks, 3), period: 2 },
  { name: 'the same fix that does not help', lines: rounds(fix, 3), step: 90_000, period: 2 },
  { name: 'an acknowledgment of an acknowledgment, in other words', lines: rounds(standingBy, 4), period: 2 },
  { name: 'three in a channel who pass on one status', lines: rounds(triangle, 3), period: 3 },
  {
    name: 'a time in each line',
    lines: rounds(
      [
        ['p', 't', '[10:0#:11] Are you done with it?'],
        ['t', 'p', '[10:0#:12] Not yet, I wait for you.'],
      ],
      4,
    ),
    period: 2,
  },
  {
    name: 'it begins after other talk',
    lines: [
      ...review,
      ...rounds(
        [
          ['c', 'r', 'After you.'],
          ['r', 'c', 'No, after you.'],
        ],
        4,
      ),
    ],
    period: 2,
  },
  {
    name: 'a commit id that changes',
    lines: rounds(
      [
        ['a', 'b', 'Rebased onto a#f3c9d1, go on'],
        ['b', 'a', 'Please rebase, main moved again'],
      ],
      3,
    ),
    period: 2,
  },
  { name: 'two of the operator long before', lines: [['operator', 'a', 'Begin.'], ...rounds(thanks, 3)], period: 2 },
  { name: 'one round takes four lines', lines: rounds([...thanks, ['a', 'b', 'Over and out.'], ['b', 'a', 'Roger that.']], 3), period: 4 },
  { name: 'the words are always the same, their order is not', lines: alternating, period: 2 },
  { name: 'somebody else delivers meanwhile', lines: rounds(thanks, 3), settled: [{ by: 'z', line: 3 }], period: 2 },
]

const none: Case[] = [
  { name: 'twice only', lines: rounds(thanks, 2), period: 0 },
  {
    name: 'progress in numbers',
    lines: Array.from({ length: 6 }, (_, i): Line[] => [
      ['t', 'p', `Running. ${20 * i} of 120, no failure yet.`],
      ['p', 't', 'Status?'],
    ]).flat(),
    period: 0,
  },
  {
    name: 'the operator speaks in between',
    lines: [...thanks, ['operator', 'a', 'Stop thanking each other.'], ...thanks, ['operator', 'a', 'Really, stop.'], ...thanks],
    period: 0,
  },
  { name: 'six different lines of a review, four rounds', lines: rounds(review, 4), period: 0 },
  {
    name: 'a stand-up on six days',
    lines: rounds(
      [
        ['a', 'b', 'Good morning. Ready?'],
        ['b', 'a', 'Ready.'],
      ],
      6,
    ),
    step: 12 * 3_600_000,
    period: 0,
  },
  {
    name: 'one asks again, nobody answers',
    lines: rounds([['a', 'b', 'Any news on the review of src/auth.rs?']], 6),
    step: 60_000,
    period: 0,
  },
  { name: 'both say other things to others in between', lines: rounds(handbook, 5), lane: ['c', 'd'], step: 5_000, period: 0 },
  { name: 'one of them delivers a task in it', lines: rounds(thanks, 3), settled: [{ by: 'a', line: 3 }], period: 0 },
  {
    name: 'a clock that is answered',
    lines: rounds(
      [
        ['cron', 'b', 'Health check, please answer.', 55_000],
        ['b', 'cron', 'All services are up.', 5_000],
      ],
      5,
    ),
    period: 0,
  },
  {
    name: 'a clock that asks two in turn',
    lines: rounds(
      [
        ['cron', 'b', 'Health check, please answer.', 20_000],
        ['b', 'cron', 'All services are up.', 3_000],
        ['cron', 'c', 'Health check, please answer.', 34_000],
        ['c', 'cron', 'All services are up.', 3_000],
      ],
      5,
    ),
    period: 0,
  },
  {
    name: 'the operator speaks to one of them in another place',
    lines: [...rounds(thanks, 2), ['operator', 'b', 'What are you doing?'], ...thanks],
    period: 0,
  },
  {
    name: 'each round is about another file',
    lines: Array.from({ length: 5 }, (_, i): Line[] => [
      ['a', 'b', `Please read chapter ${i}`],
      ['b', 'a', `Read chapter ${i}, fine`],
    ]).flat(),
    period: 0,
  },
  { name: 'rounds that are 6 minutes apart do not fit into the span', lines: rounds(thanks, 4), step: 6 * 60_000, period: 0 },
  {
    name: 'one speaker alone',
    lines: rounds(
      [
        ['a', 'b', 'Beep.'],
        ['a', 'b', 'Boop.'],
      ],
      5,
    ),
    period: 0,
  },
  {
    name: 'eight lines of ordinary talk',
    lines: rounds(review, 1).concat([
      ['c', 'r', 'Merged, thank you for the quick look.'],
      ['r', 'c', 'Next is the parser, I begin tomorrow.'],
    ]),
    period: 0,
  },
]

describe('loops (F28)', () => {
  test.each(loops)('$name is one', (one) => {
    expect(judge(one)?.period).toBe(one.period)
  })

  test.each(none)('$name is none', (one) => {
    expect(judge(one)).toBeUndefined()
  })

  test('a person who speaks makes no loop of what was none: both see the end of the talk in which they are trapped', () => {
    const busy: Line[] = ['One', 'Two', 'Three', 'Four'].map((word) => ['a', 'x', `${word} of the pages is out.`])
    const before: Line[] = [...fix, ...busy, ...fix]
    const alone = judge({ name: '', lines: [...before, ...rounds(fix, 3)], lane: ['a', 'b'], period: 2 })
    const after = judge({ name: '', lines: [...before, ['operator', 'x', 'Good.'], ...rounds(fix, 3)], lane: ['a', 'b'], period: 2 })
    expect(after?.lines).toHaveLength(6)
    expect(alone?.lines).toHaveLength(8)
    expect(judge({ name: '', lines: [...before, ...fix], lane: ['a', 'b'], period: 2 })).toBeUndefined()
  })

  test('its lines and members are those that repeat', () => {
    const found = judge({ name: '', lines: [...review, ...rounds(thanks, 3)], period: 2 })
    expect(found?.members).toEqual(['a', 'b'])
    expect(found?.lines.map(({ text }) => text)).toEqual(rounds(thanks, 3).map(([, , text]) => text))
  })
})
