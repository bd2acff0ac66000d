import { setTimeout as sleep } from 'node:timers/promises'
import { endWithInput } from '../../../io/demo-process.ts'
import { printWords } from '../../../io/standard-streams.ts'
import { mentionsIn } from '../pure/mention.ts'
import { parseMessage } from '../pure/message.ts'
import { openAblyServer } from './ably/server.ts'
import { actions } from './ably/wire.ts'
import type { Frame } from './ably/wire.ts'
import { harbour, reply, talks } from './harbour.ts'
import type { Talk } from './harbour.ts'
import { Player } from './player.ts'

/**
 * The team of the demo: a small server in memory on 127.0.0.1 that speaks Ably's protocol, with people and agents on it, all in this one process. Writes the
 * port as its first line, plays a history and then a talk every few seconds. Ends when its standard input does, so it cannot outlive the process that started it.
 */
endWithInput()

const server = await openAblyServer({
  intercept(peer, frame) {
    hear(peer.identity.clientId, frame)
    return false
  },
})
const join = (name: string, agent?: { readonly instructions: string; readonly machine: string }): Player => {
  const player = new Player(server.board, harbour.id, name, agent)
  player.enter()
  return player
}
const people = { lead: join('lead'), ops: join('ops') }
const agents = {
  Coder: join('Coder', { instructions: 'You write code for the harbour planner. Small changes, tests first.', machine: 'pier-1' }),
  Reviewer: join('Reviewer', { instructions: 'You review changes. Say what would break, and where.', machine: 'pier-1' }),
  Tester: join('Tester', { instructions: 'You run the tests and measure. Numbers, no adjectives.', machine: 'pier-2' }),
}

/** An agent answers everybody who mentions it, including the operator. */
function hear(clientId: string | undefined, { action, messages = [] }: Frame): void {
  if (action !== actions.message || clientId === undefined) return
  for (const { data } of messages) {
    const message = parseMessage(data)
    if (!message.ok || message.value.type !== 'message') continue
    const { text, messageId } = message.value
    for (const agent of Object.values(agents))
      if (mentionsIn(text, agent.name)) void sleep(400).then(() => agent.stream(reply, messageId, []))
  }
}

/** Plays a talk: each agent answers the previous one. */
async function talk({ by, asks, answers, handsOver }: Talk, isPlayed: boolean): Promise<void> {
  let before = people[by].say(asks)
  const chain: string[] = []
  for (const [name, text] of answers) {
    const agent = agents[name]
    if (isPlayed) await sleep(800)
    before = isPlayed ? await agent.stream(text, before, chain) : agent.answer(text, before, chain)
    chain.push(name.toLowerCase())
  }
  if (handsOver === undefined) return
  if (isPlayed) await sleep(2_000)
  agents.Coder.say(`Picking up task: **${handsOver.title}**`, { isTaskNotification: true })
  if (isPlayed) await sleep(8_000)
  const done = agents.Coder.say(handsOver.done)
  if (!isPlayed) return void agents.Tester.answer(handsOver.thanks, done, [])
  await sleep(800)
  await agents.Tester.stream(handsOver.thanks, done, [])
}

/** Faults and rare events, each seen in real teams. */
async function happen(number: number): Promise<void> {
  const { Tester } = agents
  if (number % 3 === 0) {
    const asked = people.ops.say('@Tester run the load test against the staging harbour, please.')
    await sleep(1_500)
    Tester.fail('the staging harbour did not answer within 30 s', asked)
    await sleep(3_000)
    const again = people.ops.say('@Tester it was restarting. Once more, please.')
    await Tester.stream('200 requests a second for 60 s: p95 38 ms, no error.', again, [])
  }
  if (number % 3 === 1) {
    const file = {
      id: `file-${number}`,
      filename: 'tide-table.csv',
      mimeType: 'text/csv',
      fileSize: 18_204,
      blobUrl: 'https://files.example.org/tide-table.csv',
    }
    people.lead.say('The tide table of next month, for the planner.', { attachments: [file] })
  }
  if (number % 3 === 2) {
    const asked = people.lead.say('@Tester how long does a restart of the gateway take?')
    await Tester.stream('I will restart it three times and take the median. The first one took 4.1 s, the second', asked, [], 60)
    Tester.drop() // in the middle of its answer
    await sleep(4_000)
    Tester.enter()
    await sleep(3_000)
    await Tester.stream('My connection was cut. The median of three restarts is 4.1 s.', asked, [])
  }
}

for (const each of talks) await talk(each, false)
people.lead.say('Thanks all. The release is on Thursday; the list is in the project.')
await printWords(String(server.port))
for (let number = 0; ; number++) {
  const next = talks[number % talks.length]
  await sleep(1_500)
  if (next !== undefined) await talk(next, true)
  await sleep(3_000)
  await happen(number)
  await sleep(4_000 + Math.random() * 4_000)
}
