import { describe, expect, test } from 'vitest'
import type { Detector } from '../src/core/stuck.ts'
import { openFleet, type Fleet } from './fakes/fleet.ts'
import { ordinaryDay } from './fakes/ordinary-day.ts'
import { sized } from './sizes.ts'

/** What agents do on an ordinary day, from the bytes of each wire to the detectors: nothing of it counts as stuck (F28). */
const second = 1_000
const minute = 60 * second
const agents = ['planner', 'coder', 'reviewer', 'tester', 'docs', 'lead']

type Story = (fleet: Fleet) => void
const chat =
  (from: string, to: string, text: string): Story =>
  (fleet) =>
    fleet.hear('chat', fleet.wires.chat(`[${from}-to-${to}]: ${text}`))
const irc =
  (...given: Parameters<Fleet['wires']['irc']>): Story =>
  (fleet) =>
    fleet.hear('irc', fleet.wires.irc(...given))
const mail =
  (...given: Parameters<Fleet['wires']['mail']>): Story =>
  (fleet) =>
    fleet.hear('mail', fleet.wires.mail(...given))
const pass =
  (ms: number): Story =>
  (fleet) =>
    fleet.pass(ms)
const state =
  (...given: Parameters<Fleet['state']>): Story =>
  (fleet) =>
    fleet.state(...given)
const lamp =
  (...given: Parameters<Fleet['lamp']>): Story =>
  (fleet) =>
    fleet.lamp(...given)
const all =
  (...stories: readonly Story[]): Story =>
  (fleet) => {
    for (const story of stories) story(fleet)
  }
const times = (count: number, story: (at: number) => Story): Story => all(...Array.from({ length: count }, (_, at) => story(at)))
/** Each of them, 20 s apart. */
const talk = (...lines: readonly Story[]): Story => all(...lines.map((line) => all(line, pass(20 * second))))

function alarms(story: Story): Detector[] {
  const fleet = openFleet(agents)
  story(fleet)
  return [...fleet.seen.values()].map(({ detector }) => detector)
}

const review = mail('m1', 'coder', 'reviewer', 'request_review', 'The retry helper')
const reviewed = mail('m9', 'reviewer', 'coder', 'submit_result', 'Approved.', { replyTo: 'm1' })
const thanks = [
  chat('coder', 'reviewer', 'Thanks! Say so if you need anything else.'),
  chat('reviewer', 'coder', 'You are welcome, say so if you need anything.'),
]
const task: Story = irc('lead', 'task.create', { title: 'Port the rate limiter' }, ['@workers'])
const taken: Story = irc('coder', 'task.update', { task_id: 'E0001', status: 'assigned', assignee: 'coder' })

