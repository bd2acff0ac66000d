import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { fixtureSwitchboard, rosterRow } from './inbox-fixtures.ts'
import { showInboxes } from './show-inboxes.tsx'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import { inviteOverlay } from '../../../renderer/features/overlays.ts'
import { switchboardOf } from './slices.ts'

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** What the link answers. */
const withShell = (shell: 'running' | 'ended') => ({
  ...fixtureSwitchboard,
  roster: fixtureSwitchboard.roster.map((row) => (row.name === 'build' ? { ...row, shell } : row)),
})
const texts = [
  { id: '2', by: 'boss', text: 'cargo test', at: 0, state: 'ran', beganAt: 0, endedAt: 61_000, exitCode: 101, output: '1 failed\u202E' },
  { id: '1', by: 'le\u202Ead', text: 'rm\u00a0x', at: 0, state: 'not run', output: 'The operator said no.' },
]
const terminal = () => ({ name: 'build', state: 'running', pid: 77, output: 'ok\u001B[31m red', isCut: true, texts })
const deadLetter = () => ({
  text: '{ "id": ',
  fault: { code: 'invalid', message: 'It ends early.' },
  fixedText: '{ "id": "msg_1" }',
})
const delivered = () => ({ id: 'msg_1', file: 'inbox/reviewer/msg_1.json' })
const refused = () => fail('invalid', 'The sender is missing.')

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))

describe('the server', () => {
  const place = { kind: 'server' } as const

  test('copies its token and never draws it', async () => {
    await showInboxes({ place, answers: { token: () => ({ token: 'secret-of-this-life' }) } })
    const row = within(screen.getByText('Token').parentElement ?? document.body)
    fireEvent.click(row.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(copied).toEqual(['secret-of-this-life']))
    expect(document.body.textContent).not.toContain('secret')
  })

  test('shows who is connected and what they call, and disconnects them', async () => {
    const { client } = await showInboxes({ place, answers: { disconnect: () => fail('not-found', 'It is gone already.') } })
    expect(region('Connected clients').getByText('claude-code 2.1')).toBeTruthy()
    expect(region('Tool calls').getByText('Register first.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect coder' }))
    await screen.findByText('It is gone already.')
    expect(asked(client, 'disconnect')).toEqual([{ session: 's1' }])
  })

  test('stops and starts; the reason why it did not start is shown', async () => {
    const { client, unmount } = await showInboxes({ place })
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(asked(client, 'serverOff')).toEqual([{}]))
    unmount()
    const reason = { code: 'unavailable', message: 'Every port is in use.' } as const
    const other = await showInboxes({
      place,
      switchboard: { ...fixtureSwitchboard, server: { ...fixtureSwitchboard.server, state: 'failed', reason } },
    })
    expect(screen.getByText('Every port is in use.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Turn on MCP server' }))
    await waitFor(() => expect(asked(other.client, 'serverOn')).toEqual([{}]))
  })

  test('leads to the invitation of an agent', async () => {
    const { store } = await showInboxes({ place })
    fireEvent.click(screen.getByRole('button', { name: 'Invite an agent…' }))
    expect(inviteOverlay.of(store.getState())).toBeDefined()
  })

  test('of another Patchbay is read-only', async () => {
    await showInboxes({ place, switchboard: { ...fixtureSwitchboard, keeper: { is: 'other', pid: 9 } } })
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Disconnect/ })).toBeNull()
    expect(screen.queryByText('Token')).toBeNull()
  })
})

