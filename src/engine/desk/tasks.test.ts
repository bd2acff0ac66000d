import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callValue } from '../../../test/fakes/calls.ts'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import type { WorkspaceState } from '../../api/contract.ts'
import type { DebtRow } from '../../core/debt.ts'
import { loadProtocols } from '../../protocols/registry.ts'
import type { SwitchboardView } from '../../protocols/switchboard/pure/view.ts'

const protocols = await loadProtocols()
const acknowledged = 'Acknowledged — starting on step 1'
let running: TestEngine
let workspace: string
let followed: Followed

beforeEach(async () => {
  running = await testEngine({ protocols, isQuick: true })
  const chat = path.join(running.folder, '.workplace')
  await mkdir(chat)
  await writeFile(path.join(chat, 'chat.md'), `[coder-to-planner]: ${acknowledged}\n`)
  await give('msg_1700000000001_a', 'Port step 1', 60, { due: ago(30) })
  workspace = (await callValue(running.client, 'workspaces.open', { path: running.folder })).id
  followed = follow(running.client, workspace)
})
afterEach(() => running.stop())

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

async function give(id: string, payload: string, minutes: number, metadata?: object): Promise<void> {
  const folder = path.join(running.folder, '.switchboard', 'inbox', 'coder')
  await mkdir(folder, { recursive: true })
  const message = {
    id,
    action: 'delegate_task',
    sender: 'planner',
    recipient: 'coder',
    payload,
    createdAt: ago(minutes),
    metadata,
  }
  await writeFile(path.join(folder, `${id}.json`), JSON.stringify(message))
}

async function tasks(source?: string): Promise<DebtRow[]> {
  const only = source === undefined ? {} : { source }
  return (await callValue(running.client, 'desk.page', { workspace, list: 'tasks', limit: 100, ...only })).rows
}

/** How many messages in coder's mailbox are overdue. */
function overdueIn({ views, links }: WorkspaceState): number | undefined {
  const link = links.find(({ protocol }) => protocol === 'switchboard')?.id
  const view = views.find((each) => each.link === link)?.view as SwitchboardView | undefined
  return view?.mailboxes.find(({ name }) => name === 'coder')?.overdue
}

test('tasks of every link are one list, each in its own row, and a mailbox counts as overdue what that list says is (F27)', async () => {
  await give('msg_1700000000002_b', 'Port step 2', 0)
  const { desk, links } = await followed.state((state) => overdueIn(state) === 1 && state.desk.tasks.length === 2)
  const [chat, switchboard] = ['chat', 'switchboard'].map((id) => links.find(({ protocol }) => protocol === id)?.id ?? '')
  expect(new Set(desk.tasks)).toEqual(new Set([chat, switchboard]))
  expect((await tasks()).map(({ debt }) => debt.text).toSorted()).toEqual([acknowledged, 'Port step 1', 'Port step 2'])
  expect(await tasks(chat)).toHaveLength(1)
  const mail = await tasks(switchboard)
  expect(mail.map(({ debt, life }) => [debt.text, life])).toEqual([
    ['Port step 1', 'overdue'],
    ['Port step 2', 'open'],
  ])
  const [first] = mail
  await callValue(running.client, 'desk.mark', { workspace, keys: first?.keys ?? [], verb: 'settle' })
  await followed.state((state) => overdueIn(state) === 0)
  expect((await tasks(switchboard)).map(({ debt }) => debt.state).toSorted()).toEqual(['open', 'settled'])
})
