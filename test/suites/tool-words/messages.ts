import { expect } from 'vitest'
import { dueTime } from '../../../src/protocols/switchboard/pure/due-time.ts'
import { parseMessageFile } from '../../../src/protocols/switchboard/pure/message.ts'
import { repeatKey } from '../../../src/protocols/switchboard/mcp/answer-calls.ts'
import type { ShownWords } from './sentences.ts'
import { done, inbox, refused, send } from './world.ts'

/** Sending. */
export const messageWords: readonly ShownWords[] = [
  {
    what: 'a message is put into a mailbox and answered',
    says: [
      'Puts one message in another agent’s mailbox and returns its id and delivery receipt.',
      'The sender is the name you registered.',
      'Answer a message by giving its id as replyTo.',
      'List messages with check_inbox, read with read_message, answer with send_message and replyTo.',
      'Id of the message that this one answers.',
      'The recipient does not have to be connected; it finds the message when it checks its inbox.',
      'The text: the task, what to review, the result, the status, or the command line.',
      'Key-value pairs sent with the message.',
      'A time in due sets when you expect an answer.',
      'File of the delivery receipt, relative to the workspace; empty for an execute.',
      'A note, for example that no agent is registered under the name; the message was accepted anyway.',
      'Id of a message, as returned by check_inbox or send_message.',
    ],
    async shows(world) {
      const ann = await world.agent('ann')
      const metadata = { due: '2026-11-22T10:00:00Z', line: 3 }
      const sent = await done(ann, 'send_message', { action: 'delegate_task', recipient: 'bob', payload: 'mend it', metadata })
      const id = String(sent['id'])
      expect(String(sent['warnings'])).toContain('No agent is registered as “bob”')
      for (const file of [String(sent['receipt']), `.switchboard/inbox/bob/${id}.json`]) expect(world.has(file), file).toBe(true)
      const message = parseMessageFile('x', world.text(`.switchboard/inbox/bob/${id}.json`))
      expect(message.ok && dueTime(message.value)).toBe(Date.parse(metadata.due))
      const bob = await world.agent('bob')
      expect(await inbox(bob, 'bob')).toMatchObject([{ id, sender: 'ann', payload: 'mend it' }])
      expect(await done(bob, 'read_message', { id })).toMatchObject({ metadata, payload: 'mend it' })
      await send(bob, 'ann', 'mended', { action: 'submit_result', replyTo: id })
      expect(await inbox(bob, 'bob')).toMatchObject([{ id, state: 'answered' }])
    },
  },
  {
    what: 'actions, and an execute',
    says: [
      'delegate_task: give work to an agent.',
      'request_review: ask a reviewer.',
      'submit_result: return finished work, with replyTo.',
      'status_update: report progress.',
      'execute: a command line for a registered terminal; only from the role lead, and subject to the operator’s approval.',
      'An execute is not put there: it waits for the operator’s approval, and the command’s output arrives in your inbox as submit_result.',
    ],
    async shows(world) {
      const [boss, coder] = [await world.lead(), await world.agent('coder', 'coder 1')]
      await world.agent('critic', 'reviewer')
      const warnings = async (from: typeof boss, action: string, recipient: string, more = {}): Promise<unknown> =>
        (await done(from, 'send_message', { action, recipient, payload: 'x', ...more }))['warnings']
      expect(await warnings(boss, 'delegate_task', 'coder')).toEqual([])
      expect(await warnings(coder, 'request_review', 'critic')).toEqual([])
      expect(await warnings(coder, 'submit_result', 'boss', { replyTo: 'msg_1' })).toEqual([])
      expect(await warnings(coder, 'status_update', 'boss')).toEqual([])
      for (const [action, recipient] of [
        ['delegate_task', 'critic'],
        ['request_review', 'boss'],
        ['submit_result', 'critic'],
      ] as const)
        expect(await warnings(coder, action, recipient), action).toHaveLength(1)
      await done(coder, 'register_terminal', { name: 'shell', pid: 1, purpose: 'x' })
      const run = { action: 'execute', recipient: 'shell', payload: 'ls -l' }
      expect(await refused(coder, 'send_message', run)).toContain('from the lead')
      expect(await refused(boss, 'send_message', { ...run, recipient: 'coder' })).toContain('registered terminal')
      const sent = await done(boss, 'send_message', run)
      expect(sent).toMatchObject({ receipt: '' })
      await expect.poll(() => world.ports.asked.map(({ request }) => request.text)).toEqual(['ls -l'])
      expect([world.ports.typed, await inbox(boss, 'shell')]).toEqual([[], []])
      world.ports.asked[0]?.allow({ text: 'a.txt' })
      await expect.poll(() => inbox(boss, 'boss', { filter: 'a.txt' })).toMatchObject([{ action: 'submit_result', replyTo: sent['id'] }])
    },
  },
  {
    what: 'a call that is repeated writes once',
    says: ['False: this id was delivered before, and nothing was written again.'],
    async shows(world) {
      const ann = await world.agent('ann')
      const args = { action: 'status_update', recipient: 'bob', payload: 'x' }
      const repeat = (): Promise<unknown> => ann.callTool({ name: 'send_message', arguments: args, _meta: { [repeatKey]: 'msg_5_abc' } })
      expect(await repeat()).toMatchObject({ structuredContent: { isNew: true } })
      expect(await repeat()).toMatchObject({ structuredContent: { isNew: false } })
      expect(await inbox(ann, 'bob')).toHaveLength(1)
    },
  },
  {
    what: 'a message to a team',
    says: [
      'Sends the same message to every member of a team except you; with role_filter only to members of that role.',
      'Returns the result for each copy.',
      'get_team_roster lists the teams.',
      'Id or name of the team.',
      'Only members of this role.',
    ],
    async shows(world) {
      const boss = await world.lead()
      for (const [name, role] of [
        ['ann', 'tester'],
        ['bob', 'coder 1'],
      ] as const)
        await world.agent(name, role)
      await done(boss, 'register_terminal', { name: 'shell', pid: 1, purpose: 'x' })
      await done(boss, 'create_team', { name: 'All', members: ['boss', 'ann', 'bob', 'shell'] })
      const [team] = (await done(boss, 'get_team_roster'))['teams'] as { id: string }[]
      const toTeam = (more: object): Promise<Record<string, unknown>> =>
        done(boss, 'send_team_message', { team: team?.id ?? '', action: 'status_update', payload: 'hello', ...more })
      expect(await toTeam({})).toMatchObject({ sent: [{ recipient: 'ann' }, { recipient: 'bob' }, { recipient: 'shell' }], failed: [] })
      expect(await toTeam({ team: 'all', role_filter: 'tester' })).toMatchObject({ sent: [{ recipient: 'ann' }], failed: [] })
      const mixed = await toTeam({ action: 'execute' })
      expect(mixed).toMatchObject({ sent: [{ recipient: 'shell' }], failed: [{ recipient: 'ann' }, { recipient: 'bob' }] })
      expect([(await inbox(boss, 'ann')).length, (await inbox(boss, 'bob')).length]).toEqual([2, 1])
    },
  },
]
