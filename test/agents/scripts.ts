import type { Step } from './model.ts'

/** What two agents say to each other and to the operator in twenty minutes, worded as language models do. */

interface Mail {
  readonly id: string
  readonly sender: string
}

const call = (name: string, input: Readonly<Record<string, unknown>>, after?: number): Step => ({
  call: name,
  input,
  ...(after !== undefined && { after }),
})
const send = (recipient: string, action: string, payload: string, more: { replyTo?: string | undefined; after?: number } = {}): Step =>
  call('send_message', { recipient, action, payload, ...(more.replyTo !== undefined && { replyTo: more.replyTo }) }, more.after ?? 4)
const status = (name: string, word: string, message: string): Step => call('set_agent_status', { name, status: word, message })

/** Looks into the inbox every 15 s until there is mail from somebody, acknowledges and archives it. @returns its id; undefined: it did not come. */
function* mailFrom(me: string, sender: string, tries = 40): Generator<Step, string | undefined, string> {
  for (let left = tries; left > 0; left--) {
    const listed = yield call('check_inbox', { agent: me, verbose: true }, 15)
    const mail = mailsIn(listed).find((each) => each.sender === sender)
    if (mail === undefined) continue
    yield call('acknowledge_message', { id: mail.id, note: 'Received.' })
    yield call('archive_message', { id: mail.id })
    return mail.id
  }
  return undefined
}

function mailsIn(text: string): readonly Mail[] {
  try {
    return (JSON.parse(text) as { readonly messages?: readonly Mail[] }).messages ?? []
  } catch {
    return []
  }
}

export function* planner(): Generator<Step, void, string> {
  const me = 'planner'
  yield call('register_chat_agent', { name: me, interface: 'claude-code', capabilities: ['planning', 'delegation'] })
  yield call('list_active_agents', {})
  yield send('operator', 'status_update', 'Hi! I have registered as planner and will coordinate the work on the HTTP client today.')
  yield send(
    'coder',
    'delegate_task',
    'Implement `Retry-After` handling in the HTTP client.\n\nRequirements:\n1. Honour the header for 429 and 503\n2. Give up after 5 attempts\n3. Add one test per status code\n\nPlease report back when the tests are green.',
    { after: 20 },
  )
  yield status(me, 'waiting', 'for coder')
  const asked = yield* mailFrom(me, 'coder')
  yield send('coder', 'status_update', 'Good question. Both forms, please: the RFC allows a date as well as seconds.', { replyTo: asked })
  yield* mailFrom(me, 'coder')
  yield* mailFrom(me, 'coder')
  yield send('coder', 'status_update', 'Great work, thank you! I have merged it. No further action needed.')
  yield send(
    'operator',
    'status_update',
    'Summary: the Retry-After change is merged, 14 tests pass. Next I will look into the flaky queue test.',
  )
  yield send(
    'operator',
    'request_review',
    'Please review the plan in PLAN.md before I continue. It has 3 steps; the second one changes the public API.',
  )
  yield status(me, 'waiting', 'for operator')
  yield* mailFrom(me, 'operator', 16)
  yield send('operator', 'status_update', 'Thanks for the feedback! I’ll go ahead with steps 1 and 3.')
  yield send('coder', 'delegate_task', 'Find out why `queue drains in order` is flaky and fix it. It failed 3 times in 500 runs.')
  yield send(
    'coder',
    'status_update',
    'Two questions while you are at it:\n1) Is the sort stable across timers?\n2) Does the test pass with a fake clock?',
    { after: 30 },
  )
  yield* mailFrom(me, 'coder')
  yield send(
    'operator',
    'status_update',
    'Should we drop support for the old config format in 2.0? I recommend keeping it for one more release.',
    { after: 20 },
  )
  yield* mailFrom(me, 'coder', 20)
  yield send('operator', 'status_update', 'Never mind my question about the config format: I keep it for one more release.', { after: 60 })
  yield send('coder', 'request_review', 'Could you take a look at docs/retry.md? I added a section about dates.')
  yield* mailFrom(me, 'coder')
  yield send('coder', 'status_update', 'Thanks! Fixed both typos. That’s all from my side for now.')
  yield send(
    'operator',
    'submit_result',
    'All tasks of today are complete:\n- Retry-After: merged\n- flaky queue test: fixed\n- docs/retry.md: reviewed\n\nLet me know if you need anything else!',
  )
  yield status(me, 'idle', 'standing by')
  for (let quiet = 0; quiet < 6; quiet++) yield call('check_inbox', { agent: me }, 30)
  yield { say: 'Everything is done; I am standing by for further instructions.' }
}

/** The first session, which ends by itself. */
export function* coder(): Generator<Step, void, string> {
  const me = 'coder'
  yield call('register_chat_agent', { name: me, interface: 'opencode', capabilities: ['typescript'] })
  yield send('planner', 'status_update', 'Hello! I am online and ready to take on tasks.')
  const task = yield* mailFrom(me, 'planner')
  yield status(me, 'working', 'Retry-After')
  yield send(
    'planner',
    'status_update',
    'Quick question before I start: should a date in `Retry-After` be supported as well, or only seconds?',
    { replyTo: task },
  )
  yield* mailFrom(me, 'planner')
  yield send('planner', 'status_update', 'Got it, thanks. Starting on the implementation now.')
  yield send(
    'planner',
    'submit_result',
    'I’ve implemented the Retry-After handling:\n- `src/http/retry.ts`: parses seconds and dates\n- `src/http/client.ts`: gives up after 5 attempts\n\nAll 14 tests pass. Let me know if you’d like any changes!',
    { after: 60 },
  )
  yield* mailFrom(me, 'planner')
  yield status(me, 'idle', 'available')
  yield { say: 'My task is complete.' }
}

/** The second session, of a program that was started again. */
export function* coderAgain(): Generator<Step, void, string> {
  const me = 'coder'
  yield call('register_chat_agent', { name: me, interface: 'opencode', capabilities: ['typescript'] })
  yield* mailFrom(me, 'planner')
  const asked = yield* mailFrom(me, 'planner', 6)
  yield send(
    'planner',
    'status_update',
    '1) No: two timers that share a tick can swap. 2) Yes, it passes with a fake clock, so it is the timers.',
    { replyTo: asked },
  )
  yield send('operator', 'status_update', 'Which branch should I target for the queue fix: main or release/1.4?', { after: 30 })
  yield* mailFrom(me, 'operator', 6)
  yield send('operator', 'status_update', 'I went with main, since the change is small; it can be backported.')
  yield send(
    'planner',
    'submit_result',
    'Root cause: two timers share a tick. Fixed by ordering by (due, sequence); 5,000 runs, 0 failures.',
  )
  const review = yield* mailFrom(me, 'planner')
  yield send(
    'planner',
    'submit_result',
    'Looks good overall. Two typos in the second paragraph (“recieve”, “seperate”), otherwise ready to go.',
    { replyTo: review, after: 20 },
  )
  yield* mailFrom(me, 'planner')
  yield status(me, 'idle', 'available')
  for (let quiet = 0; quiet < 4; quiet++) yield call('check_inbox', { agent: me }, 30)
  yield { say: 'Nothing else to do.' }
}
