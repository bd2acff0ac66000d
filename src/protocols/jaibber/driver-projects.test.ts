import { afterEach, describe, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import { limits } from '../../core/limits.ts'
import { actions, presenceActions } from './demo/ably/wire.ts'
import { until } from '../../../test/fakes/until.ts'

let world: TeamWorld | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const echo = { name: 'Scout', projects: ['harbour'], instructions: 'Say it again.', provider: { kind: 'echo' }, timeLimit: 60 }
/** What our links said of themselves, newest last. */
function entered(team: TeamWorld, channel: string): Record<string, unknown>[] {
  return team.server.heard
    .filter(({ frame }) => frame.action === actions.presence && frame.channel === channel)
    .flatMap(({ frame }) => frame.presence ?? [])
    .filter(({ action }) => action === presenceActions.enter || action === presenceActions.update)
    .map(({ data }) => JSON.parse(String(data)) as Record<string, unknown>)
}
const notices = (link: RunningTeam): string[] =>
  link.kept.events.flatMap(({ body }) => (body.kind === 'notice' ? [`${body.from} ${body.text}`] : []))
/** Presence of one of many. */
const data = (number: number): string =>
  JSON.stringify({
    userId: `u${number}`,
    username: `user ${number}`,
    isAgent: true,
    agentName: `Agent${number}`,
    agentInstructions: 'i'.repeat(5_000),
    machineName: 'm'.repeat(200),
  })

describe('projects of a team', () => {
  test('a key that may not show our presence is reported at the project', async () => {
    const key = 'app.key:secret-of-a-reader'
    world = await openTeam({
      keys: [{ key, capability: { 'jaibber:project:harbour': ['subscribe', 'history'], 'jaibber:presence': ['*'] } }],
    })
    const link = world.run()
    const project = (): unknown => link.view()?.projects[0]
    await until(() =>
      expect(project()).toMatchObject({ isAttached: true, reason: expect.stringMatching(/no permission to be shown as present/) }),
    )
    expect(link.statuses.at(-1)?.text).toMatch(/Harbour: .* no permission to be shown/)
  })

  test('we enter both presence channels with exactly the fields of the specification, and leave them', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    const team = world
    await until(() =>
      expect(entered(team, 'jaibber:presence').at(-1)).toEqual({ userId: 'boss', username: 'boss', projectIds: ['harbour'] }),
    )
    await until(() =>
      expect(entered(team, 'jaibber:project:harbour').at(-1)).toEqual({
        userId: 'boss',
        username: 'boss',
        isAgent: false,
        machineName: 'pier-1',
      }),
    )
    const members = (): string[] =>
      [...team.server.server.board.channel('jaibber:project:harbour').members.values()].map(({ clientId }) => clientId ?? '')
    expect(members()).toContain('boss')
    await link.link.stop()
    expect(members()).toEqual(['user-coder'])
  })

  test('an agent of this machine answers mentions, through the same channel as all others, and is in presence', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    const { agent } = await link.call<{ agent: string }>('saveAgent', { settings: echo })
    expect(await link.link.call('startAgent', { agent }, { actor: boss, confirmed: {} as never })).toMatchObject({ ok: true })
    const team = world
    await until(() =>
      expect(entered(team, 'jaibber:project:harbour').at(-1)).toMatchObject({
        isAgent: true,
        agentName: 'Scout',
        agentInstructions: 'Say it again.',
        agents: [{ agentName: 'Scout', agentInstructions: 'Say it again.' }],
      }),
    )
    const asked = world.coder.say('@Scout are you there?')
    const answer = (): unknown => link.kept.events.findLast(({ body }) => body.kind === 'message' && body.from === 'Scout')?.body
    await until(() => expect(answer()).toMatchObject({ replyTo: asked, data: { depth: 1, chain: ['scout'] } }))
    await until(() => expect(link.view()?.agents).toMatchObject([{ state: 'ready', answered: 1 }]))
    await until(() =>
      expect(link.view()?.projects[0]?.members).toMatchObject([{ agentName: 'Coder' }, { agentName: 'Scout', isOurs: true }]),
    )
    await link.link.stop()
    const again = world.run({}, link.kept)
    await again.isUp()
    await until(() => expect(again.view()?.agents).toMatchObject([{ state: 'ready' }]))
    const states = (): string[] =>
      link.kept.events.flatMap(({ body }) => (body.kind === 'presence' && body.agent === 'Scout' ? [`${body.word}: ${body.said}`] : []))
    expect(states().filter((state) => state.startsWith('lost'))).toEqual([])
    world.coder.say('@Scout and now?')
    await until(() => expect(again.texts().filter((text) => text.includes('and now?'))).toHaveLength(2))
    await again.call('stopAgent', { agent })
    await until(() => expect(states().at(-1)).toBe('ended: stopped by you'))
  })

  test('joins and leaves are reported once, members already present are not reported as joining', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    await until(() => expect(link.view()?.projects[0]?.members).toHaveLength(2))
    expect(notices(link)).toEqual([])
    world.coder.drop()
    await until(() => expect(notices(link)).toEqual(['Coder left']))
    world.coder.enter()
    await until(() => expect(notices(link)).toEqual(['Coder left', 'Coder joined from pier-2']))
    const words = link.kept.events.flatMap(({ body }) => (body.kind === 'presence' ? [body.word] : []))
    expect(words).toEqual(['idle', 'lost', 'idle'])
    const profiles = link.kept.events.flatMap(({ body }) => (body.kind === 'profile' ? [body.instructions] : []))
    expect(profiles).toEqual(['Write code.'])
  })

  test('messages in a muted project are recorded and quiet', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    await link.call('project', { project: 'harbour', settings: { mute: true } })
    world.coder.say('psst')
    await until(() => expect(link.texts()).toEqual(['psst']))
    expect(link.kept.events.find(({ body }) => body.kind === 'message')?.body).toMatchObject({ quiet: true })
  })

  test('projects are joined by id, left, and both survives a restart', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    await link.call('addProject', { project: 'pier', name: 'Pier' })
    await until(() => expect(link.view()?.projects).toMatchObject([{ id: 'harbour' }, { id: 'pier', name: 'Pier', isAttached: true }]))
    await link.call('leaveProject', { project: 'harbour' })
    world.coder.say('nobody of ours hears it')
    await until(() => expect(link.view()?.projects.map(({ id }) => id)).toEqual(['pier']))
    expect(await link.link.call('leaveProject', { project: 'harbour' }, { actor: boss })).toMatchObject({ fault: { code: 'not-found' } })
    expect(await link.link.call('addProject', { project: 'a b' }, { actor: boss })).toMatchObject({ fault: { field: 'project' } })
    await link.link.stop()
    const again = world.run({}, link.kept)
    await again.isUp()
    await until(() => expect(again.view()?.projects).toMatchObject([{ id: 'pier', name: 'Pier', isAttached: true }]))
    expect(again.texts()).toEqual([])
    const changed = world.run({ projects: ['harbour', 'other'] }, again.kept)
    await until(() => expect(changed.view()?.projects.map(({ id }) => id)).toEqual(['other', 'pier']))
  })

  test('a key that may not join is reported at the project, and the rest continues', async () => {
    const key = 'demo.key2:less'
    world = await openTeam({ keys: [{ key, capability: { 'jaibber:presence': ['*'], 'jaibber:project:harbour': ['*'] } }] })
    const link = world.run({ ablyKey: key, projects: ['harbour', 'secret'] })
    await until(() => expect(link.statuses.at(-1)).toMatchObject({ lamp: 'up', count: { value: 1, unit: 'project' } }))
    await until(() =>
      expect(link.view()?.projects).toMatchObject([
        { isAttached: true },
        { isAttached: false, reason: expect.stringMatching(/no permission/) as string },
      ]),
    )
    expect(link.statuses.at(-1)?.text).toMatch(/secret: /)
  })

  test('a text that is too long is sent as several that fit, and nothing is lost (F18)', async () => {
    world = await openTeam()
    const link = world.run()
    await link.isUp()
    const text = `${'"quoted" and ünïcode\n'.repeat(8_000)}end`
    const draft = { from: 'boss', to: [], observers: [], text, where: 'harbour' }
    expect(link.link.format(draft, { id: '01HX9Z0000000000000000000B', at: 0 })).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    const { parts } = await link.call<{ parts: string[] }>('split', { project: 'harbour', text })
    expect(parts.join('')).toBe(text)
    const { ids } = await link.call<{ ids: string[] }>('sendParts', { project: 'harbour', parts })
    await until(() => expect(link.texts()).toEqual(parts))
    expect(ids).toHaveLength(parts.length)
    world.server.nackNext({ code: 40_160, statusCode: 401, message: 'denied' })
    expect(await link.link.call('sendParts', { project: 'harbour', parts: ['a', 'b'] }, { actor: boss })).toMatchObject({
      ok: false,
      fault: { message: expect.stringMatching(/^Nothing was sent: /) as string },
    })
    const some = await link.call<{ ids: string[] }>('sendParts', { project: 'harbour', parts: ['first', 'x'.repeat(190_000), 'third'] })
    expect(some).toMatchObject({ stopped: { code: 'too-large' } })
    expect(some.ids).toHaveLength(1)
    await until(() => expect(link.texts()).toEqual([...parts, 'first']))
  })

  test('a thousand members are counted, listed in pages and within the limit of a screen (F18)', async ({ annotate }) => {
    world = await openTeam()
    world.server.server.board.populate(
      'jaibber:project:harbour',
      Array.from({ length: 1_000 }, (_, number) => ({
        id: `c${number}:0:0`,
        clientId: `u${number}`,
        connectionId: `c${number}`,
        action: presenceActions.present,
        timestamp: 1_700_000_000_000,
        data: data(number),
        encoding: 'json',
      })),
    )
    const link = world.run()
    await until(() => expect((link.view()?.projects[0]?.members.length ?? 0) + (link.view()?.projects[0]?.more ?? 0)).toBe(1_002))
    const size = JSON.stringify(link.view()).length
    expect(size).toBeLessThan(limits.linkView)
    const page = await link.call<{ members: { agentName: string; instructions: string }[]; total: number }>('members', {
      project: 'harbour',
      text: 'agent99',
      limit: 5,
    })
    expect(page).toMatchObject({ total: 11, members: [{ agentName: 'Agent99' }, {}, {}, {}, {}] })
    expect(page.members[0]?.instructions).toHaveLength(5_000)
    await annotate(`1,000 members: a view of ${size.toLocaleString('en-US')} characters`, 'F18')
  })
})
