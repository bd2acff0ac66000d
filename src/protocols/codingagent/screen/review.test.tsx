import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { TestKeys } from '../../../renderer/features/testing/screen-parts.tsx'
import { fixtureNow } from '../../../renderer/features/testing/fixtures.ts'
import { createHomeClient, fixtureHome, fixtureRound, fixtureRows, fixtureSession, planRow } from './session-fixtures.ts'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import type { StoreEnv } from '../../../renderer/features/state/env.ts'
import type { HomeView, Round } from '../pure/api.ts'
import { withChoices } from './plan-rows.ts'
import { Review } from './review.tsx'
import { shownRow } from './review-state.ts'
import { codingAgentOf } from './slices.ts'

afterEach(cleanup)

const show = async (client = createHomeClient(), env: Partial<StoreEnv> = {}): Promise<Rendered> => {
  const rendered = await renderApp(
    <>
      <Review />
      <TestKeys />
    </>,
    client,
    env,
  )
  act(() => rendered.store.getState().setView('paste'))
  await act(() => codingAgentOf(rendered.store.getState()).loadRound())
  return rendered
}
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.body, { key, code: key === ' ' ? 'Space' : 'any', ...more })
const rows = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Plan' })).getAllByRole('listitem')
const current = (): string | null | undefined => rows().find((row) => row.ariaCurrent === 'true' || row.getAttribute('aria-current'))?.id
const box = (name: RegExp): HTMLElement => screen.getByRole('checkbox', { name })
const at = { session: '9f2c41d0', sequence: 3 }
const withRound = (round: Round, home?: HomeView, more = {}): MockClient => createHomeClient({ round: () => round, ...more }, home)
const withRows = (...plan: readonly ReturnType<typeof planRow>[]): Round => ({
  ...fixtureRound,
  plan: { ...fixtureRound.plan, hash: 'h1', rows: [...plan], lint: [], repairs: 0, prose: [] },
})

describe('the plan', () => {
  test('shows for every row its effect and target, why it is refused or stale, and counts them', async () => {
    await show()
    expect(rows().map((row) => row.textContent)).toEqual([
      '1Createsrc/Memory.cs+18 new file',
      '2Editsrc/Calculator.cs:12–18+9 −7low',
      '3Editsrc/Program.cs:33–38+4 −6 stale Changed since outbox 3: the same lines are now 33–38 and will be used. Keep 31–36',
      '4Rundotnet test --no-restore shell, 30 s',
      "5Delete../other/Legacy.cs  refused REJECTED: Path '../other/Legacy.cs' is outside workspace ",
      '6Message shownM+, M− and MR work, MC clears. Next I need src/Keypad.cs to wire the buttons.',
    ])
    expect(screen.getByText('4 of 5 selected')).toBeTruthy()
    expect(screen.getByText('Dry run passed 10:18:00, nothing written')).toBeTruthy()
  })
  test('a stale row is selected first; j, k and Enter move through the rows', async () => {
    await show()
    expect(current()).toBe('plan-row-3')
    press('j')
    press('ArrowDown')
    press('k')
    expect(current()).toBe('plan-row-4')
    press('Enter')
    expect(document.activeElement?.id).toBe('row-detail')
  })
  test('Space deselects a row; the core is told once', async () => {
    const { client } = await show(createHomeClient({ decide: () => withChoices(fixtureRound, [{ index: 3, apply: false }]) }))
    press(' ')
    expect(screen.getByText('3 of 5 selected')).toBeTruthy()
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 3, apply: false }] }]))
  })
  test('the box for all has three states, and a refused row has no choice', async () => {
    const { client } = await show(withRound(withChoices(fixtureRound, [{ index: 1, apply: false }])))
    const all = screen.getByRole('checkbox', { name: 'Apply all' })
    expect(all).toHaveProperty('indeterminate', true)
    expect(screen.getByRole('checkbox', { name: 'Apply delete ../other/Legacy.cs' })).toHaveProperty('disabled', true)
    fireEvent.click(all)
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 1, apply: true }] }]))
  })
  test('fast ticks are sent in one call, and no older answer undoes a newer tick', async () => {
    const answers: PromiseWithResolvers<Round>[] = []
    const { client } = await show(createHomeClient({ decide: () => (answers.push(Promise.withResolvers()), answers.at(-1)?.promise) }))
    fireEvent.click(box(/Memory/))
    fireEvent.click(box(/Calculator/))
    fireEvent.click(box(/dotnet/))
    expect(asked(client, 'decide').length).toBe(1)
    await act(async () => answers[0]?.resolve(withChoices(fixtureRound, [{ index: 1, apply: false }])))
    expect(screen.getByText('1 of 5 selected')).toBeTruthy()
    await waitFor(() =>
      expect(asked(client, 'decide').at(-1)).toEqual({
        ...at,
        reply: 1,
        choices: [
          { index: 2, apply: false },
          { index: 4, apply: false },
        ],
      }),
    )
  })
  test('the lines of an edit can be those named in the reply', async () => {
    const { client } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Keep 31–36' }))
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 3, rebase: 'kept' }] }]))
  })
  test('lint links to its row, and text outside commands can be read', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'reply:53' }))
    expect(current()).toBe('plan-row-5')
    const fold = screen.getByText('Text outside commands').closest('details')
    act(() => {
      if (fold) fold.open = true
      fireEvent(fold ?? document, new Event('toggle'))
    })
    expect(await screen.findByText(/The memory keys can share it/)).toBeTruthy()
  })
  test('of 2,000 rows only visible ones are drawn', async () => {
    await show(withRound(withRows(...Array.from({ length: 2_000 }, (_, index) => planRow(index + 1, 'READ_FILE', { path: `f${index}` })))))
    expect(rows().length).toBeLessThan(100)
    expect(screen.getByText('2,000 of 2,000 selected')).toBeTruthy()
  })
})

