import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import { storedEvent } from '../../../test/fakes/events.ts'
import { drop, tempFolder } from '../../../test/fakes/session-home.ts'
import { codingAgentProtocol } from './index.ts'
import type { Outbox, Round } from './pure/api.ts'
import { readOutbox } from './pure/outbox.ts'
import { begin, create, seen, useHomeLinks } from '../../../test/fakes/home-link.ts'

const { open } = useHomeLinks()

describe('a session home', () => {
  it('reports a round to the journal, with the files that prove it', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    expect(session).toMatch(/^[0-9a-f]{8}$/)
    const round = await run.ask<Round>('paste', { session, text: `I do it.\n${create('a.txt', 'x')}[DONE]\nThere.\n[/DONE]` })
    await run.ask('apply', { session, sequence: 1, hash: round.plan?.hash })
    await seen(() => expect(run.events.length).toBe(4))
    expect(
      run.events.map(({ body, raw }) =>
        body.kind === 'message' ? [body.label, body.from, body.to[0], body.text, raw.anchor?.path] : body,
      ),
    ).toEqual([
      ['outbox', 'mira', 'llm', 'Make a calculator', `.codingagent/outbox/${session}_seq0001.txt`],
      ['reply', 'llm', 'mira', 'I do it.\nCREATE_FILE a.txt\nDONE There.', `.codingagent/inbox/processed/${session}_seq0001_reply.txt`],
      ['done', 'llm', 'mira', 'There.', `.codingagent/inbox/processed/${session}_seq0001_reply.txt`],
      [
        'results',
        'mira',
        'llm',
        "[OK] CREATE_FILE: Created 'a.txt'\n[OK] DONE: Session completed: There.",
        `.codingagent/sessions/${session}.json`,
      ],
    ])
    for (const { raw } of run.events) expect(existsSync(join(run.home, '..', raw.anchor?.path ?? 'nowhere'))).toBe(true)
    expect(new Set(run.events.map(({ wireId }) => wireId)).size).toBe(4)
  })

  it('a rewritten outbox and a replaced reply replace what was reported', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'a.txt'), 'first line\n')
    writeFileSync(join(folder, 'b.txt'), 'b\n')
    const run = await open(folder)
    const session = await begin(run)
    await seen(() => expect(run.events.length).toBe(1))
    const outbox = await run.ask<Outbox>('choose', { session, leaveOut: ['b.txt'], attach: ['a.txt'] })
    expect(outbox.text).toContain('--- a.txt ---\nfirst line\n--- end a.txt ---')
    expect(outbox.text).not.toContain('  b.txt (')
    await run.ask('paste', { session, text: '[MESSAGE]\none\n[/MESSAGE]' })
    expect(await run.ask<Round>('discard', { session, sequence: 1, reply: 1 })).toMatchObject({ state: 'open' })
    const discarded = { kind: 'receipt', of: `${session}:1:reply`, stage: 'archived', by: 'mira', text: 'discarded' }
    await seen(() => expect(run.events.at(-1)?.body).toEqual(discarded))
    await run.ask('paste', { session, text: '[MESSAGE]\ntwo\n[/MESSAGE]' })
    await seen(() => expect(run.events.at(-1)?.body).toMatchObject({ text: 'MESSAGE two' }))
    const ids = run.events.map(({ wireId, supersedes }) => [wireId, supersedes])
    expect(ids).toContainEqual([`${session}:1:outbox:2`, `${session}:1:outbox`])
    expect(ids.at(-1)).toEqual([`${session}:1:reply:2`, `${session}:1:reply`])
  })

  it('reports each copy of an outbox once', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    const copies = (): unknown[] => run.events.flatMap(({ body }) => (body.kind === 'receipt' ? [[body.of, body.stage, body.text]] : []))
    await run.ask('copied', { session, sequence: 1 })
    await seen(() => expect(copies()).toEqual([[`${session}:1:outbox`, 'delivered', 'copied']]))
    await run.ask('paste', { session, text: '[MESSAGE]\none\n[/MESSAGE]' })
    await seen(() => expect(run.events.at(-1)?.body).toMatchObject({ label: 'reply' }))
    expect(copies()).toHaveLength(1)
  })

  it('reports what is not a reply and leaves everything unchanged', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    const outbox = await run.ask<Outbox>('outbox', { session, sequence: 1 })
    for (const [text, code] of [
      ['  \n', 'invalid'],
      [outbox.text, 'invalid'],
      [outbox.text.replace(session, 'ffffffff'), 'conflict'],
      [`Reply to ${session}, sequence 7\n[MESSAGE]\nhi\n[/MESSAGE]`, 'conflict'],
    ] as const)
      expect(await run.tried('paste', { session, text })).toMatchObject({ ok: false, fault: { code, field: 'text' } })
    expect(readdirSync(join(run.home, 'inbox'), { recursive: true })).toEqual(['processed'])
    expect(await run.ask<Round>('round', { session, sequence: 1 })).toMatchObject({ state: 'open' })
    const cut = await run.ask<Round>('paste', { session, text: 'Sure.\n[CREATE_FILE path="a.txt"]\nhalf' })
    expect(cut.plan?.rows).toMatchObject([{ type: 'PARSE_ERROR', state: 'refused' }])
  })

  it('a dropped file that is no reply needs the operator until a reply to that round comes, though both come at once', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    const outbox = await run.ask<Outbox>('outbox', { session, sequence: 1 })
    const { inEvent, endedBy } = codingAgentProtocol.conditions ?? {}
    const stored = (): Event[] => run.events.map((event, at) => storedEvent(at + 1, event.body, { wireId: event.wireId }))
    const opened = (): unknown[] => stored().flatMap((event) => inEvent?.(event) ?? [])
    const ends = (): number => stored().findIndex((event) => (endedBy?.(event) ?? []).includes(`refused/${session}/1`))
    drop(run.home, 'own.txt', outbox.text)
    drop(run.home, 'reply.txt', '[MESSAGE]\nhi\n[/MESSAGE]')
    await seen(() => expect(ends()).toBeGreaterThan(0))
    expect(opened()).toMatchObject([{ source: 'refused', who: session, text: expect.stringContaining('own.txt is not a reply') as string }])
    expect(stored().findIndex((event) => (inEvent?.(event) ?? []).length > 0)).toBeLessThan(ends())
  })

  it('takes files that others drop, oldest first; the next one waits and is named', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    drop(run.home, 'z-first.txt', '[MESSAGE]\nfirst\n[/MESSAGE]')
    drop(run.home, 'a-second.txt', '[MESSAGE]\nsecond\n[/MESSAGE]')
    await seen(() => expect(run.view().waiting?.map(({ file }) => file)).toEqual(['a-second.txt']))
    await seen(() => expect(run.lamp()?.text).toContain('a-second.txt waits'))
    const round = await run.ask<Round>('round', { session, sequence: 1 })
    expect(round).toMatchObject({ state: 'replied', reply: { from: 'z-first.txt' } })
    await run.ask('apply', { session, sequence: 1, hash: round.plan?.hash })
    await seen(() => expect(run.view().sessions[0]?.rounds.map(({ state }) => state)).toEqual(['applied', 'replied']))
    await seen(() => expect(readdirSync(join(run.home, 'inbox'))).toEqual(['processed']))
  })

  it('a dropped file that is not a reply is moved to processed, reported, and does not block others (F18)', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    drop(run.home, 'own.txt', (await run.ask<Outbox>('outbox', { session, sequence: 1 })).text)
    drop(run.home, 'latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]))
    drop(run.home, 'huge.txt', 'x'.repeat(limits.message + 1))
    drop(run.home, 'good.txt', '[MESSAGE]\nhi\n[/MESSAGE]')
    await seen(() => expect(run.view().sessions[0]?.rounds[0]?.state).toBe('replied'))
    await seen(() => expect(run.events.filter(({ body }) => body.kind === 'fault').length).toBe(3))
    const faults = run.events.flatMap(({ body }) => (body.kind === 'fault' ? [body.fault] : []))
    expect(faults.map(({ code }) => code)).toEqual(['invalid', 'invalid', 'too-large'])
    expect(readdirSync(join(run.home, 'inbox/processed')).toSorted()).toEqual(['good.txt', 'huge.txt', 'latin.txt', 'own.txt'])
  })

  it('of two on one home the second is read-only and says so, and takes over when the first ends', async () => {
    const folder = tempFolder()
    const first = await open(folder)
    const session = await begin(first)
    const second = await open(folder)
    expect(second.view()).toMatchObject({ workspace: folder, readOnly: { code: 'conflict' }, sessions: [{ id: session }] })
    expect(second.lamp()?.text).toContain('read-only')
    expect(await second.tried('paste', { session, text: '[MESSAGE]\nhi\n[/MESSAGE]' })).toMatchObject({
      ok: false,
      fault: { code: 'conflict' },
    })
    expect(await second.ask<Outbox>('outbox', { session, sequence: 1 })).toMatchObject({ listed: 0 })
    drop(first.home, 'r.txt', '[MESSAGE]\nhi\n[/MESSAGE]')
    await seen(() => expect(first.view().sessions[0]?.rounds[0]?.state).toBe('replied'))
    await first.driver.stop()
    await second.ask('round', { session, sequence: 1 }) // a look makes it try again
    await seen(() => expect(second.view().readOnly).toBeUndefined())
    expect(await second.ask<Round>('discard', { session, sequence: 1, reply: 1 })).toMatchObject({ state: 'open' })
  })

  it.skipIf(process.platform === 'win32')('what the other one of two applies is no crash', async () => {
    const folder = tempFolder()
    const first = await open(folder)
    const session = await begin(first)
    const second = await open(folder)
    await first.ask('paste', { session, text: '[RUN_COMMAND]\nuntil [ -e go ]; do sleep 0.02; done\n[/RUN_COMMAND]\n' })
    const applied = first.ask<Round>('apply', {
      session,
      sequence: 1,
      hash: (await first.ask<Round>('round', { session, sequence: 1 })).plan?.hash,
    })
    await seen(() => expect(first.view().run?.command).toContain('until'))
    await seen(async () => {
      expect(await second.ask<Round>('round', { session, sequence: 1 })).toMatchObject({ state: 'applying' })
      expect(second.view().sessions[0]?.rounds[0]?.state).toBe('applying')
    })
    writeFileSync(join(folder, 'go'), '')
    expect(await applied).toMatchObject({ state: 'applied' })
  })

  it('messages for impossible requests: no such folder, no such session, a link that leads outside', async () => {
    const folder = tempFolder()
    const run = await open(folder)
    expect(await run.tried('new', { task: 'x', workspace: 'nowhere' })).toMatchObject({
      ok: false,
      fault: { code: 'not-found', field: 'workspace' },
    })
    expect(await run.tried('new', { task: ' ' })).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'task' } })
    expect(await run.tried('resume', { session: 'ffffffff' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(existsSync(run.home)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('a home that is a link out of the workspace is never written to (F14)', async () => {
    const folder = tempFolder()
    const outside = tempFolder()
    mkdirSync(join(outside, 'sessions'))
    symlinkSync(outside, join(folder, '.codingagent'))
    const run = await open(folder)
    expect(await run.tried('new', { task: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(readdirSync(outside, { recursive: true })).toEqual(['sessions'])
  })
})

const modes = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))

describe.skipIf(process.platform === 'win32')('who else may read a home', () => {
  it('nobody, from its first file on', async () => {
    const run = await open(tempFolder())
    const session = await begin(run)
    drop(run.home, 'r.txt', '[MESSAGE]\nhi\n[/MESSAGE]')
    await seen(() => expect(run.view().sessions[0]?.rounds[0]?.state).toBe('replied'))
    await seen(() => expect(existsSync(join(run.home, 'inbox', 'processed', 'r.txt'))).toBe(true))
    const names = readdirSync(run.home, { recursive: true, encoding: 'utf8' })
    for (const name of ['.', ...names]) {
      const isFolder = statSync(join(run.home, name)).isDirectory()
      expect([name, ...modes(run.home, [name])]).toEqual([name, isFolder ? '700' : '600'])
    }
    expect(names).toContain(join('outbox', `${session}_seq0001.txt`))
  })

  it('nobody any more, if an earlier release left it open; its neighbours keep their permissions', async () => {
    const folder = tempFolder()
    const first = await open(folder)
    const session = await begin(first)
    await first.driver.stop()
    const open_ = ['outbox', `outbox/${session}_seq0001.txt`, 'sessions', `sessions/${session}`, `sessions/${session}/round-0001.json`]
    for (const name of [...open_, '.']) chmodSync(join(first.home, name), /\.(txt|json)$/.test(name) ? 0o644 : 0o755)
    chmodSync(folder, 0o755)
    await open(folder)
    await seen(() => expect(modes(first.home, open_)).toEqual(['700', '600', '700', '700', '600']))
    expect(modes(folder, ['.codingagent', '.'])).toEqual(['700', '755'])
  })
})

describe('a reply that can be repaired', () => {
  const text = '- [CREATE_FILE path=“a.js”]\n  ```js\n  const a = “1”\n  ```\n  [/CREATE_FILE]\n'

  it('is accepted without warning, repaired in one step, parsed again, and can be restored', async () => {
    const folder = tempFolder()
    const run = await open(folder)
    const session = await begin(run)
    const at = { session, sequence: 1 }
    const came = await run.ask<Round>('paste', { session, text })
    expect(came.plan).toMatchObject({ rows: [], repairs: 1 })
    expect(await run.tried('repair', { ...at, hash: 'another' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    const mended = await run.ask<Round>('repair', { ...at, hash: came.plan?.hash })
    expect(mended).toMatchObject({
      state: 'replied',
      reply: { original: text, text: '[CREATE_FILE path="a.js"]\nconst a = “1”\n[/CREATE_FILE]\n' },
    })
    expect(mended.plan).toMatchObject({ repairs: 0, rows: [{ type: 'CREATE_FILE', path: 'a.js', apply: true }] })
    const again = await run.ask<Round>('unrepair', { ...at, reply: 2 })
    expect([again.reply?.text, again.reply?.original, again.plan?.rows]).toEqual([text, undefined, []])
    await run.ask('repair', { ...at, hash: again.plan?.hash })
    const { plan } = await run.ask<Round>('round', at)
    await run.ask('apply', { ...at, hash: plan?.hash })
    expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe('const a = “1”\n')
    expect(await run.tried('unrepair', { ...at, reply: 3 })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await seen(() => expect(run.events.filter(({ body }) => body.kind === 'message' && body.label === 'reply')).not.toEqual([]))
  })
})

describe('a home in a checkout', () => {
  it('is offered for .git/info/exclude once, with the exact line', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, '.git'))
    const run = await open(folder)
    await begin(run)
    await seen(() => expect(run.view().exclude).toEqual({ file: '.git/info/exclude', line: '/.codingagent/' }))
    expect(existsSync(join(folder, '.git/info'))).toBe(false)
    await run.ask('exclude', { add: true })
    expect(readFileSync(join(folder, '.git/info/exclude'), 'utf8')).toBe('/.codingagent/\n')
    await seen(() => expect(run.view().exclude).toBeUndefined())
    expect(await run.tried('exclude', { add: true })).toMatchObject({ ok: false })
  })

  it('is not offered again after a refusal, nor if Git already ignores it', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, '.git/info'), { recursive: true })
    writeFileSync(join(folder, '.git/info/exclude'), '# mine')
    const first = await open(folder)
    await begin(first)
    await seen(() => expect(first.view().exclude).toBeDefined())
    await first.ask('exclude', { add: false })
    await first.driver.stop()
    expect((await open(folder)).view().exclude).toBeUndefined()
    expect(readFileSync(join(folder, '.git/info/exclude'), 'utf8')).toBe('# mine')

    const other = tempFolder()
    mkdirSync(join(other, '.git'))
    writeFileSync(join(other, '.gitignore'), '.codingagent\n')
    const run = await open(other)
    await begin(run)
    await seen(() => expect(run.events.length).toBe(1))
    expect(run.view().exclude).toBeUndefined()
  })
})

describe('an outbox that was rewritten', () => {
  it('states its version, and a reply to an older one is noticed', async () => {
    const folder = tempFolder()
    const run = await open(folder)
    const session = await begin(run)
    expect((await run.ask<Outbox>('outbox', { session, sequence: 1 })).text).not.toContain('Version:')
    await run.ask('paste', { session, text: create('a.txt', 'x') })
    const round = await run.ask<Round>('round', { session, sequence: 1 })
    await run.ask('apply', { session, sequence: 1, hash: round.plan?.hash })
    await run.ask('rollBack', { session, sequence: 1 })
    const { text } = await run.ask<Outbox>('outbox', { session, sequence: 2 })
    expect(text).toContain('\nVersion: 2\n')
    expect(readOutbox(text)).toMatchObject({ sequence: 2, task: 'Make a calculator' })
    await seen(() => expect(run.view().sessions[0]?.rounds[1]).toMatchObject({ sequence: 2, version: 2 }))
    const reply = (version: string): string => `Reply to ${session}, sequence 2${version}\n[MESSAGE]\nhi\n[/MESSAGE]`
    expect(await run.tried('paste', { session, text: reply(', version 1') })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await run.ask('mode', { session, mode: 'all' })
    drop(run.home, 'old.txt', reply(''))
    await seen(() => expect(run.view().sessions[0]?.rounds[1]).toMatchObject({ state: 'replied' }))
    const held = await run.ask<Round>('round', { session, sequence: 2 })
    expect(held.reply?.warnings).toEqual([expect.stringContaining('does not name version 2 of outbox 2')])
    await run.ask('discard', { session, sequence: 2, reply: 1 })
    drop(run.home, 'new.txt', reply(', version 2'))
    await seen(() => expect(run.view().sessions[0]).toMatchObject({ sequence: 3 }))
  })
})

describe('while a round runs', () => {
  it('shows the command with its output; stop ends it, and later ones are not run', async () => {
    const folder = tempFolder()
    const run = await open(folder)
    const session = await begin(run)
    const text = `[RUN_COMMAND]\necho started; sleep 20\n[/RUN_COMMAND]\n${create('a.txt', 'x')}`
    const round = await run.ask<Round>('paste', { session, text })
    const applying = run.ask<Round>('apply', { session, sequence: 1, hash: round.plan?.hash })
    await seen(() => expect(run.view().run).toMatchObject({ index: 1, total: 2, command: 'echo started; sleep 20', output: 'started\n' }))
    expect(run.view().sessions[0]?.rounds[0]?.state).toBe('applying')
    expect(await run.tried('apply', { session, sequence: 1, hash: '' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await run.ask('stop', { session })
    const done = await applying
    expect(done.plan?.rows.map(({ result }) => result?.success)).toEqual([false, false])
    expect(done.plan?.rows[1]?.result?.summary).toBe('Not run: the operator stopped this round')
    expect(existsSync(join(folder, 'a.txt'))).toBe(false)
    await seen(() => expect(run.view().run).toBeUndefined())
    expect(run.view().sessions[0]?.sequence).toBe(2)
  })

  it('when Patchbay exits, the round is interrupted: the interrupted command is named, the rest continues later (F2)', async () => {
    const folder = tempFolder()
    const first = await open(folder)
    const session = await begin(first)
    const text = `${create('a.txt', 'a')}[RUN_COMMAND]\ntouch begun; sleep 60\n[/RUN_COMMAND]\n${create('b.txt', 'b')}`
    const round = await first.ask<Round>('paste', { session, text })
    const applying = first.tried('apply', { session, sequence: 1, hash: round.plan?.hash })
    await seen(() => expect(existsSync(join(folder, 'begun'))).toBe(true))
    await first.driver.stop()
    expect(await applying).toMatchObject({ ok: false, fault: { code: 'cancelled' } })

    const run = await open(folder)
    const found = await run.ask<Round>('round', { session, sequence: 1 })
    expect(found).toMatchObject({ state: 'interrupted', interrupted: 'RUN_COMMAND' })
    const stopped = expect.stringMatching(/^Stopped after .* it may have happened in part/) as string
    expect(found.plan?.rows.map(({ result }) => result?.summary)).toEqual(["Created 'a.txt'", stopped, undefined])
    expect(existsSync(join(folder, 'b.txt'))).toBe(false)
    const done = await run.ask<Round>('apply', { session, sequence: 1, hash: found.plan?.hash })
    expect(done.plan?.rows.map(({ result }) => result?.summary)).toEqual(["Created 'a.txt'", stopped, "Created 'b.txt'"])
    expect((await run.ask<Outbox>('outbox', { session, sequence: 2 })).text).toContain('[FAILED] RUN_COMMAND: Stopped after')
    expect(done.rollBack?.cannot).toEqual([expect.stringContaining('Stopped after')])
  })
})
