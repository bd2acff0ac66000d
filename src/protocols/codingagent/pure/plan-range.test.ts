import { describe, expect, it } from 'vitest'
import { create, edit, lines, plan, results, rows, written } from '../../../../test/fakes/plan-world.ts'
import type { World } from '../../../../test/fakes/plan-world.ts'

describe('several edits of one file', () => {
  const files = { a: lines(9) }

  it('from the bottom up apply to the lines the LLM saw', () => {
    const reply = edit(8, 8, 'H\nH\n') + edit(5, 6, '') + edit(2, 2, 'B\n')
    expect(written(reply, { files }).at(-1)).toBe('1\nB\n3\n4\n7\nH\nH\n9\n')
    expect(rows(reply, { files }).map((row) => row.notes)).toEqual([[], [], []])
  })

  it('from the top down apply to the lines after earlier edits, with a note', () => {
    const reply = edit(2, 2, 'B\nB\n') + edit(5, 5, 'X\n')
    expect(written(reply, { files }).at(-1)).toBe('1\nB\nB\n3\nX\n5\n6\n7\n8\n9\n')
    expect(rows(reply, { files })[1]).toMatchObject({
      state: 'ready',
      rebase: 'kept',
      range: { from: 5, to: 5, saidFrom: 5, saidTo: 5, foundFrom: 6, foundTo: 6 },
      notes: [
        'An earlier command of this reply moved these lines: 5 no longer means the same lines as in the outbox. Those are now 6; 5 will be used.',
      ],
    })
    const moved = { files, choices: { 2: { rebase: 'moved' } } } as const
    expect(written(reply, moved).at(-1)).toBe('1\nB\nB\n3\n4\nX\n6\n7\n8\n9\n')
    expect(rows(reply, moved)[1]).toMatchObject({ rebase: 'moved', range: { from: 6, to: 6, saidFrom: 5, saidTo: 5 } })
  })

  it('apply to the intended lines when an earlier edit is left out', () => {
    const reply = edit(2, 2, 'B\nB\n') + edit(6, 6, 'X\n')
    const world: World = { files, choices: { 1: { apply: false } } }
    expect(written(reply, world)).toEqual([null, lines(9).replace('5', 'X')])
    expect(rows(reply, world)[1]).toMatchObject({
      state: 'stale',
      notes: ['Not as the reply expects it: the same lines are now 5 and will be used.'],
    })
  })
})

describe('a file that changed since it was shown', () => {
  const shown = { a: { hash: 'old', text: lines(9) } }
  const files = { a: `0\n0\n${lines(9)}` }

  it('the same lines are found and used, unless the operator keeps the numbers', () => {
    const reply = edit(5, 6, 'X\n')
    expect(rows(reply, { files, shown })[0]).toMatchObject({
      state: 'stale',
      apply: true,
      rebase: 'moved',
      range: { from: 7, to: 8, saidFrom: 5, saidTo: 6, foundFrom: 7, foundTo: 8 },
      notes: ['Changed since it was shown: the same lines are now 7–8 and will be used.'],
    })
    expect(written(reply, { files, shown })).toEqual(['0\n0\n1\n2\n3\n4\nX\n7\n8\n9\n'])
    expect(results(reply, { files, shown })[0]?.summary).toBe("Edited 'a' lines 7-8")
    const choices = { 1: { rebase: 'kept' } } as const
    expect(rows(reply, { files, shown, choices })[0]).toMatchObject({
      state: 'stale',
      rebase: 'kept',
      range: { from: 5, to: 6, foundFrom: 7, foundTo: 8 },
      notes: ['Changed since it was shown: the same lines are now 7–8, but 5–6 will be used.'],
    })
    expect(written(reply, { files, shown, choices })).toEqual(['0\n0\n1\n2\nX\n5\n6\n7\n8\n9\n'])
  })

  it('finds the lines of several edits, one after the other', () => {
    const reply = edit(2, 2, 'B\nB\n') + edit(6, 6, 'X\n') + edit(1, 1, '')
    expect(written(reply, { files, shown }).at(-1)).toBe('0\n0\nB\nB\n3\n4\nX\n6\n7\n8\n9\n')
  })

  it('ignores a change further down', () => {
    const row = rows(edit(2, 3, 'X\n'), { files: { a: `${lines(8)}new\n` }, shown })[0]
    expect(row).toMatchObject({ state: 'ready', apply: true, notes: ['Changed since it was shown, but not on lines 2–3.'] })
  })

  it.each([
    [
      'its lines changed',
      { files: { a: lines(9).replace('5', 'five') }, shown },
      'Changed since it was shown: the earlier contents of line 5 are not found in exactly one place.',
    ],
    [
      'its text is not known any more',
      { files, shown: { a: { hash: 'old' } } },
      'Changed since it was shown: the earlier contents of line 5 are not known.',
    ],
  ] as const)('waits for the operator when %s', (_what, world, note) => {
    const [step] = plan(edit(5, 5, 'X\n'), world)
    expect(step).toMatchObject({ row: { state: 'stale', apply: false, notes: [note] }, result: { success: false } })
    expect(step?.effect).toBeUndefined()
    expect(step?.result?.summary).toBe("File 'a' changed since it was shown; READ_FILE it again before changing it")
    expect(plan(edit(5, 5, 'X\n'), { ...world, choices: { 1: { apply: true } } })[0]?.effect?.kind).toBe('write')
  })

  it('is not overwritten or deleted automatically', () => {
    const reply = `${create('a', 'x\n')}[DELETE_FILE path="a"]\n`
    for (const row of rows(reply, { files, shown })) {
      expect(row).toMatchObject({
        state: 'stale',
        apply: false,
        notes: ['The file has changed since it was shown; that change would be lost.'],
      })
    }
    expect(rows(reply, { files, shown, choices: { 1: { apply: true } } }).map((row) => row.state)).toEqual(['stale', 'ready'])
  })

  it('has no such note if it was never shown', () => {
    expect(
      rows(edit(1, 1, '') + create('b', '1\n') + edit(1, 1, '', 'b'), { files, shown: {} }).map((row) => [row.state, row.notes]),
    ).toEqual([
      ['ready', ['The contents of this file were not shown in this session.']],
      ['ready', []],
      ['ready', []],
    ])
  })
})