const ordinary: Readonly<Record<Detector, readonly (readonly [string, Story])[]>> = {
  deadlock: [
    [
      'a review with a question back that waits for its answer',
      all(
        review,
        mail('m2', 'reviewer', 'coder', 'status_update', 'Should a date work, too?', { replyTo: 'm1' }),
        pass(10 * minute),
        mail('m3', 'coder', 'reviewer', 'status_update', 'Yes, added.', { replyTo: 'm2' }),
        pass(minute),
        reviewed,
      ),
    ],
    [
      'three who wait for the next over three links',
      all(
        mail('m1', 'planner', 'coder', 'delegate_task', 'Step 1'),
        chat('coder', 'reviewer', 'Please review the retry helper'),
        irc('reviewer', '@tester can you run the suite?'),
        pass(12 * minute),
      ),
    ],
    [
      'two who ask each other and answer within two minutes',
      all(
        chat('coder', 'reviewer', 'Which claim carries the scope?'),
        review,
        mail('m2', 'reviewer', 'coder', 'request_review', 'The table'),
        pass(110 * second),
        chat('reviewer', 'coder', 'The claim scp does.'),
        reviewed,
        pass(5 * minute),
      ),
    ],
    [
      'one of them waits for the operator, too',
      all(chat('coder', 'operator', 'Should I use the new port?'), chat('operator', 'coder', 'Which one do you mean?'), pass(12 * minute)),
    ],
    [
      'a task of a group, whose members ask who created it',
      all(task, irc('coder', '@lead which branch is it?'), irc('tester', '@lead which branch is it?'), pass(9 * minute)),
    ],
    [
      'two who work for each other and report all the time',
      all(
        mail('m1', 'planner', 'coder', 'delegate_task', 'Step 1'),
        mail('m2', 'coder', 'planner', 'delegate_task', 'The plan of step 2'),
        times(6, (at) =>
          all(pass(100 * second), mail(`m3${at}`, 'coder', 'planner', 'status_update', `${at + 1} of 7 files done`, { replyTo: 'm1' })),
        ),
      ),
    ],
  ],
  starvation: [
    [
      'one who asks three times is answered in the order of asking',
      all(
        times(3, (at) => all(mail(`a${at}`, 'coder', 'reviewer', 'request_review', `Part ${at}`), pass(minute))),
        times(3, (at) => all(pass(4 * minute), mail(`b${at}`, 'reviewer', 'coder', 'submit_result', 'Fine.', { replyTo: `a${at}` }))),
      ),
    ],
    [
      'a long task, with reports, while four small questions are answered',
      all(
        mail('m1', 'planner', 'coder', 'delegate_task', 'The whole module'),
        times(8, (at) =>
          all(
            pass(12 * minute),
            chat('tester', 'coder', `Which port does test ${at} use?`),
            pass(minute),
            chat('coder', 'tester', `It is ${8_000 + at}.`),
            mail(`r${at}`, 'coder', 'planner', 'status_update', `${at + 1} of 8 parts`, { replyTo: 'm1' }),
          ),
        ),
      ),
    ],
    [
      'asked for news three times, and each time told',
      all(
        review,
        times(3, () =>
          all(
            pass(5 * minute),
            mail('n', 'coder', 'reviewer', 'status_update', 'Any news?'),
            mail('o', 'reviewer', 'coder', 'status_update', 'Half of it is read.', { replyTo: 'm1' }),
          ),
        ),
        pass(5 * minute),
        reviewed,
      ),
    ],
    [
      'it waits for a question back while others are served',
      all(
        review,
        mail('q', 'reviewer', 'coder', 'status_update', 'Should a date work, too?', { replyTo: 'm1' }),
        times(4, (at) =>
          all(
            mail(`a${at}`, 'docs', 'reviewer', 'request_review', `Page ${at}`),
            pass(3 * minute),
            mail(`b${at}`, 'reviewer', 'docs', 'submit_result', 'Fine.', { replyTo: `a${at}` }),
          ),
        ),
      ),
    ],
    [
      'acknowledged, and done after the shorter ones',
      all(
        chat('coder', 'reviewer', 'Please review the retry helper'),
        chat('reviewer', 'coder', 'Acknowledged — starting review'),
        times(4, (at) =>
          all(chat('docs', 'reviewer', `Which page is ${at}?`), pass(2 * minute), chat('reviewer', 'docs', `The one with number ${at}.`)),
        ),
        chat('coder', 'reviewer', 'Please review the retry helper'),
        chat('coder', 'reviewer', 'Please review the retry helper'),
        pass(minute),
        chat('reviewer', 'coder', 'Approved with one nit — name the constant.'),
      ),
    ],
  ],
  loop: [
    ['two rounds of thanks', talk(...thanks, ...thanks)],
    [
      'ping-pong of three replies, each with another file',
      times(3, (at) =>
        talk(
          chat('coder', 'tester', `Fixed in file ${at}.ts, please run it.`),
          chat('tester', 'coder', `File ${at}.ts fails in ${at + 3} tests.`),
        ),
      ),
    ],
    [
      'polling with progress',
      times(6, (at) =>
        talk(chat('planner', 'tester', 'Status?'), chat('tester', 'planner', `Running. ${20 * at} of 120, no failure yet.`)),
      ),
    ],
    [
      'a health check every minute',
      times(10, () =>
        all(
          irc('lead', '@tester health check, please answer.'),
          pass(3 * second),
          irc('tester', '@lead all services are up.'),
          pass(57 * second),
        ),
      ),
    ],
    [
      'the same words, between other work',
      times(4, (at) =>
        talk(
          ...thanks,
          chat('coder', 'docs', `Page ${at} is ready for you.`),
          chat('reviewer', 'planner', `Step ${at} is through.`),
          chat('coder', 'planner', `Step ${at} took me a while.`),
        ),
      ),
    ],
    ['the same words, while a review is delivered', all(review, talk(...thanks, ...thanks), reviewed, talk(...thanks))],
    ['the operator is in it', talk(...thanks, ...thanks, chat('operator', 'coder', 'Enough, both of you.'), ...thanks)],
  ],
  storm: [
    [
      'one tells everyone at once',
      all(
        ...agents.slice(1).map((to) => chat('planner', to, 'The main branch is frozen until noon.')),
        ...agents.slice(1).map((to) => irc('planner', `@${to} The main branch is frozen until noon.`)),
        pass(10 * minute),
      ),
    ],
    [
      'everyone acknowledges to one',
      all(
        ...agents.slice(1).map((from) => chat(from, 'planner', 'Acknowledged, the freeze is noted here.')),
        ...agents.slice(1).map((from) => irc(from, '@planner Acknowledged, the freeze is noted here.')),
      ),
    ],
    [
      'a notice that is passed down a chain',
      talk(
        ...agents.slice(1).map((to, at) => chat(agents[at] ?? '', to, 'The build of main is broken since noon.')),
        ...agents.slice(1).map((to, at) => irc(agents[at] ?? '', `@${to} The build of main is broken since noon.`)),
      ),
    ],
    ['short words all day', times(10, (at) => talk(chat(agents[at % 6] ?? '', agents[(at + 1) % 6] ?? '', 'ok')))],
    [
      'a daily report of each to the next, in his own words',
      talk(
        ...agents.map((from, at) =>
          chat(
            from,
            agents[(at + 1) % 6] ?? '',
            `${['Parsed', 'Merged', 'Read', 'Ran', 'Wrote', 'Planned'][at] ?? ''} what was left of ${['the header', 'the retry helper', 'the table', 'the suite', 'the handbook', 'the week'][at] ?? ''}.`,
          ),
        ),
      ),
    ],
  ],
  lost: [
    [
      'back after four seconds',
      all(
        state('irc', 'coder', 'idle'),
        chat('planner', 'coder', 'Which port is it?'),
        state('irc', 'coder', 'lost'),
        pass(4 * second),
        state('irc', 'coder', 'idle'),
        pass(5 * minute),
        chat('coder', 'planner', 'It is 8080.'),
      ),
    ],
    [
      'it restarts in 50 s and goes on',
      all(
        task,
        taken,
        pass(5 * minute),
        state('irc', 'coder', 'lost'),
        pass(50 * second),
        state('irc', 'coder', 'working'),
        pass(10 * minute),
        irc('coder', 'task.complete', { task_id: 'E0001' }),
      ),
    ],
    ['silent for half a day, and owes nothing', all(chat('coder', 'planner', 'All merged.'), pass(720 * minute))],
    [
      'its link is down for 20 minutes',
      all(
        task,
        taken,
        pass(minute),
        lamp('irc', 'down'),
        pass(20 * minute),
        lamp('irc', 'up'),
        pass(10 * minute),
        irc('coder', 'task.complete', { task_id: 'E0001' }),
      ),
    ],
    [
      'a long run, with tool lines',
      all(
        task,
        taken,
        times(5, () => all(pass(12 * minute), irc('bridge', '[coder] › bash: npm test'))),
      ),
    ],
    [
      'it said goodbye after it had delivered',
      all(
        task,
        taken,
        pass(10 * minute),
        irc('coder', 'task.complete', { task_id: 'E0001' }),
        state('irc', 'coder', 'ended'),
        pass(60 * minute),
      ),
    ],
    [
      'it answers under pressure, just in time',
      all(chat('planner', 'coder', 'Which port is it?'), pass(14 * minute), chat('coder', 'planner', 'It is 8080.'), pass(60 * minute)),
    ],
  ],
  orphan: [
    [
      'a task that is taken after nine minutes',
      all(task, pass(9 * minute), taken, pass(5 * minute), irc('coder', 'task.complete', { task_id: 'E0001' }), pass(60 * minute)),
    ],
    [
      'an update that arrives before its task',
      all(
        irc('coder', 'task.update', { task_id: 'E0002', status: 'assigned', assignee: 'coder' }),
        irc('lead', 'task.create', { title: 'Port it' }, ['@workers']),
        pass(12 * minute),
        irc('coder', 'task.complete', { task_id: 'E0002' }),
      ),
    ],
    ['completed by somebody else', all(task, pass(5 * minute), irc('tester', 'task.complete', { task_id: 'E0001' }), pass(60 * minute))],
    [
      'a task for one agent, who says at once that it starts',
      all(
        mail('m1', 'planner', 'coder', 'delegate_task', 'Step 1'),
        mail('m2', 'coder', 'planner', 'status_update', 'Starting now.', { replyTo: 'm1' }),
        pass(14 * minute),
        mail('m3', 'coder', 'planner', 'submit_result', 'Done.'),
        pass(60 * minute),
      ),
    ],
    [
      'handed over to another, who does it',
      all(
        task,
        taken,
        pass(5 * minute),
        irc('lead', 'task.update', { task_id: 'E0001', assignee: 'tester' }, ['tester', 'coder']),
        pass(10 * minute),
        irc('tester', 'task.complete', { task_id: 'E0001' }),
        pass(60 * minute),
      ),
    ],
    [
      'its creator leaves for 30 s',
      all(
        state('irc', 'lead', 'idle'),
        task,
        taken,
        state('irc', 'lead', 'lost'),
        pass(30 * second),
        state('irc', 'lead', 'idle'),
        pass(12 * minute),
        irc('coder', 'task.complete', { task_id: 'E0001' }),
      ),
    ],
  ],
}