describe('apply', () => {
  test('sends the hash of the plan on screen, then copies the next outbox', async () => {
    const copied: string[] = []
    const done = { ...fixtureRound, state: 'applied' as const }
    const { client, store } = await show(
      createHomeClient({ apply: () => done, outbox: () => ({ text: 'OUT', bytes: 3, tokens: 1, listed: 0, leftOut: [] }) }),
      {
        copy: async (text) => (copied.push(text), { ok: true, value: undefined }),
      },
    )
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(store.getState().toasts[0]?.text).toBe('Round 3 applied, outbox 4 copied'))
    expect(asked(client, 'apply')).toEqual([{ ...at, hash: 'h1' }])
    expect(copied).toEqual(['OUT'])
    expect(asked(client, 'copied')).toEqual([{ ...at, sequence: 4 }])
  })
  test('if the clipboard cannot be written, it says what to do', async () => {
    const { client, store } = await show(createHomeClient({ apply: () => ({ ...fixtureRound, state: 'applied' }) }), {
      copy: async () => fail('unavailable', 'no'),
    })
    fireEvent.click(screen.getByRole('button', { name: /^Apply 4 of 5/ }))
    await waitFor(() => expect(store.getState().toasts[0]?.detail).toBe('copy outbox 4 in step 1'))
    expect(asked(client, 'copied')).toEqual([])
  })
  test('a plan that has changed is not applied, and the differences are named', async () => {
    const newer = withRows(...fixtureRows.map((row) => (row.index === 2 ? { ...row, state: 'stale' as const } : row)))
    let isLater = false
    const client = createHomeClient({
      round: () => (isLater ? newer : fixtureRound),
      apply: () => ((isLater = true), fail('conflict', 'The plan is another one by now.')),
    })
    await show(client)
    press('Enter', { ctrlKey: true })
    await screen.findByText('The plan is another one by now.')
    await screen.findByText(/changed since your review/)
    expect(current()).toBe('plan-row-2')
    press('j')
    fireEvent.click(screen.getByRole('button', { name: 'row 2' }))
    expect(current()).toBe('plan-row-2')
    expect(asked(client, 'apply').length).toBe(1)
  })
  test('hidden characters disable the key and are shown in full', async () => {
    const row = planRow(1, 'RUN_COMMAND', { text: 'rm build \u202E# txt\u001B[2K', hidden: ['U+202E', 'ESC'] })
    const { client } = await show(withRound(withRows(row)))
    expect(rows()[0]?.textContent).toContain('Contains hidden characters: U+202EESC')
    press('Enter', { ctrlKey: true })
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText('Exact text of row 1').textContent).toBe('rm build U+202E# txtESC[2K')
    expect(document.activeElement?.textContent).toContain('Cancel')
    expect(asked(client, 'apply')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply anyway' }))
    await waitFor(() => expect(asked(client, 'apply').length).toBe(1))
  })
  test('of a file the lines with hidden characters are shown', async () => {
    const row = planRow(1, 'CREATE_FILE', { path: 'a.ts', hidden: ['U+202E'] })
    const answer = { diff: () => ({ path: 'a.ts', hunks: [], body: '\ufeffplain\r\nif (a\u202E) {\nplain\n' }) }
    await show(withRound(withRows(row), undefined, answer))
    press('Enter', { ctrlKey: true })
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByLabelText('Exact text of row 1')).textContent).toBe('2: if (aU+202E) {')
    expect(dialog.getByText('a.ts')).toBeTruthy()
  })
  test('a reply without commands cannot be applied, with the reason', async () => {
    await show(withRound(withRows()))
    expect(screen.getByText('The reply contains no commands. Discard it and paste another.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /outbox 4/ })).toHaveProperty('disabled', true)
  })
  test('with nothing selected the results are still sent back', async () => {
    await show(withRound(withRows(planRow(1, 'PARSE_ERROR', { text: 'no end', state: 'refused', apply: false }))))
    expect(screen.getByRole('button', { name: /^Answer with outbox 4/ })).toHaveProperty('disabled', false)
  })
  test('nothing can be changed in a home that another Patchbay has locked', async () => {
    const readOnly = fail('conflict', 'Another Patchbay has this home open.').fault
    const { client } = await show(withRound(fixtureRound, { ...fixtureHome, readOnly }))
    press(' ')
    press('Enter', { ctrlKey: true })
    expect(screen.getByRole('button', { name: /^Apply/ })).toHaveProperty('disabled', true)
    expect(screen.getByText('Another Patchbay has this home open.')).toBeTruthy()
    expect([...asked(client, 'decide'), ...asked(client, 'apply')]).toEqual([])
  })
  test('nothing is applied while the operator has halted', async () => {
    const { client } = await show(withRound(fixtureRound, { ...fixtureHome, halted: '7F3K' }))
    press('Enter', { ctrlKey: true })
    expect(screen.getByRole('button', { name: /^Apply/ })).toHaveProperty('disabled', true)
    expect(screen.getByText(/7F3K/)).toBeTruthy()
    expect(asked(client, 'apply')).toEqual([])
  })
})

