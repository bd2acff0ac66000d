import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Shell } from '../../src/engine/shell.ts'
import { callValue } from './calls.ts'
import { testEngine, type TestEngine } from './engine.ts'
import { fakeProtocol, type FakeProtocol } from './protocol.ts'

/** An engine with one open workspace, in which the fake protocol has said four things. */
export interface OpenedEngine {
  readonly fake: FakeProtocol
  readonly running: TestEngine
  /** Id of the workspace; its folder is `running.folder`. */
  readonly workspace: string
}

/** Starts it. `shell` adds capabilities. */
export async function openedEngine(shell: Partial<Shell> = {}): Promise<OpenedEngine> {
  const fake = fakeProtocol()
  fake.medium.push('coder>reviewer: bad news', 'reviewer>coder: why?', 'coder>tester: see\nbelow', 'no message')
  const running = await testEngine({ protocols: [fake], shell })
  const { id } = await callValue(running.client, 'workspaces.open', { path: running.folder })
  await writeFile(path.join(running.folder, 'fake.txt'), `${fake.medium.join('\n')}\n`)
  return { fake, running, workspace: id }
}
