import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { fail } from '../../../src/core/fault.ts'
import { noOperator } from '../../../src/protocols/switchboard/cli/no-operator.ts'
import { openShells } from '../../../src/protocols/switchboard/terminals/shells.ts'
import { openGate } from '../../fakes/link-context.ts'
import type { ShownWords } from './sentences.ts'
import { done, openWordsWorld, refused } from './world.ts'

const shell = { name: 'shell', pid: 1, purpose: 'x' }

/** Effects beyond the mailboxes. */
export const effectWords: readonly ShownWords[] = [
  {
    what: 'a command waits for the operator and for its end',
    says: [
      'Only for the role lead, and only after the operator has approved the exact text; the call waits for approval and for the command to finish, and returns its output.',
      'If it is refused, do not retry with a different command: ask your user.',
      'Name of the terminal.',
      'The command line, exactly as it will be run.',
      'Output of the command.',
    ],
    async shows(world) {
      const [boss, ann] = [await world.lead(), await world.agent('ann')]
      await done(ann, 'register_terminal', shell)
      const run = { name: 'shell', input: '  ls  "a b"' }
      expect(await refused(ann, 'run_in_terminal', run)).toContain('Only the lead')
      const { asked, typed } = world.ports
      const running = done(boss, 'run_in_terminal', run)
      await expect.poll(() => asked.map(({ request }) => [request.terminal, request.text])).toEqual([['shell', run.input]])
      expect(typed).toEqual([])
      asked[0]?.allow({ text: 'a.txt' })
      expect(await running).toEqual({ name: 'shell', text: 'a.txt' })
      expect(typed).toEqual([run.input])
      const second = refused(boss, 'run_in_terminal', run)
      await expect.poll(() => asked.length).toBe(2)
      asked[1]?.refuse(fail('refused', 'The operator said no.'))
      expect(await second).toContain('The operator said no.')
      expect(typed).toHaveLength(1)
    },
  },
  {
    what: 'a terminal without a shell of Patchbay takes nothing',
    says: [
      'Runs a command line in a registered terminal that has a Patchbay shell.',
      'The lead can run commands in it once your user has started a shell for it in Patchbay.',
    ],
    async shows() {
      const shells = openShells({ cwd: tmpdir(), gate: openGate, known: ['known'], now: () => 0, changed: () => undefined })
      const world = await openWordsWorld({ terminals: shells })
      try {
        const boss = await world.lead()
        for (const name of ['shell', 'known']) await done(boss, 'register_terminal', { ...shell, name })
        expect(await refused(boss, 'run_in_terminal', { name: 'shell', input: 'echo typed' })).toContain('Ask your user to start one')
        expect(await done(boss, 'run_in_terminal', { name: 'known', input: 'echo typed' })).toEqual({ name: 'known', text: 'typed' })
      } finally {
        await world.close()
        await shells.stop()
      }
    },
  },
  {
    what: 'the clipboard',
    says: [
      'Offers the text of a file inside the workspace to the operator, who copies it with one click; the call waits for that.',
      'Fails when no Patchbay window is open.',
      'Path of the file, relative to the workspace.',
    ],
    async shows(world) {
      const ann = await world.agent('ann')
      world.put('docs/plan.md', 'the plan')
      expect(await done(ann, 'handoff_clipboard', { file: 'docs/plan.md' })).toEqual({ file: 'docs/plan.md', characters: 8 })
      expect(world.ports.copied).toEqual(['the plan'])
      expect(await refused(ann, 'handoff_clipboard', { file: '../plan.md' })).toContain('“..”')
      const alone = await openWordsWorld(noOperator)
      try {
        alone.put('plan.md', 'x')
        expect(await refused(await alone.agent('ann'), 'handoff_clipboard', { file: 'plan.md' })).toContain('No Patchbay window is open')
      } finally {
        await alone.close()
      }
      // A slow operator: nothing is answered before the click.
      let click: (() => void) | undefined
      const slow = await openWordsWorld({
        clipboard: { offer: () => new Promise((resolve) => (click = () => resolve({ ok: true, value: undefined }))) },
      })
      try {
        slow.put('plan.md', 'x')
        const order: string[] = []
        const offered = done(await slow.agent('ann'), 'handoff_clipboard', { file: 'plan.md' }).then(() => order.push('answered'))
        await expect.poll(() => click).toBeDefined()
        order.push('clicked')
        click?.()
        await offered
        expect(order).toEqual(['clicked', 'answered'])
      } finally {
        await slow.close()
      }
    },
  },
]
