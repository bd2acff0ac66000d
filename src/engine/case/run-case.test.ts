import { expect, test } from 'vitest'
import { openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { runCase, type CaseTask, type MadeCase } from './run-case.ts'

test('of a case that is not shown before, only the form that is asked for is made (F29)', async () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  journal.putLink({ id: 'one', workspace: 'w', protocol: 'chat', name: 'chat.md', config: {}, enabled: true })
  const events = [{ wireId: '1', raw: { text: 'x' }, body: messageBody('coder', 'operator', 'Which port?') }]
  journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at: 50, events })
  const choice = { title: 'Case', from: 0, to: 100, hasTools: false }
  const task: CaseTask = { dataDir, choice, replace: { kinds: new Set(), terms: [] }, patchbay: '0', now: 100 }
  const made = async (only?: CaseTask['only']): Promise<MadeCase> => {
    const result = await runCase(only === undefined ? task : { ...task, only }, () => undefined).made
    if (!result.ok) throw new Error(result.fault.message)
    return result.value
  }
  const whole = await made()
  expect(whole).toMatchObject({ events: 1, rows: [{ from: 'coder' }] })
  const bare = { hash: whole.hash, events: 1, rows: [] }
  expect(await made('lines')).toMatchObject({ ...bare, text: whole.text, page: '' })
  expect(await made('page')).toMatchObject({ ...bare, text: '', page: whole.page })
})