test('during a run the output is live, with the exact command, the progress and Stop', async () => {
  const run = { ...at, index: 4, done: 3, total: 4, command: 'dotnet test\u001B', output: '3 passed', startedAt: fixtureNow - 2_000 }
  const { client } = await show(withRound({ ...fixtureRound, state: 'applying' }, { ...fixtureHome, run }))
  expect(screen.getByText('3 of 4 done')).toBeTruthy()
  expect(screen.getByRole('log').textContent).toBe('3 passed')
  expect(screen.getByLabelText('Running').textContent).toContain('dotnet testESC')
  client.setState({ views: [{ link: 'l9', view: { ...fixtureHome, run: { ...run, output: '3 passed\n4 passed' } } }] })
  await waitFor(() => expect(screen.getByRole('log').textContent).toContain('4 passed'))
  press('k')
  expect(screen.queryByRole('log')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(asked(client, 'stop')).toEqual([{ session: '9f2c41d0' }]))
})

test('an older round is shown with its results and without choices', async () => {
  const results = fixtureRows.map((row) => ({
    ...row,
    result: { type: row.type, success: row.index !== 4, summary: `Result ${row.index}`, output: 'boom' },
  }))
  await show(withRound({ ...withRows(...results), state: 'applied' }))
  expect(screen.getByRole('heading', { name: 'Results of round 3' })).toBeTruthy()
  expect(rows()[3]?.textContent).toContain('failedResult 4')
  expect(current()).toBe('plan-row-4')
  expect(screen.getByLabelText('Output').textContent).toBe('boom')
  expect(screen.getByRole('checkbox', { name: 'Apply all' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Apply|Dry run/ })).toBeNull()
})

test('a round that a crash interrupted says so, and can be continued', async () => {
  const { client } = await show(withRound({ ...fixtureRound, state: 'interrupted', interrupted: 'RUN_COMMAND' }))
  expect(screen.getByRole('alert').textContent).toContain('will not be run again')
  expect(screen.getByRole('checkbox', { name: 'Apply all' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Dry run' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Continue with the rest/ }))
  await waitFor(() => expect(asked(client, 'apply')).toEqual([{ ...at, hash: 'h1' }]))
})

test('the end of the session can be left out', async () => {
  const { client } = await show(withRound(withRows(planRow(1, 'DONE', { text: 'All of it.', state: 'shown' }))))
  expect(screen.getByText('Applying ends the session.')).toBeTruthy()
  expect(screen.getByTitle('Applying this round ends the session').textContent).toBe('last round')
  fireEvent.click(screen.getByRole('checkbox', { name: /Apply done/ }))
  expect(screen.getByText('Nothing is applied. Outbox 4 explains why and is copied.')).toBeTruthy()
  await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 1, apply: false }] }]))
})

