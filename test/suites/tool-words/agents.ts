import { expect, vi } from 'vitest'
import { ok } from '../../../src/core/fault.ts'
import { roles } from '../../../src/protocols/switchboard/pure/roles.ts'
import type { ShownWords } from './sentences.ts'
import { done, inbox, refused, send } from './world.ts'

const agent = { interface: 'Claude Code', capabilities: ['rust', 'plan'] }

/** Registration, roster and status. */
export const agentWords: readonly ShownWords[] = [
  {
    what: 'a session gets its name by registering',
    says: [
      'Mail between agents.',
      'Register with register_chat_agent before you change or send anything; until then you have read-only access.',
      'Gives this session its name.',
      'Call it once, before you change or send anything.',
      'From then on you send under this name only.',
      'The name as spelled from now on.',
      'The program you run in, for example “Claude Code” or “Cursor”.',
      'What you can do, a few words each.',
      'Name of an agent: letters a–z, digits, spaces, _ and -.',
      'Names are not case-sensitive.',
    ],
    async shows(world) {
      const client = await world.connect()
      await inbox(client, 'ann')
      expect(await refused(client, 'send_message', { action: 'status_update', recipient: 'bob', payload: 'x' })).toContain(
        'read-only access',
      )
      for (const name of ['a/b', 'ä', '..']) await refused(client, 'register_chat_agent', { ...agent, name })
      expect(await done(client, 'register_chat_agent', { ...agent, name: 'Ann b_-1' })).toMatchObject({ name: 'Ann b_-1' })
      expect(await done(client, 'register_chat_agent', { ...agent, name: 'ANN B_-1' })).toMatchObject({ name: 'Ann b_-1' })
      expect(await refused(client, 'register_chat_agent', { ...agent, name: 'other' })).toContain('already Ann b_-1')
      await send(client, 'bob', 'hello')
      expect(await inbox(client, 'BOB')).toMatchObject([{ sender: 'Ann b_-1', payload: 'hello' }])
      const { agents } = await done(client, 'get_team_roster')
      expect(agents).toMatchObject([{ name: 'Ann b_-1', capabilities: agent.capabilities }])
      expect(world.stateText()).toContain('"interface": "Claude Code"')
    },
  },
  {
    what: 'a name that is held or kept is refused',
    says: [
      'A name in use by another live session is refused; so is one reserved for an agent with a role, until your user confirms that you are that agent.',
      'The resumeSecret returned by an earlier registration of this agent: takes over the name immediately after a lost connection.',
      'Keep it: it lets you take over this name when you reconnect.',
    ],
    async shows(world) {
      const [first, second] = [await world.connect(), await world.connect()]
      await done(first, 'register_chat_agent', { ...agent, name: 'ann', role: 'tester' })
      expect(await refused(second, 'register_chat_agent', { ...agent, name: 'ann' })).toContain('in use by another session')
      await first.close()
      expect(await refused(second, 'register_chat_agent', { ...agent, name: 'ann' })).toContain('is reserved for the agent')
      world.ports.registrations.claims[0]?.answer(ok(undefined))
      const again = await vi.waitFor(() => done(second, 'register_chat_agent', { ...agent, name: 'ann' }))
      const third = await world.connect()
      await second.close()
      await done(third, 'register_chat_agent', { ...agent, name: 'ann', resumeSecret: again['resumeSecret'] })
      const shell = { name: 'shell', pid: 1, purpose: 'x' }
      const { resumeSecret: secret } = await done(third, 'register_terminal', shell)
      const fourth = await world.connect()
      await refused(fourth, 'register_terminal', shell)
      await done(fourth, 'register_terminal', { ...shell, resumeSecret: secret })
    },
  },
  {
    what: 'the lead is made by the operator',
    says: [
      'The role lead needs your user’s approval; until then you have no role.',
      'A note about this registration.',
      'A role of the team.',
      'Assigns a role to a registered agent.',
      'Only the lead and your user can do this; only your user can make an agent the lead or take that role away.',
    ],
    async shows(world) {
      const boss = await world.connect()
      const { note } = await done(boss, 'register_chat_agent', { ...agent, name: 'boss', role: 'lead' })
      expect(note).toContain('without the role lead')
      const coder = await world.agent('coder')
      expect(await refused(boss, 'assign_role', { name: 'coder', role: 'tester' })).toContain('Only the lead')
      world.ports.registrations.claims[0]?.answer(ok(undefined))
      await vi.waitFor(() => done(boss, 'assign_role', { name: 'coder', role: 'tester' }))
      for (const role of roles.filter((each) => each !== 'lead'))
        expect(await done(boss, 'assign_role', { name: 'coder', role })).toEqual({ name: 'coder', role })
      expect(await refused(boss, 'assign_role', { name: 'nobody', role: 'tester' })).toContain('No agent is registered')
      expect(await refused(boss, 'assign_role', { name: 'coder', role: 'lead' })).toContain('Only the operator')
      expect(await refused(coder, 'assign_role', { name: 'boss', role: 'tester' })).toContain('Only the lead')
      await world.service.assignRole(world.operator, { name: 'coder', role: 'lead' })
      expect(await refused(boss, 'assign_role', { name: 'coder', role: 'tester' })).toContain('is also a lead')
      expect(await world.service.assignRole(world.operator, { name: 'coder', role: 'tester' })).toMatchObject({ ok: true })
    },
  },
  {
    what: 'terminals, and giving names back',
    says: [
      'Registers a terminal under a name, so that others can see it.',
      'In a session without a name the terminal’s name becomes the session’s name.',
      'Process id of the shell.',
      'What the terminal is for.',
      'Colour for display in other programs.',
      'Icon for display in other programs.',
      'Ends your registration, or that of a terminal you registered.',
      'Mail for the name stays in place.',
      'Sets the status that others and the operator see for you, or for a terminal you registered.',
      'Your own name, or that of a terminal you registered.',
      'For example idle, busy, waiting, done or error.',
      'What you are doing, in one line.',
      'Lists all agents and terminals with role, status and whether they are connected now, and all teams.',
    ],
    async shows(world) {
      const [ann, bob] = [await world.agent('ann', 'tester'), await world.connect()]
      await done(bob, 'register_terminal', { name: 'alone', pid: 7, purpose: 'x' })
      await send(bob, 'ann', 'from a terminal')
      expect(await inbox(ann, 'ann')).toMatchObject([{ sender: 'alone' }])
      await done(ann, 'register_terminal', { name: 'shell', pid: 42, purpose: 'tests', color: 'red', icon: 'beaker' })
      for (const kept of ['"color": "red"', '"icon": "beaker"']) expect(world.stateText()).toContain(kept)
      for (const status of ['idle', 'busy', 'waiting', 'done', 'error']) await done(ann, 'set_agent_status', { name: 'shell', status })
      await done(ann, 'set_agent_status', { name: 'ann', status: 'busy', message: 'parsing' })
      await refused(bob, 'set_agent_status', { name: 'shell', status: 'idle' })
      await done(ann, 'create_team', { name: 'all', members: ['ann'] })
      expect(await done(bob, 'get_team_roster')).toMatchObject({
        agents: [
          { name: 'alone', kind: 'terminal', isConnected: true },
          { name: 'ann', kind: 'chat', role: 'tester', status: 'busy', statusMessage: 'parsing', isConnected: true },
          { name: 'shell', pid: 42, purpose: 'tests', status: 'error' },
        ],
        teams: [{ name: 'all' }],
      })
      await refused(bob, 'unregister_agent', { name: 'shell' })
      for (const name of ['shell', 'ann']) await done(ann, 'unregister_agent', { name })
      expect((await done(bob, 'get_team_roster'))['agents']).toMatchObject([{ name: 'alone' }])
      expect(await inbox(bob, 'ann')).toHaveLength(1)
    },
  },
  {
    what: 'teams are made once and changed by those whom they concern',
    says: [
      'Creates a team of agents.',
      'An existing team with the same members is returned unchanged; with other members the call is refused, and change_team changes the team.',
      'A composite team is one agent that does the work of several.',
      'Name of the team.',
      'Names of agents; exactly one for a composite team.',
      'Replaces the members of a team.',
      'Only the lead or a member of the team can do this.',
      'The team keeps its id and its name.',
      'The complete new list of members; exactly one for a composite team.',
    ],
    async shows(world) {
      const [boss, ann, bob] = [await world.lead(), await world.agent('ann'), await world.agent('bob')]
      const team = await done(ann, 'create_team', { name: 'Few', members: ['ann'] })
      expect(await done(bob, 'create_team', { name: 'Few', members: ['ann'] })).toEqual(team)
      expect(await refused(bob, 'create_team', { name: 'Few', members: ['bob'] })).toContain('change_team')
      expect(await refused(bob, 'change_team', { team: 'Few', members: ['bob'] })).toContain('Only the lead or a member')
      expect(await done(ann, 'change_team', { team: 'few', members: ['ann', 'bob'] })).toEqual({ ...team, members: ['ann', 'bob'] })
      expect(await done(boss, 'change_team', { team: String(team['id']), members: ['bob'] })).toEqual({ ...team, members: ['bob'] })
      const one = { name: 'one', members: ['ann'], isComposite: true }
      expect(await refused(ann, 'create_team', { ...one, members: ['ann', 'bob'] })).toContain('exactly one')
      expect(await done(ann, 'create_team', one)).toMatchObject({ isComposite: true, members: ['ann'] })
      expect(await refused(ann, 'change_team', { team: 'one', members: ['ann', 'bob'] })).toContain('exactly one')
    },
  },
]
