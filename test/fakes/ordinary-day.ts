import { seededRandom } from '../../src/core/seeded-random.ts'
import { openFleet, type Fleet } from './fleet.ts'
import { ablyId, envelopeId } from './wires.ts'

const second = 1_000
const minute = 60 * second
/** A new matter begins about this often. */
const everyMs = 25 * second

export interface OrdinaryDay {
  readonly fleet: Fleet
  /** What was said on all links together. */
  readonly messages: number
}

interface DayOptions {
  readonly agents: readonly string[]
  readonly minutes: number
}

/**
 * Agents at work on four links, different for each seed: questions and reviews that are answered in time, tasks with progress, ping-pong of three replies, thanks,
 * polling, health checks, words to everyone, restarts, the operator in between. What waits for nobody in a ring is done within 12 minutes.
 */
export function ordinaryDay(seed: number, { agents, minutes }: DayOptions): OrdinaryDay {
  const random = seededRandom(seed)
  const within = (from: number, to: number): number => from + random() * (to - from)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const fleet = openFleet(agents)
  const { wires } = fleet
  const waiting: { readonly at: number; readonly run: () => void }[] = []
  const after = (ms: number, run: () => void): void => void waiting.push({ at: fleet.now + ms, run })
  /** Longer work: who waits for whom. */
  const work = new Set<readonly [string, string]>()
  const watched = new Set<string>()
  let messages = 0
  let ids = 0
  let posts = 0
  let envelopes = 0

  function chat(from: string, to: string, text: string): void {
    messages++
    fleet.hear('chat', wires.chat(`[${from}-to-${to}]: ${text}`))
  }
  function irc(...given: Parameters<typeof wires.irc>): string {
    messages++
    fleet.hear('irc', wires.irc(...given))
    return envelopeId(++envelopes)
  }
  function mail(from: string, to: string, action: string, text: string, more: object = {}): string {
    messages++
    const id = `m${++ids}`
    fleet.hear('mail', wires.mail(id, from, to, action, text, more))
    return id
  }
  function ably(agent: string, text: string, more: object = {}): string {
    messages++
    fleet.hear('ably', wires.ably(agent, text, more))
    return ablyId(++posts)
  }

  const thing = (): string =>
    `${one(['the retry helper', 'the parser', 'the rate table', 'the relay', 'the archive', 'the index'])} of ${one(['module', 'part', 'step', 'chapter'])} ${Math.floor(within(1, 90))}`
  const pair = (): readonly [string, string] => {
    const a = one(agents)
    return [a, one(agents.filter((each) => each !== a))]
  }
  /** Whether one waits for another, directly or through others; each is looked at once. */
  const reaches = (from: string, to: string, looked: Set<string> = new Set()): boolean => {
    if (from === to) return true
    looked.add(from)
    return [...work].some(([a, b]) => a === from && !looked.has(b) && reaches(b, to, looked))
  }
  /** Two of whom the second does not wait for the first, directly or through others. */
  function free(): readonly [string, string] | undefined {
    const [a, b] = pair()
    // What a text answers is inferred: where one has asked the other for several things, the wrong one may end.
    const isBusy = [...work].some(([from, to]) => from === a && to === b)
    return !isBusy && !reaches(b, a) ? [a, b] : undefined
  }
  function doing(a: string, b: string, ms: number, end: () => void): void {
    const entry = [a, b] as const
    work.add(entry)
    after(ms, () => {
      work.delete(entry)
      end()
    })
  }

  const matters: readonly (() => void)[] = [
    function question() {
      const [a, b] = pair()
      chat(a, b, `Which limit does ${thing()} have?`)
      after(within(5 * second, 100 * second), () => chat(b, a, `It is ${Math.floor(within(1, 900))} for now.`))
    },
    function channelQuestion() {
      const [a, b] = pair()
      irc(a, `@${b} can you say where ${thing()} is?`)
      after(within(5 * second, 100 * second), () => irc(b, `@${a} in the folder of ${thing()}.`))
    },
    function nagged() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      const what = thing()
      chat(a, b, `Please review ${what}`)
      after(4 * minute, () => chat(a, b, `Please review ${what}`))
      doing(a, b, within(5 * minute, 9 * minute), () => chat(b, a, `Reviewed ${what}, merged.`))
    },
    function mailedReview() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      const id = mail(a, b, 'request_review', `Please review ${thing()}`)
      if (random() < 0.4)
        after(within(10 * second, 60 * second), () => {
          const back = mail(b, a, 'status_update', `Should ${thing()} change as well?`, { replyTo: id })
          after(within(5 * second, 50 * second), () => mail(a, b, 'status_update', 'Yes, both.', { replyTo: back }))
        })
      doing(a, b, within(2 * minute, 9 * minute), () => {
        mail(b, a, 'submit_result', 'Approved with one nit.', random() < 0.5 ? {} : { replyTo: id })
        if (random() < 0.5) after(10 * second, () => thank(a, b))
      })
    },
    function saidReview() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      chat(a, b, `Please review ${thing()}`)
      after(within(5 * second, 30 * second), () => chat(b, a, 'Acknowledged — starting review'))
      doing(a, b, within(2 * minute, 9 * minute), () => chat(b, a, `Approved, ${thing()} is fine.`))
    },
    function delegated() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      const id = mail(a, b, 'delegate_task', `Port ${thing()}`)
      const parts = Math.ceil(within(1, 4))
      const each = within(1 * minute, 8 * minute)
      for (let at = 1; at < parts; at++) after(at * each, () => mail(b, a, 'status_update', `${at} of ${parts} parts`, { replyTo: id }))
      doing(a, b, parts * each, () => mail(b, a, 'submit_result', 'All of it is done.', { replyTo: id }))
    },
    function board() {
      const found = free()
      if (found === undefined) return
      const [lead, worker] = found
      const task = irc(lead, 'task.create', { title: `Port ${thing()}` }, ['@workers'])
      const update = (more: object): void => void irc(worker, 'task.update', { task_id: task, ...more })
      const begins = within(20 * second, 8 * minute)
      const runs = Math.ceil(within(1, 5))
      after(begins, () => {
        update({ status: 'assigned', assignee: worker })
        after(30 * second, () => update({ status: 'in_progress' }))
        for (let at = 1; at <= runs; at++) after(at * 2 * minute, () => irc('bridge', `[${worker}] › bash: npm test -- ${at}`))
      })
      doing(lead, worker, begins + runs * 2 * minute + minute, () => irc(worker, 'task.complete', { task_id: task }))
    },
    function mentioned() {
      const [a, b] = pair()
      const id = ably(a, `@${b} how far is ${thing()}?`)
      after(within(2 * second, 90 * second), () =>
        ably(b, `It is at ${Math.floor(within(1, 99))} percent.`, {
          type: 'response',
          parentMessageId: id,
          responseDepth: 1,
          respondingChain: [b],
        }),
      )
    },
    function pingPong() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      doing(a, b, 3 * minute, () => undefined)
      for (let at = 0; at < 3; at++) {
        const what = thing()
        after(at * 50 * second, () => chat(a, b, `Fixed ${what}, please run it.`))
        after(at * 50 * second + 20 * second, () => chat(b, a, `Ran ${what}, ${Math.floor(within(0, 9))} tests fail.`))
      }
    },
    function polling() {
      const found = free()
      if (found === undefined) return
      const [a, b] = found
      doing(a, b, 4 * minute, () => undefined)
      for (let at = 0; at < 5; at++) {
        after(at * 40 * second, () => chat(a, b, 'Status?'))
        after(at * 40 * second + 5 * second, () => chat(b, a, `Running. ${20 * (at + 1)} of 120, no failure yet.`))
      }
    },
    function health() {
      // One of them watches over the others.
      const a = agents[0] ?? ''
      const b = one(agents.slice(1))
      if (watched.has(b)) return
      watched.add(b)
      for (let at = 0; at < 6; at++) {
        after(at * minute, () => irc(a, `@${b} health check, please answer.`))
        after(at * minute + 3 * second, () => irc(b, `@${a} all services are up.`))
      }
    },
    function everyone() {
      const a = agents[0] ?? ''
      const what = thing()
      irc(a, `@all main is frozen for ${what}.`)
      for (const b of agents) if (b !== a) chat(a, b, `Main is frozen for ${what}.`)
      for (const b of agents) if (b !== a) after(within(5 * second, 60 * second), () => chat(b, a, 'Acknowledged, the freeze is noted.'))
    },
    function passedDown() {
      const what = thing()
      for (const [at, b] of agents.slice(1).entries())
        after(at * 10 * second, () => chat(agents[at] ?? '', b, `The build of ${what} is broken again.`))
    },
    function restart() {
      const a = one(agents)
      fleet.state('irc', a, 'lost')
      after(within(2 * second, 50 * second), () => fleet.state('irc', a, 'idle'))
    },
    function linkDown() {
      const link = one(['chat', 'irc', 'mail', 'ably'] as const)
      fleet.lamp(link, 'down')
      after(within(2 * second, 5 * minute), () => fleet.lamp(link, 'up'))
    },
    function person() {
      const a = one(agents)
      chat('operator', a, `How far is ${thing()}?`)
      after(within(5 * second, 100 * second), () => chat(a, 'operator', `At ${Math.floor(within(1, 99))} percent.`))
    },
  ]

  function thank(a: string, b: string): void {
    chat(a, b, 'Thanks! Say so if you need anything else.')
    after(15 * second, () => chat(b, a, 'You are welcome, say so if you need anything.'))
  }

  const end = fleet.now + minutes * minute
  for (let at = within(0, everyMs); at < minutes * minute; at += within(0, 2 * everyMs)) after(at, () => one(matters)())
  for (;;) {
    waiting.sort((a, b) => b.at - a.at)
    const next = waiting.pop()
    if (next === undefined) break
    fleet.pass(Math.max(0, next.at - fleet.now))
    // What has begun is brought to its end, and nothing new begins.
    next.run()
    if (fleet.now > end + 60 * minute) break
  }
  return { fleet, messages }
}
