import { describe, expect, test } from 'vitest'
import { rounds, talk, type Line } from '../../../test/fakes/talk.ts'
import { findStorm, openClusters, type Storm } from './storm.ts'
import type { Utterance } from './talk.ts'

const span = 10 * 60_000
const text = 'Super: deploy 4.2 is on staging, forward this to the next team'

function judge(all: readonly Utterance[]): Storm | undefined {
  const clusters = openClusters()
  let found: Storm | undefined
  for (const each of all) {
    if (each.isHuman === true) continue
    clusters.dropBefore(each.at - span)
    found = findStorm(
      clusters.add(each)?.lines ?? [],
      all.filter(({ at, isHuman }) => isHuman === true && at <= each.at),
      each.at - span,
    )
  }
  return found
}

const nine = Array.from({ length: 9 }, (_, at) => `g${at}`)
const around = (names: readonly string[], times: number, said = text): Line[] =>
  rounds(
    names.map((name, at): Line => [name, names[(at + 1) % names.length] ?? '', said]),
    times,
  )

interface Case {
  readonly name: string
  readonly said: readonly Utterance[]
}

const storms: (Case & { readonly members: readonly string[] })[] = [
  { name: 'three pass it on in a ring', said: talk(around(['super', 'atlas', 'maven'], 3)), members: ['atlas', 'maven', 'super'] },
  {
    name: 'two, one of whom adds a word',
    said: talk(
      rounds(
        [
          ['a', 'b', text],
          ['b', 'a', `FYI ${text}`],
        ],
        4,
      ),
    ),
    members: ['a', 'b'],
  },
  {
    name: 'a ring of nine over two links',
    said: talk(around(nine, 2)).map((each, at) => ({ ...each, place: at % 2 === 0 ? 'irc|#a' : 'ably|p1' })),
    members: nine,
  },
  {
    name: 'with a time in each',
    said: talk(
      rounds(
        [
          ['a', 'b', '[11:0#:00] The build is green again, pass it on'],
          ['b', 'a', '[11:0#:30] The build is green again, pass it on'],
        ],
        4,
      ),
    ),
    members: ['a', 'b'],
  },
  {
    name: 'other talk in between',
    said: talk(
      rounds(
        [
          ['a', 'b', text],
          ['x', 'y', 'Something else, round #'],
          ['b', 'a', text],
        ],
        4,
      ),
    ),
    members: ['a', 'b'],
  },
  { name: 'a person at the beginning', said: talk([['operator', 'a', text], ...around(['a', 'b'], 4)]), members: ['a', 'b'] },
  {
    name: 'one of the ring tells others, too',
    said: talk(
      rounds(
        [
          ['a', 'b', text],
          ['a', 'c', text, 100],
          ['b', 'a', text],
        ],
        5,
      ),
    ),
    members: ['a', 'b'],
  },
]

const none: Case[] = [
  {
    name: 'one tells nine at once, and one of them says it back',
    said: talk([...nine.map((name): Line => ['lead', name, text, 100]), ['g0', 'lead', text]]),
  },
  {
    name: 'one tells nine',
    said: talk(
      nine.map((name): Line => ['lead', name, text]),
      { step: 100 },
    ),
  },
  {
    name: 'nine acknowledge to one',
    said: talk(
      nine.map((name): Line => [name, 'lead', 'Acknowledged - starting on the deploy']),
      { step: 900 },
    ),
  },
  {
    name: 'everyone acknowledges to two, who acknowledge to each other',
    said: talk(
      ['lead', 'ops'].flatMap((to) =>
        ['lead', 'ops', ...nine].flatMap((from): Line[] => (from === to ? [] : [[from, to, 'Acknowledged, the freeze is noted']])),
      ),
    ),
  },
  {
    name: 'one tells two at once, who say it back, twice',
    said: talk(
      rounds(
        [
          ['a', 'b', text],
          ['a', 'c', text, 100],
          ['b', 'a', text],
          ['c', 'a', text],
        ],
        2,
      ),
    ),
  },
  { name: 'a chain that ends', said: talk(nine.map((name, at): Line => [name, `g${at + 1}`, text])) },
  {
    name: 'two words',
    said: talk(
      rounds(
        [
          ['a', 'b', 'ok'],
          ['b', 'a', 'ok'],
        ],
        5,
      ),
    ),
  },
  { name: 'seven times', said: talk(around(['a', 'b'], 4).slice(0, 7)) },
  { name: 'a person in between', said: talk([...around(['a', 'b'], 3), ['operator', 'b', 'Enough.'], ...around(['a', 'b'], 3)]) },
  {
    name: 'a number that grows',
    said: talk(
      Array.from({ length: 12 }, (_, at): Line => [
        at % 2 === 0 ? 'a' : 'b',
        at % 2 === 0 ? 'b' : 'a',
        `Batch ${at} is through, go on with the next one`,
      ]),
    ),
  },
  { name: 'slower than the span', said: talk(around(['a', 'b'], 5), { step: 100_000 }) },
  { name: 'one who repeats himself to another', said: talk(rounds([['a', 'b', text]], 12)) },
]

describe('echo storms (F28)', () => {
  test.each(storms)('$name is one', ({ said, members }) => {
    expect(judge(said)?.members.toSorted()).toEqual(members.toSorted())
  })

  test.each(none)('$name is none', ({ said }) => {
    expect(judge(said)).toBeUndefined()
  })

  test('the first line is where it was first heard', () => {
    expect(judge(talk(around(['super', 'atlas', 'maven'], 3)))?.lines[0]).toMatchObject({ from: 'super', to: ['atlas'] })
  })
})

test('texts that are alike are one group, whichever words differ', () => {
  const words = Array.from({ length: 20 }, (_, at) => `word${String.fromCodePoint(97 + at)}`)
  for (let at = 0; at < words.length; at++) {
    const clusters = openClusters()
    const [first, second] = talk([
      ['a', 'b', words.join(' ')],
      ['b', 'a', words.toSpliced(at, 1, 'another').join(' ')],
    ]) as [Utterance, Utterance]
    clusters.add(first)
    expect(clusters.add(second)?.lines).toHaveLength(2)
  }
})