describe('the roster', () => {
  test('assigns roles, releases names, removes after a confirmation', async () => {
    const { client } = await showInboxes({ place: { kind: 'roster' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Role of coder' }), { target: { value: 'lead' } })
    await waitFor(() => expect(asked(client, 'assignRole')).toEqual([{ name: 'coder', role: 'lead' }]))
    fireEvent.click(screen.getByRole('button', { name: 'reviewer' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Release name' }))
    await waitFor(() => expect(asked(client, 'release')).toEqual([{ name: 'reviewer' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Remove…' }))
    expect(asked(client, 'unregister')).toEqual([])
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(asked(client, 'unregister')).toEqual([{ name: 'reviewer' }]))
  })

  test('keeps an unknown role, and hides nothing', async () => {
    const evil = rosterRow('x', { role: 'bo\u202Ess', status: 'ok', statusMessage: 'all\u200B well' })
    await showInboxes({ place: { kind: 'roster' }, switchboard: { ...fixtureSwitchboard, roster: [evil] } })
    expect(screen.getByRole('combobox', { name: 'Role of x' }).textContent).toContain('bo[U+202E]ss')
    expect(screen.getByText('U+200B')).toBeTruthy()
  })

  test('makes a team of chosen members', async () => {
    const { client, store } = await showInboxes({
      place: { kind: 'roster', team: 'team_1' },
      answers: { createTeam: () => ({ id: 'team_2' }) },
    })
    expect(screen.queryByRole('button', { name: 'build' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Team' }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'docs' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create team' }))
    expect(screen.getByText('Choose at least one member.')).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: /coder/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Create team' }))
    await waitFor(() => expect(switchboardOf(store.getState()).inbox.place).toEqual({ kind: 'roster', team: 'team_2' }))
    expect(asked(client, 'createTeam')).toEqual([{ name: 'docs', members: ['coder'] }])
  })
})

describe('workflows', () => {
  const place = { kind: 'workflows' } as const

  test('completes the next phase with its artifact, and asks for a reason when one is skipped', async () => {
    const { client } = await showInboxes({
      place,
      answers: { completePhase: () => fail('conflict', 'Say why.', { field: 'skipReason' }) },
    })
    expect(region('Workflow accuracy').getByText('docs/notes.md')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Skip to… phase 3' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox', { name: 'Artifacts' }), { target: { value: 'src/a.rs\n\n src/b.rs ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Complete phase 3' }))
    await dialog.findByText('Say why.')
    fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'planned before' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Complete phase 3' }))
    await waitFor(() => expect(asked(client, 'completePhase').length).toBe(2))
    expect(asked(client, 'completePhase')[1]).toEqual({
      workflow: 'accuracy',
      phase: 3,
      artifacts: ['src/a.rs', 'src/b.rs'],
      skipReason: 'planned before',
    })
  })

  test('stops after a confirmation, and starts over a running one only if that may be suspended', async () => {
    const { client } = await showInboxes({ place })
    fireEvent.click(screen.getByRole('button', { name: 'Stop…' }))
    expect(asked(client, 'stopWorkflow')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Stop workflow' }))
    await waitFor(() => expect(asked(client, 'stopWorkflow').length).toBe(1))
    fireEvent.click(screen.getByRole('checkbox', { name: /Suspend accuracy/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(asked(client, 'startWorkflow')).toEqual([{ name: 'accuracy', force: true }]))
  })
})

describe('a terminal', () => {
  const place = { kind: 'terminal', name: 'build' } as const

  test('without a shell only identifies it; the operator starts a shell', async () => {
    const { client } = await showInboxes({ place, answers: { startShell: () => fail('unavailable', 'There is no shell.') } })
    expect(asked(client, 'terminal')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Start shell' }))
    await screen.findByText('There is no shell.')
    expect(asked(client, 'startShell')).toEqual([{ name: 'build' }])
  })

  test('shows output with nothing hidden, takes a line, and is closed', async () => {
    const { client } = await showInboxes({ place, switchboard: withShell('running'), answers: { terminal } })
    const output = await screen.findByLabelText('Output of build')
    await waitFor(() => expect(output.querySelector('.ctrl')?.textContent).toBe('ESC'))
    expect(output.textContent).toContain('earlier output discarded')
    fireEvent.change(screen.getByRole('textbox', { name: 'Type into build' }), { target: { value: 'cargo test' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    const history = await screen.findByRole('region', { name: 'Commands' })
    expect(history.textContent).toContain('cargo test')
    expect(history.textContent).toContain('exit code 101')
    expect(history.textContent).toContain('The operator said no.')
    expect(history.textContent).not.toMatch(/[\u202e]/)
    await waitFor(() => expect(asked(client, 'terminalInput')).toEqual([{ name: 'build', text: 'cargo test' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Close shell' }))
    await waitFor(() => expect(asked(client, 'closeShell')).toEqual([{ name: 'build' }]))
  })

  test('shows that a text waits for approval', async () => {
    const waiting = [{ id: 'm1', from: 'co\u202Eder', terminal: 'build', at: 0 }]
    await showInboxes({ place, switchboard: { ...withShell('ended'), waiting } })
    expect(screen.getAllByRole('status')[0]?.textContent).toContain('1 text of co[U+202E]der needs your approval')
  })
})

describe('dead letters', () => {
  const file = fixtureSwitchboard.deadLetters[0]?.file ?? ''

  test('are edited as a copy, which is sent as shown', async () => {
    const { client, store } = await showInboxes({ place: { kind: 'dead' }, answers: { deadLetter, redeliver: delivered } })
    fireEvent.click(screen.getByRole('button', { name: `Edit copy of ${file}` }))
    const field = await screen.findByRole('textbox', { name: 'Copy' })
    await waitFor(() => expect(field).toHaveProperty('value', '{ "id": '))
    fireEvent.change(field, { target: { value: '{ "id": "msg_9" }' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Redeliver' }))
    await waitFor(() => expect(store.getState().overlay).toBeUndefined())
    expect(asked(client, 'redeliver')).toEqual([{ file, text: '{ "id": "msg_9" }' }])
  })

  test('are redelivered with the corrected text only after it was shown', async () => {
    const { client } = await showInboxes({ place: { kind: 'dead' }, answers: { deadLetter, redeliver: refused } })
    fireEvent.click(screen.getByRole('button', { name: `Redeliver ${file}` }))
    const field = await screen.findByRole('textbox', { name: 'Copy' })
    await waitFor(() => expect(field).toHaveProperty('value', '{ "id": "msg_1" }'))
    expect(asked(client, 'redeliver')).toEqual([])
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Redeliver' }))
    await screen.findByText('The sender is missing.')
  })

  test('are shown in the inspector with their reason and text', async () => {
    await showInboxes({ place: { kind: 'dead' }, answers: { deadLetter } })
    fireEvent.click(screen.getByText('It ends early, at byte 412.'))
    expect((await screen.findByLabelText('File text')).textContent).toBe('{ "id": ')
    expect(screen.getAllByText('It ends early, at byte 412.')).toHaveLength(2)
    expect(screen.getByLabelText('Corrected text').textContent).toContain('msg_1')
  })
})

describe('empty states', () => {
  test('no link: it can be added', async () => {
    const { store, client } = await showInboxes()
    client.setState({ links: [], views: [] })
    fireEvent.click(await screen.findByRole('button', { name: 'Add a Switchboard' }))
    expect(store.getState().view).toBe('links')
    expect(store.getState().detail.get('links')).toBe('new:switchboard')
  })

  test('a link without a view gives the reason', async () => {
    await showInboxes({ switchboard: null })
    expect(screen.getByText('The Switchboard is not responding')).toBeTruthy()
    expect(screen.getByRole('complementary').textContent).toMatch(/text, delivery and replies .* appear here/)
  })

  test('a view of dead letters without a chosen one says what it would show', async () => {
    await showInboxes({ switchboard: { ...fixtureSwitchboard, deadLetters: [] }, place: { kind: 'dead' } })
    expect(screen.getByRole('complementary').textContent).toMatch(/Select a dead letter/)
  })

  test('no folder: nothing is created before the server is switched on, and a fault stays', async () => {
    const server = { ...fixtureSwitchboard.server, state: 'off' as const, clients: [], calls: [], callCount: 0 }
    const { client } = await showInboxes({
      switchboard: { ...fixtureSwitchboard, exists: false, keeper: { is: 'nobody' }, server },
      answers: { serverOn: () => fail('unavailable', 'The folder is read-only.') },
    })
    expect(screen.getByRole('complementary').textContent).toMatch(/text, delivery and replies .* appear here.*Turn on the MCP server/)
    fireEvent.click(screen.getByRole('button', { name: 'Turn on MCP server' }))
    await screen.findByText('The folder is read-only.')
    expect(asked(client, 'serverOn')).toEqual([{}])
  })

  test('the folder was deleted: it can be created again', async () => {
    const server = { ...fixtureSwitchboard.server, state: 'off' as const, clients: [], calls: [], callCount: 0 }
    const { client } = await showInboxes({
      switchboard: { ...fixtureSwitchboard, exists: false, isDeleted: true, keeper: { is: 'nobody' }, server },
    })
    expect(screen.getByRole('heading', { name: /deleted/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Create again' }))
    await waitFor(() => expect(asked(client, 'serverOn')).toEqual([{}]))
  })
})