/** One of each kind that is one: a world in which nothing counts would find nothing, too. */
const real: Readonly<Record<Detector, Story>> = {
  deadlock: all(
    chat('coder', 'reviewer', 'Which claim carries the scope?'),
    mail('m2', 'reviewer', 'coder', 'request_review', 'The table'),
    pass(3 * minute),
  ),
  starvation: all(
    review,
    times(8, (at) =>
      all(
        mail(`a${at}`, 'docs', 'reviewer', 'request_review', `Page ${at}`),
        pass(12 * minute),
        mail(`b${at}`, 'reviewer', 'docs', 'submit_result', 'Fine.', { replyTo: `a${at}` }),
      ),
    ),
  ),
  loop: talk(...thanks, ...thanks, ...thanks),
  storm: talk(
    ...Array.from({ length: 9 }, (_, at) =>
      chat(agents[at % 3] ?? '', agents[(at + 1) % 3] ?? '', 'The build of main is broken since noon.'),
    ),
  ),
  lost: all(chat('planner', 'coder', 'Which port is it?'), state('irc', 'coder', 'lost'), pass(2 * minute)),
  orphan: all(mail('m1', 'planner', 'coder', 'delegate_task', 'Step 1'), state('mail', 'coder', 'ended', 'unregistered'), pass(2 * minute)),
}

describe.each(Object.keys(ordinary) as Detector[])('%s (F28)', (detector) => {
  test.each(ordinary[detector])('is not: %s', (_name, story) => {
    expect(alarms(story)).toEqual([])
  })

  test('and what is one is found here, too', () => {
    expect(alarms(real[detector])).toContain(detector)
  })
})

test('ordinary days of a fleet on four links make no alarm (F28)', async ({ annotate }) => {
  const days = sized(2, 400)
  let messages = 0
  for (let seed = 1; seed <= days; seed++) {
    const day = ordinaryDay(seed, { agents, minutes: 60 })
    messages += day.messages
    expect(
      [...day.fleet.seen.values()].map(({ detector, text }) => `${detector}: ${text}`),
      `seed ${seed}`,
    ).toEqual([])
  }
  expect(messages).toBeGreaterThan(days * 100)
  await annotate(`${days} hours of a fleet of six, ${messages.toLocaleString('en')} messages: no alarm`, 'F28')
}, 3_600_000)
