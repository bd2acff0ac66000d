import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import { fixtureLocals, fixtureSettings, localAgent } from './local-fixtures.ts'
import { createTeamClient, type TeamClient } from '../team-fixtures.ts'
import { renderApp } from '../testing.ts'
import { LocalAgentForm } from './local-agent-form.tsx'
import { StartAgent } from './start-agent.tsx'
import type { Overlay } from '../../../../renderer/features/state/slices.ts'
import type { AppStore } from '../../../../renderer/features/state/store.ts'
import { localAgentOverlay, startAgentOverlay } from '../overlays.ts'

afterEach(cleanup)

async function show(overlay: Overlay): Promise<{ readonly client: TeamClient; readonly store: AppStore }> {
  const client = createTeamClient([], { agents: [...fixtureLocals, localAgent('a5', {}, { name: 'Idle' })] })
  const { store } = await renderApp(
    <>
      <LocalAgentForm />
      <StartAgent />
    </>,
    client,
  )
  act(() => store.getState().setOverlay(overlay))
  return { client, store }
}

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name })

describe('starting', () => {
  const terms = {
    command: 'claude -p --output-format text < the prompt',
    terms: [
      { label: 'Runs in', value: '/home/mira/tidepool' },
      { label: 'Asked by', value: 'everyone who mentions @Idle in web-console' },
    ],
  }
  const start: Overlay = startAgentOverlay({ link: 'l7', agent: 'a5' })

  test('shows the exact command and its terms, and the safe button has the focus; approving starts it', async () => {
    const { client, store } = await show(start)
    client.answer('startTerms', () => terms)
    client.answer('startAgent', () => ({}))
    act(() => store.getState().setOverlay(undefined))
    act(() => store.getState().setOverlay(start))
    const dialog = await screen.findByRole('dialog', { name: 'Start Idle?' })
    expect((await within(dialog).findByLabelText('Exact command')).textContent).toBe(terms.command)
    expect(dialog.textContent).toContain('everyone who mentions @Idle in web-console')
    expect(document.activeElement?.textContent).toContain('Cancel')
    expect(client.asked('startAgent')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start agent' }))
    await waitFor(() => expect(store.getState().overlay).toBeUndefined())
    expect(client.asked('startAgent')).toEqual([{ agent: 'a5' }])
  })
  test('hidden characters are named and the start button is not the first choice', async () => {
    const { client, store } = await show(start)
    client.answer('startTerms', () => ({ ...terms, command: 'claude \u202E-p' }))
    act(() => store.getState().setOverlay(undefined))
    act(() => store.getState().setOverlay(start))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/Contains 1 hidden character/)
    expect(dialog.querySelector('.raw .ctrl')?.textContent).toBe('U+202E')
    expect(within(dialog).getByRole('button', { name: 'Start agent' }).className).not.toContain('primary')
  })
  test('nothing can be started before the terms are loaded', async () => {
    const { client } = await show(start)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('alert') // the fixture has no startTerms
    expect(within(dialog).getByRole('button', { name: 'Start agent' })).toHaveProperty('disabled', true)
    expect(client.asked('startAgent')).toEqual([])
  })
})

describe('the form', () => {
  test('missing values are shown at their fields, in order, and input stays', async () => {
    const { client } = await show({ kind: 'local agent' })
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'my  coder' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/64 letters/)
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    fireEvent.change(field('Name'), { target: { value: 'Coder 2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one project.')
    fireEvent.click(screen.getByRole('checkbox', { name: 'web-console' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a program.')
    expect(client.asked('saveAgent')).toEqual([])
  })
  test('a well-known program fills the fields, and exactly these are saved', async () => {
    const { client, store } = await show({ kind: 'local agent' })
    client.answer('saveAgent', () => fail('conflict', 'There is an agent named Coder already.', { field: 'name' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Coder' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'web-console' }))
    fireEvent.change(screen.getByLabelText('Preset'), { target: { value: 'Codex' } })
    expect(field('Arguments')).toHaveProperty('value', 'exec\n--json\n-')
    expect(screen.getByLabelText('Output')).toHaveProperty('value', 'codex')
    fireEvent.change(field('Arguments'), { target: { value: 'exec\n--json\n--model\nx y\n-' } })
    expect(screen.getByLabelText('Preset')).toHaveProperty('value', '')
    fireEvent.change(field('Time limit'), { target: { value: '60' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('alert')).textContent).toBe('There is an agent named Coder already.')
    expect(client.asked('saveAgent')).toEqual([
      {
        settings: {
          name: 'Coder',
          projects: ['p-web'],
          instructions: '',
          provider: {
            kind: 'command',
            program: 'codex',
            args: ['exec', '--json', '--model', 'x y', '-'],
            prompt: 'stdin',
            output: 'codex',
            folder: '',
          },
          timeLimit: 60,
        },
      },
    ])
    client.answer('saveAgent', () => ({ agent: 'a9' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(store.getState().overlay).toBeUndefined())
    expect(store.getState().detail.get('agents')).toBe('local:l7:a9')
  })
  test('a paste provider needs no program', async () => {
    const { client } = await show({ kind: 'local agent' })
    client.answer('saveAgent', () => ({ agent: 'a9' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Oracle2' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'web-console' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Paste' }))
    expect(screen.queryByRole('textbox', { name: 'Program' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(client.asked('saveAgent')).toHaveLength(1))
    expect(client.asked('saveAgent')[0]).toEqual(
      expect.objectContaining({ settings: expect.objectContaining({ provider: { kind: 'paste' } }) }),
    )
  })
  test('an existing agent is changed starting from its values', async () => {
    const { client } = await show(localAgentOverlay({ link: 'l7', agent: 'a5' }))
    client.answer('saveAgent', () => ({ agent: 'a5' }))
    await screen.findByRole('dialog', { name: 'Edit agent' })
    expect(screen.getByLabelText('Preset')).toHaveProperty('value', 'Gemini CLI')
    fireEvent.change(field('Instructions'), { target: { value: 'Be brief.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(client.asked('saveAgent')).toEqual([
        { agent: 'a5', settings: { ...fixtureSettings, name: 'Idle', instructions: 'Be brief.' } },
      ]),
    )
  })
})
