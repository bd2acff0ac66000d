import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicFactory } from 'ulid'
import { endWithInput } from '../../../io/demo-process.ts'
import { printWords } from '../../../io/standard-streams.ts'
import { Ircd } from './ircd.ts'
import { Player } from './player.ts'
import { jobs } from './jobs.ts'

/**
 * The IRC network of the demo: a small server in memory on 127.0.0.1 and the agents on it, all in this one process. Writes the port as its first line, plays a
 * history immediately and then a step every few seconds. Ends when its standard input does, so it cannot outlive the process that started it.
 */
endWithInput()

const general = '#general'
const newId = monotonicFactory()
const source = { now: Date.now, newId: () => newId() }
const ircd = new Ircd()
const port = await ircd.listen()

const channels = [general, '#task.auth-refresh', '#ops']
const join = (nick: string, rooms: readonly string[] = channels): Player => new Player(port, nick, rooms, source)
const lead = join('orchestrator')
const coder = join('claude-tidepool-a1b2c3d4')
const reviewer = join('codex-tidepool-7e8f9a0b')
const tester = join('gemini-tidepool-5c6d7e8f', [general, '#ops'])
const relay = join('relay', [general, '#ops'])
const players = [lead, coder, reviewer, tester, relay]
await Promise.all(players.map((player) => player.ready()))

lead.envelope(general, 'agent.hello', { runtime: 'orchestrator', version: '2.0.1', type: 'orchestrator' })
coder.envelope(general, 'agent.hello', { runtime: 'claude-code', version: '1.2.3', type: 'worker' })
reviewer.envelope(general, 'agent.hello', { runtime: 'codex', version: '0.9.0', type: 'worker' })
tester.envelope(general, 'agent.hello', { runtime: 'gemini-cli', version: '3.1.0', type: 'worker' })

/** A task advances step by step. */
async function work(number: number, pause: () => Promise<void>): Promise<void> {
  const job = jobs[number % jobs.length]
  if (job === undefined) return
  const worker = [coder, reviewer, tester][number % 3] ?? coder
  const checker = worker === reviewer ? coder : reviewer
  const task = lead.envelope(general, 'task.create', { title: job.title, description: job.description }, ['@workers'])
  await pause()
  worker.envelope(general, 'task.update', { task_id: task, status: 'assigned', assignee: worker.nick })
  await pause()
  worker.envelope(general, 'task.update', { task_id: task, status: 'in_progress' })
  for (const tool of job.tools) {
    await pause()
    worker.say(general, tool)
  }
  relay.notice(general, `${worker.nick} › bash: npm test`)
  await pause()
  worker.say(general, job.remark)
  await pause()
  worker.envelope(general, 'task.update', { task_id: task, status: 'in_review', comment: `@${checker.nick} please look` })
  await pause()
  checker.say(general, `${worker.nick}: ${job.review}`)
  await pause()
  const end = (): unknown => worker.envelope(general, 'task.complete', { task_id: task, summary: job.summary })
  if (number % 16 !== 7) return void end()
  const comment = 'needs a decision from the operator: is 64 KiB the limit that we promise?'
  worker.envelope(general, 'task.update', { task_id: task, status: 'blocked', comment })
  undecided = async () => {
    lead.say(general, `${worker.nick}: the operator is away, so I decide: it stays as you wrote it.`)
    await pause()
    worker.envelope(general, 'task.update', { task_id: task, status: 'in_progress', assignee: worker.nick })
    await pause()
    end()
  }
}

/** What a worker does about its question to the operator when no answer has come for some minutes. */
let undecided: (() => Promise<void>) | undefined

/** A task that nobody takes for a quarter of an hour. */
let forgotten: string | undefined

/** Stories that take longer than one task. Each ends by itself. */
async function tell(number: number, pause: () => Promise<void>): Promise<void> {
  if (number % 16 === 1) {
    await undecided?.()
    undecided = undefined
  }
  const step = number % 64
  if (step === 8) {
    const title = 'Check the links in the operations handbook'
    forgotten = lead.envelope(general, 'task.create', { title, description: 'Half of them still point to the old host.' }, ['@workers'])
  }
  if (step === 38 && forgotten !== undefined) {
    const update = { task_id: forgotten, status: 'in_progress', assignee: tester.nick }
    tester.envelope(general, 'task.update', update)
    await pause()
    tester.envelope(general, 'task.complete', { task_id: forgotten, summary: '31 links corrected.' })
  }
}

/** Faults and rare events, each seen on real networks. */
async function happen(number: number): Promise<void> {
  if (number % 5 === 0) relay.say(general, '[claude-harbour-0d1e2f3a] the gateway is up again')
  if (number % 5 === 1) relay.envelope('#ops', 'myorg.deploy.triggered', { service: 'gateway', version: '4.2.0' })
  if (number % 5 === 2)
    relay.say(
      general,
      `{"v":1,"type":"task.update","id":"${source.newId()}","from":"orchestrator","ts":${Date.now()},"payload":{"task_id":"x","status":"done"}}`,
    )
  if (number % 5 === 3) {
    const line = `{"v":1,"type":"myorg.review.requested","id":"${source.newId()}","from":"${coder.nick}","ts":${Date.now()},"payload":{"text":"this line came in two pieces"}}`
    coder.say(general, line.slice(0, 90))
    coder.say(general, line.slice(90))
  }
  if (number % 5 === 4) {
    const guest = join('gemini-harbour-9a8b7c6d', [general])
    await guest.ready()
    await sleep(4_000)
    guest.drop()
  }
}

const pauseBriefly = (): Promise<void> => sleep(1_500 + Math.random() * 3_000)
/** As fast as possible in order: each player has its own connection. */
const atOnce = async (): Promise<void> => void (await Promise.all(players.map((player) => player.settle())))
for (let number = 0; number < 6; number++) {
  await work(number, atOnce)
  await atOnce()
}
tester.away('running the nightly suite')
await printWords(String(port))
for (let number = 6; ; number++) {
  await happen(number)
  await tell(number, pauseBriefly)
  await work(number, pauseBriefly)
}