test('a round whose outbox is still being written is not requested', async () => {
  const { client, store } = await show(withRound(fixtureRound, { ...fixtureHome, sessions: [{ ...fixtureSession, sequence: 4 }] }))
  expect(asked(client, 'round')).toEqual([])
  expect(codingAgentOf(store.getState()).session.fault).toBeUndefined()
})

test('a long command says how much of it is not shown', async () => {
  const text = `${'x'.repeat(20)}\n`.repeat(9)
  await show(withRound(withRows(planRow(1, 'RUN_COMMAND', { text }), planRow(2, 'RUN_COMMAND', { text: 'a\nb' }))))
  expect(rows()[0]?.textContent).toContain('22 more characters: see details')
  expect(rows()[1]?.textContent).toContain('Runa\nb')
})

describe('a reply that can be repaired', () => {
  const original = '[READ_FILE path=“a”]\n'
  const came: Round = {
    ...withRows(),
    reply: { number: 1, text: original, characters: 21, at: 0, from: 'clipboard' },
    plan: { hash: 'h1', rows: [], lint: [], repairs: 1, prose: [] },
  }
  const mended: Round = {
    ...withRows(planRow(1, 'READ_FILE', { path: 'a' })),
    reply: { number: 2, text: '[READ_FILE path="a"]\n', original, characters: 21, at: 0, from: 'clipboard' },
  }

  test('is repaired with one click, which shows what changed; it can be undone then and later', async () => {
    const { client } = await show(withRound(came, undefined, { repair: () => mended, unrepair: () => came }))
    expect(screen.getByText('Repair this reply to read its commands.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Repair' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reply repaired' }))
    expect(asked(client, 'repair')).toEqual([{ ...at, hash: 'h1' }])
    expect(dialog.getByRole('deletion').textContent).toBe('[READ_FILE path=“a”]')
    expect(dialog.getByRole('insertion').textContent).toBe('[READ_FILE path="a"]')
    fireEvent.click(dialog.getByRole('button', { name: 'Show plan' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(rows()).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Undo repair' }))
    await waitFor(() => expect(asked(client, 'unrepair')).toEqual([{ ...at, reply: 2 }]))
    expect(await screen.findByRole('button', { name: 'Repair' })).toBeTruthy()
  })
})

describe('a long plan', () => {
  const many = Array.from({ length: 20 }, (_, place) => planRow(place + 1, 'CREATE_FILE', { path: `src/${place}.ts` }))
  const grave = many.map((row) => {
    if (row.index === 9) return planRow(9, 'DELETE_FILE', { path: '../x', state: 'refused', apply: false })
    if (row.index === 12) return planRow(12, 'EDIT_FILE', { path: 'b', state: 'stale' })
    return row.index === 15 ? planRow(15, 'READ_FILE', { path: '.env', guard: 'secret', apply: false }) : row
  })

  test('names what is refused, stale or secret first, and links there', async () => {
    const { store } = await show(withRound(withRows(...grave)))
    const first = within(screen.getByRole('region', { name: 'Review first' }))
    expect(first.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Row 9, refused',
      'Row 12, stale',
      'Row 15, may be secret',
    ])
    fireEvent.click(first.getByRole('button', { name: 'Row 15, may be secret' }))
    expect(shownRow(codingAgentOf(store.getState()))?.index).toBe(15)
  })

  test('groups similar findings, errors first', async () => {
    const lint = [
      ...many.map(({ line }) => ({ rule: 'CA016', line, severity: 'warning', message: 'Other programs run it.' }) as const),
      { rule: 'CA020', line: 90, severity: 'error', message: 'Path leaves the workspace' } as const,
    ]
    await show(withRound({ ...withRows(...many), plan: { hash: 'h1', rows: many, lint, repairs: 0, prose: [] } }))
    const list = within(screen.getByRole('region', { name: 'Lint' }))
    expect(
      list
        .getAllByText(/^CA0/)
        .slice(0, 2)
        .map((code) => code.textContent),
    ).toEqual(['CA020', 'CA016'])
    expect(list.getByRole('group').textContent).toContain('20')
  })

  test('the box for all leaves out what may be secret', async () => {
    const some = [
      planRow(1, 'CREATE_FILE', { path: 'a', apply: false }),
      planRow(2, 'READ_FILE', { path: '.env', guard: 'secret', apply: false }),
    ]
    const { client } = await show(withRound(withRows(...some)))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Apply all' }))
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 1, apply: true }] }]))
  })
})
