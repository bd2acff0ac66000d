import { expect, vi } from 'vitest'
import { ok } from '../../../src/core/fault.ts'
import { roles } from '../../../src/protocols/switchboard/pure/roles.ts'
import type { ShownWords } from './sentences.ts'
import { done, inbox, refused, send } from './world.ts'

const agent = { interface: 'Claude Code', capabilities: ['rust', 'plan'] }

/** Who is there. */
export const agentWords: readonly ShownWords[] = [
  {
    what: 'a session gets its name by registering',
    says: [
      'Mail between agents.',
      'Register with register_chat_agent before anything that acts; until then you may only look.',
      'Gives this session its name.',
      'Call it once, before anything that acts.',
      'From then on you send under this name and no other.',
      'The name as it is spelled from now on.',
      'What you run in, for example “Claude Code” or “Cursor”.',
      'What you can do, a few words each.',
      'Name of an agent: letters a–z, digits, blank, _ and -.',
      'Upper and lower case mean the same agent.',
    ],
    async shows(world) {
      const client = await world.connect()
      await inbox(client, 'ann')
      expect(await refused(client, 'send_message', { action: 'status_update', recipient: 'bob', payload: 'x' })).toContain(
        'only list and look',
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
      'A name that another live session holds is refused; so is one that is kept for an agent with a role, until your user says that you are the same.',
      'What an earlier registration of this agent returned as resumeSecret: takes the name over at once after a lost connection.',
      'Keep it: it takes this name over when you have to connect again.',
    ],
    async shows(world) {
      const [first, second] = [await world.connect(), await world.connect()]
      await done(first, 'register_chat_agent', { ...agent, name: 'ann', role: 'tester' })
      expect(await refused(second, 'register_chat_agent', { ...agent, name: 'ann' })).toContain('held by another session')
      await first.close()
      expect(await refused(second, 'register_chat_agent', { ...agent, name: 'ann' })).toContain('is kept for the agent')
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
      'To be the lead your user is asked; until then you have no role.',
      'What you have to know of this registration.',
      'A role of the team.',
      'Gives a registered agent a role.',
      'Only the lead may, and your user; only your user makes an agent the lead, or takes that role from another.',
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
      expect(await refused(boss, 'assign_role', { name: 'nobody', role: 'tester' })).toContain('Nobody is registered')
      expect(await refused(boss, 'assign_role', { name: 'coder', role: 'lead' })).toContain('Only the operator')
      expect(await refused(coder, 'assign_role', { name: 'boss', role: 'tester' })).toContain('Only the lead')
      await world.desk.assignRole(world.operator, { name: 'coder', role: 'lead' })
      expect(await refused(boss, 'assign_role', { name: 'coder', role: 'tester' })).toContain('is a lead, too')
      expect(await world.desk.assignRole(world.operator, { name: 'coder', role: 'tester' })).toMatchObject({ ok: true })
    },
  },
  {
    what: 'terminals, and giving names back',
    says: [
      'Makes a terminal known under a name, so that others can see it.',
      'In a session without a name the terminal’s name becomes the session’s name.',
      'Process id of the shell.',
      'What the terminal is for.',
      'Colour for other programs to show it with.',
      'Icon for other programs to show it with.',
      'Ends your registration, or that of a terminal which you registered.',
      'Mail for the name stays where it is.',
      'Sets the status that others and the operator see for you, or for a terminal which you registered.',
      'Your own name, or that of a terminal which you registered.',
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
      'Makes a team of agents.',
      'A team that is there already with the same members is returned as it is; with others this is refused, and change_team changes it.',
      'A composite team is one agent that does the work of several.',
      'Name of the team.',
      'Names of agents; exactly one for a composite team.',
      'Gives a team other members.',
      'Only the lead or one of its members may.',
      'The team keeps its id and its name.',
      'All members that it has from now on; exactly one for a composite team.',
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
