import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../../core/fault.ts'
import { TestKeys } from '../../../../renderer/features/testing/screen-parts.tsx'
import { fixtureBuilt, fixturePrompts } from '../agents/local-fixtures.ts'
import type { StoreEnv } from '../../../../renderer/features/state/env.ts'
import { createTeamClient, type TeamClient } from '../team-fixtures.ts'
import { jaibberOf } from '../state.ts'
import { renderApp } from '../testing.ts'
import { DeclinePrompt } from './decline-prompt.tsx'
import { PasteView } from '../../../../renderer/features/paste/paste-view.tsx'
import { PasteList } from '../../../../renderer/features/paste/paste-list.tsx'
import type { AppStore } from '../../../../renderer/features/state/store.ts'

afterEach(cleanup)

interface Shown {
  readonly client: TeamClient
  readonly store: AppStore
}

/** The Paste view with two prompts that wait; `publish` is what becomes of an answer. */
async function show(env: Partial<StoreEnv> = {}): Promise<Shown> {
  const client = createTeamClient([], { prompts: [...fixturePrompts] })
  client.answer('prompt', ({ prompt }: { prompt: string }) => ({
    ...fixtureBuilt,
    agent: 'a2',
    ...(prompt === 'r5' && { prompt: 'the second prompt' }),
  }))
  client.answer('answer', ({ prompt }: { prompt: string }) => {
    client.show({ prompts: fixturePrompts.filter((one) => one.id !== prompt) })
    return { ids: [prompt] }
  })
  const { store } = await renderApp(
    <>
      <TestKeys />
      <PasteList />
      <PasteView />
      <DeclinePrompt />
    </>,
    client,
    env,
  )
  act(() => store.getState().setView('paste'))
  await screen.findByLabelText('Prompt')
  return { client, store }
}
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Answer of Oracle' })
const type = (text: string): boolean => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.body, { key, code: 'any', ctrlKey: true, ...more })

describe('a prompt', () => {
  test('is above the sessions because it needs the operator, and the oldest is open if there is nothing else', async () => {
    await show()
    const list = screen.getByRole('region', { name: 'Agent prompts' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    const first = within(list).getByRole('button', { name: /Oracle: @Oracle which one\?/ })
    expect(first.getAttribute('aria-current')).toBe('true')
    expect(list.querySelector('.g-needs')).not.toBeNull()
    expect(screen.getByRole('heading', { name: 'Oracle in web-console' })).toBeTruthy()
  })
  test('is shown in full with its size, its number of messages, and nothing hidden', async () => {
    await show()
    const step = screen.getByRole('region', { name: 'Step 1, copy' })
    expect(step.textContent).toContain('12 messages before it, 3 older ones left out')
    expect(step.textContent).toMatch(/68\u00a0B · ≈ 17 tokens/)
    expect(within(step).getByLabelText('Prompt').querySelector('.ctrl')?.textContent).toBe('U+202E')
  })
  test('is copied exactly, by its key', async () => {
    const copied: string[] = []
    await show({
      copy: async (text) => {
        copied.push(text)
        return ok(undefined)
      },
    })
    press('C', { shiftKey: true })
    await waitFor(() => expect(copied).toEqual([fixtureBuilt.prompt]))
  })
})

describe('an answer', () => {
  test('is published unchanged, by its key, and then the next prompt is open', async () => {
    const { client } = await show()
    expect(screen.getByRole('button', { name: /^Publish/ })).toHaveProperty('disabled', true)
    press('Enter')
    type('The second.')
    press('Enter')
    await screen.findByText('the second prompt')
    expect(client.asked('answer')).toEqual([{ prompt: 'r3', text: 'The second.' }])
    expect(field()).toHaveProperty('value', '')
  })
  test('after the last one the view says so instead of showing something else', async () => {
    const { client } = await show()
    act(() => client.show({ prompts: fixturePrompts.slice(0, 1) }))
    type('Done.')
    fireEvent.click(screen.getByRole('button', { name: /^Publish/ }))
    act(() => client.show({ prompts: [] }))
    await screen.findByRole('heading', { name: 'No prompts waiting' })
  })
  test('stays if it could not be published, with the reason next to it', async () => {
    const { client } = await show()
    client.answer('answer', () => fail('unavailable', 'Not connected. Publish it again later.'))
    type('The second.')
    fireEvent.click(screen.getByRole('button', { name: /^Publish/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not connected. Publish it again later.')
    expect(field()).toHaveProperty('value', 'The second.')
  })
  test('is read from the clipboard without publishing anything', async () => {
    const { client } = await show({ readText: async () => ok('from the LLM') })
    press('V', { shiftKey: true })
    await waitFor(() => expect(field()).toHaveProperty('value', 'from the LLM'))
    expect(client.asked('answer')).toEqual([])
  })
  test('that is long is inserted into the field as a whole, at the cursor', async () => {
    const { store } = await show()
    type('before after')
    const area = field() as HTMLTextAreaElement
    area.setSelectionRange(7, 7)
    const text = 'line\n'.repeat(1_000)
    const isFree = fireEvent.paste(area, { clipboardData: { getData: () => text } })
    expect(isFree).toBe(false)
    expect(store.getState().typed.get('w1 answer l7 r3')?.['text']).toBe(`before ${text}after`)
    expect(fireEvent.paste(area, { clipboardData: { getData: () => 'short' } })).toBe(true)
  })
  test('of another prompt is kept separate', async () => {
    const { store } = await show()
    type('For the first.')
    fireEvent.click(screen.getByRole('button', { name: /and why\?/ }))
    await screen.findByText('the second prompt')
    expect(field()).toHaveProperty('value', '')
    act(() => jaibberOf(store.getState()).openPrompt('l7', 'r3'))
    expect(field()).toHaveProperty('value', 'For the first.')
  })
  test('that is too long for one message shows how many it will be', async () => {
    await show()
    type('x'.repeat(150_000))
    expect(screen.getByRole('region', { name: 'Step 2, answer' }).textContent).toMatch(
      /150,000\u00a0B.*too long for one message of 64\u00a0KiB: published as 3, in order/,
    )
  })
  test('can be declined with a reason that the project sees', async () => {
    const { client } = await show()
    client.answer('decline', () => ({}))
    fireEvent.click(screen.getByRole('button', { name: 'Decline…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decline this prompt?' })
    expect(dialog.textContent).toContain('jon gets an error from Oracle in web-console')
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: ' not mine ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(client.asked('decline')).toEqual([{ prompt: 'r3', reason: 'not mine' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
