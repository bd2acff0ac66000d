import type { HaltPreview, HaltRow, HaltState } from '../../../core/halt.ts'
import { fixtureNow } from './fixtures.ts'

function row(link: string, protocol: string, name: string, more: Partial<HaltRow>): HaltRow {
  return {
    workspace: 'w1',
    link,
    protocol,
    name,
    ends: [],
    refuses: [],
    says: [],
    hears: [],
    cannot: { names: [] },
    starts: [],
    lost: [],
    ...more,
  }
}

const envelope =
  '{"v":1,"type":"patchbay.halt","id":"01KAKZ7C000000000000000000","from":"mira","to":["@all"],"ts":1795256311000,"payload":{"halt":"7F3K"}}'

/** The table of a halt on the links of the fixtures, before it: one line, two channels, a server of tools, a local agent, a command that runs. */
export const fixtureHaltRows: readonly HaltRow[] = [
  row('l1', 'chat', 'chat.md', {
    says: [
      {
        key: 'line',
        place: 'chat.md',
        wire: '[operator-to-all] @ [coder, reviewer]: HALT 7F3K — stop after your current step and wait. RESUME 7F3K comes here.',
        step: 'planned',
      },
    ],
    hears: ['coder', 'reviewer', 'gemini'],
    lost: ['gemini'],
    cannot: { names: ['coder', 'reviewer', 'gemini'], why: 'they only read it' },
  }),
  row('l2', 'scuttlebot', 'IRC', {
    says: ['#general', '#auth'].flatMap((place) => [
      {
        key: `text ${place}`,
        place,
        wire: `PRIVMSG ${place} :@all HALT 7F3K — stop after your current step and wait for RESUME 7F3K.`,
        step: 'planned',
      },
      { key: `envelope ${place}`, place, wire: `PRIVMSG ${place} :${envelope}`, step: 'planned' },
    ]),
    hears: ['scout', 'codex-2'],
    cannot: { names: ['scout', 'codex-2'], why: 'other machines' },
  }),
  row('l3', 'switchboard', 'Switchboard', {
    refuses: [
      { key: 'tools', what: '2 clients', note: 'every call but reading' },
      { key: 'workflow accuracy', what: 'accuracy, phase 4 of 5', note: 'held, not stopped' },
    ],
    says: [
      {
        key: 'inbox/tester',
        place: 'inbox/tester',
        wire: 'HALT 7F3K — stop after your current step and wait for RESUME 7F3K.',
        step: 'planned',
      },
    ],
    hears: ['tester'],
    cannot: { names: ['tester'], why: 'in file mode' },
  }),
  row('l4', 'jaibber', 'web-console', {
    ends: [{ key: 'agent docs', what: 'Docs, pid 48120', note: 'TERM, after 5 s KILL', step: 'planned' }],
    refuses: [{ key: 'queue docs', what: '1 prompt', note: 'stays queued' }],
    says: [{ key: 'message', place: 'web-console', wire: 'HALT 7F3K — agents of this machine are stopped.', step: 'planned' }],
    hears: ['Coder'],
    cannot: { names: ['Coder'], why: 'agents of other members' },
  }),
  row('l5', 'codingagent', 'CodingAgent', {
    ends: [{ key: 'command 9f2c', what: 'dotnet test, 4 processes', note: 'output so far is kept', step: 'planned' }],
    refuses: [{ key: 'apply', what: 'Apply in 3 sessions' }],
    cannot: { names: [], why: 'the chat LLM: it has no link' },
  }),
]

export const fixtureHaltPreview: HaltPreview = {
  id: '7F3K',
  level: 'stop',
  scope: { kind: 'workspace', workspace: 'w1' },
  rows: [...fixtureHaltRows],
  digest: 'digest of the texts',
}

const done = { step: 'done', at: fixtureNow - 20_000 } as const

/** The same table afterwards: one command survived, one channel could not be told. */
export const fixtureHalt: HaltState = {
  id: '7F3K',
  at: fixtureNow - 21_000,
  scope: { kind: 'workspace', workspace: 'w1' },
  level: 'stop',
  by: 'operator',
  rows: fixtureHaltRows.map((each) => ({
    ...each,
    ends: each.ends.map((part) =>
      part.key.startsWith('command')
        ? { ...part, step: 'failed', at: done.at, fault: { code: 'unavailable', message: '1 of 4 processes still runs: 48133.' } }
        : { ...part, ...done },
    ),
    says: each.says.map((text) =>
      text.place === '#auth'
        ? { ...text, step: 'failed', fault: { code: 'unavailable', message: 'Not in #auth at the moment.' } }
        : { ...text, ...done },
    ),
  })),
  refused: { count: 4, last: [{ at: fixtureNow - 8_000, link: 'l3', who: 'coder', what: 'send_message' }] },
  talking: [{ name: 'gemini', count: 3 }],
}

/** What Resume says and can start. */
export const fixtureResumePreview: HaltPreview = {
  ...fixtureHaltPreview,
  digest: 'digest of the end',
  rows: fixtureHaltRows.map((each) => ({
    ...each,
    ends: [],
    refuses: [],
    says: each.says.map((text) => ({ ...text, wire: 'RESUME 7F3K — go on.' })),
    starts: each.link === 'l4' ? [{ key: 'agent docs', what: 'Docs', note: '1 prompt is queued' }] : [],
  })),
}
