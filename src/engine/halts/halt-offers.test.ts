import { expect, onTestFinished, test, vi } from 'vitest'
import { follow, testEngine } from '../../../test/fakes/engine.ts'
import { openTeam } from '../../../test/fakes/team-world.ts'
import type { HaltOfferName, HaltPreview, HaltState } from '../../core/halt.ts'
import { writeHalts } from '../../io/halt-file.ts'
import { jaibberProtocol } from '../../protocols/jaibber/index.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const offersIn = ({ rows }: Pick<HaltPreview, 'rows'>) => rows.flatMap(({ offers = [] }) => offers)

/** A halt may end agents elsewhere: here the agent Coder of another member, on a server of this machine. */
async function openHarbour() {
  const world = await openTeam()
  const core = await testEngine({ protocols: [jaibberProtocol] })
  onTestFinished(async () => {
    await core.stop()
    await world.end()
  })
  const workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
  const { port, key } = world.server
  const config = { ablyKey: key, endpoint: `127.0.0.1:${port}`, tls: false, projects: ['harbour=Harbour'], machine: 'pier-1' }
  const link = valueOf(await core.client.call('links.add', { workspace, protocol: 'jaibber', name: 'Harbour team', config })).id
  const followed = follow(core.client, workspace)
  const scope = { kind: 'workspace', workspace } as const
  const preview = async (level: 'ask' | 'stop', id?: string): Promise<HaltPreview> =>
    valueOf(await core.client.call('halt.preview', { scope, level, ...(id !== undefined && { id }) }))
  // Coder is known to be present once Ably has listed everybody.
  const shown = await vi.waitFor(async () => {
    const made = await preview('stop')
    expect(offersIn(made)).toHaveLength(1)
    return made
  })
  const halted = async (isSo: (halt: HaltState) => boolean): Promise<HaltState> => {
    const { halt } = await followed.state((state) => state.halt !== undefined && isSo(state.halt))
    if (halt === undefined) throw new Error('not halted')
    return halt
  }
  return {
    core,
    world,
    link,
    shown,
    preview,
    halted,
    start: async ({ id, level, digest }: HaltPreview, offers?: HaltOfferName[]) =>
      valueOf(await core.client.call('halt.start', { id, scope, level, digest, links: [link], ...(offers && { offers }) })),
    /** How many messages that end an agent the server has got. */
    deregistered: () => world.server.heard.filter(({ frame }) => JSON.stringify(frame.messages ?? []).includes('deregister')).length,
    events: async () => valueOf(await core.client.call('feed.page', { workspace, filter: {}, limit: 50 })).events,
  }
}

const isSaid = ({ rows }: HaltState): boolean => rows[0]?.says.every(({ step }) => step === 'done') === true

test('an agent elsewhere is deregistered only if it is ticked, with the text of the preview, and the table says so (F28)', async () => {
  const { shown, link, start, halted, preview, deregistered, events } = await openHarbour()
  const [offer] = offersIn(shown)
  expect(offer).toMatchObject({ place: 'Harbour', what: 'Deregister Coder', note: 'its owner must start it again', step: 'left' })
  expect(JSON.parse(offer?.wire ?? '')).toMatchObject({ type: 'deregister', agentName: 'Coder', projectId: 'harbour', text: '' })
  expect(offersIn(await preview('ask', shown.id))).toEqual([])

  await start(shown)
  expect(offersIn(await halted(isSaid)).map(({ step }) => step)).toEqual(['left'])
  expect(deregistered()).toBe(0)

  // Somebody who has not seen the text does not send it.
  const name = { link, key: offer?.key ?? '' }
  await start({ ...shown, digest: 'another table' }, [name])
  expect(offersIn(await halted((halt) => offersIn(halt)[0]?.step === 'planned'))).toHaveLength(1)
  await start(await preview('stop', shown.id), [name])
  await halted((halt) => offersIn(halt)[0]?.step === 'done')
  expect(deregistered()).toBe(1)
  await vi.waitFor(async () => {
    const own = (await events()).find(({ raw }) => raw.text === offer?.wire)
    expect(own?.body).toMatchObject({ kind: 'notice', text: 'deregisters the agent Coder' })
  })
})

test('the digest covers who could be ended (F28)', async () => {
  const { world, shown, start, preview, deregistered } = await openHarbour()
  world.coder.drop()
  const later = await vi.waitFor(async () => {
    const made = await preview('stop', shown.id)
    expect(offersIn(made)).toEqual([])
    return made
  })
  expect(later.digest).not.toBe(shown.digest)
  expect((await start(shown)).changed?.digest).toBe(later.digest)
  expect(deregistered()).toBe(0)
})

test('the command line and Resume end nobody elsewhere (F28)', async () => {
  const { core, halted, deregistered } = await openHarbour()
  const halt = { id: '7F3K', at: Date.now(), scope: { kind: 'all' }, level: 'stop', by: 'the command line', rows: [] } as const
  valueOf(writeHalts(core.dataDir, { halts: [{ halt: { ...halt, rows: [] }, isAsked: true }], ended: [] }))
  expect(offersIn(await halted(isSaid)).map(({ step }) => step)).toEqual(['left'])
  const over = valueOf(await core.client.call('halt.resumePreview', { id: '7F3K' }))
  expect(offersIn(over)).toEqual([])
  valueOf(await core.client.call('halt.resume', { id: over.id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  expect(deregistered()).toBe(0)
})
