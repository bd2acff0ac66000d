import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openSessionHome, operator, tempFolder } from '../../../../test/fakes/session-home.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const one = '00000001'
const create = (path: string, text: string): string => `[CREATE_FILE path="${path}"]\n${text}\n[/CREATE_FILE]\n`

async function begun(task = 'Make a calculator') {
  const folder = tempFolder()
  const home = await openSessionHome(folder)
  valueOf(await home.begin(task, undefined, operator))
  const homePath = join(folder, '.codingagent')
  const json = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(homePath, `sessions/${one}.json`), 'utf8')) as Record<string, unknown>
  return { folder, homePath, home, json }
}

describe('a session', () => {
  it('is created with its folders, its first outbox and the JSON of the specification (Session State)', async () => {
    const { homePath, home, json } = await begun()
    expect(readdirSync(homePath).toSorted()).toEqual(['inbox', 'outbox', 'sessions'])
    expect(Object.keys(json())).toEqual([
      'sessionId',
      'task',
      'sequenceNumber',
      'isComplete',
      'createdAt',
      'updatedAt',
      'lastResults',
      'readFileRequests',
    ])
    const outbox = valueOf(await home.outbox(one, 1))
    expect(outbox.text).toContain(`Session: ${one}\nSequence: 1\nTask: Make a calculator`)
    expect(outbox.text).toContain('## Workspace Files\n(empty workspace)\n')
    expect(readFileSync(join(homePath, `outbox/${one}_seq0001.txt`), 'utf8')).toBe(outbox.text)
  })

  it('completes three rounds; the second corrects an error; DONE ends it (Sequence Numbering)', async () => {
    const { folder, homePath, home, json } = await begun()
    const first = valueOf(await home.paste(one, `${create('src/a.ts', 'export const a = 1')}[READ_FILE path="nothing.ts"]\n`, operator))
    expect(first).toMatchObject({ state: 'replied', reply: { from: 'clipboard' } })
    expect(first.plan?.rows.map((row) => [row.type, row.state])).toEqual([
      ['CREATE_FILE', 'ready'],
      ['READ_FILE', 'refused'],
    ])
    expect(existsSync(join(folder, 'src'))).toBe(false)
    const applied = valueOf(await home.apply(one, 1, { ...operator, gate: home.parts.services.gate, hash: first.plan?.hash ?? '' }))
    expect(applied.plan?.rows.map((row) => row.result?.summary)).toEqual(["Created 'src/a.ts'", "File 'nothing.ts' not found"])
    expect(applied).toMatchObject({ state: 'applied', rollBack: { removes: ['src/a.ts'], restores: [], cannot: [] } })
    expect(json()).toMatchObject({ sequenceNumber: 2, isComplete: false, readFileRequests: [] })
    const second = valueOf(await home.outbox(one, 2)).text
    expect(second).toContain("[OK] CREATE_FILE: Created 'src/a.ts'\n[FAILED] READ_FILE: File 'nothing.ts' not found")
    expect(second).toContain('src/a.ts (')
    expect(second).not.toContain('.codingagent')

    valueOf(await home.paste(one, '[READ_FILE path="src/a.ts"]\n[RUN_COMMAND]\necho hi\n[/RUN_COMMAND]\n', operator))
    valueOf(await home.apply(one, 2, { ...operator, gate: home.parts.services.gate }))
    const third = valueOf(await home.outbox(one, 3)).text
    expect(third).toContain('--- src/a.ts ---\nexport const a = 1\n--- end src/a.ts ---')
    expect(third).toContain("[OK] RUN_COMMAND: Ran 'echo hi' (exit code 0)\n  Output: hi")

    valueOf(await home.paste(one, '[DONE]\nAll there.\n[/DONE]\n[DELETE_FILE path="src/a.ts"]\n', operator))
    const end = valueOf(await home.apply(one, 3, { ...operator, gate: home.parts.services.gate }))
    expect(end.plan?.rows.map((row) => row.state)).toEqual(['shown', 'after done'])
    expect(json()).toMatchObject({ sequenceNumber: 3, isComplete: true })
    expect(existsSync(join(folder, 'src/a.ts'))).toBe(true)
    expect(readdirSync(join(homePath, 'outbox'))).toHaveLength(3)
    expect(readdirSync(join(homePath, 'inbox/processed'))).toHaveLength(3)
    expect(await home.paste(one, '[DONE]\n[/DONE]', operator)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })

  it('applies only the plan that was shown', async () => {
    const { folder, home } = await begun()
    const round = valueOf(await home.paste(one, create('a.txt', 'new'), operator))
    writeFileSync(join(folder, 'a.txt'), 'meanwhile')
    const order = { ...operator, gate: home.parts.services.gate, hash: round.plan?.hash ?? '' }
    expect(await home.apply(one, 1, order)).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: expect.stringContaining('changed since you saw it') },
    })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('meanwhile')
  })

  it('what was meant for a reply never meets the one that replaced it, as in another window', async () => {
    const { home } = await begun()
    const seen = valueOf(await home.paste(one, create('notes.txt', 'one'), operator)).reply?.number ?? 0
    valueOf(await home.discard(one, 1, seen, operator))
    valueOf(await home.paste(one, '[RUN_COMMAND]\necho hi\n[/RUN_COMMAND]\n', operator))
    const conflict = { ok: false, fault: { code: 'conflict', message: expect.stringContaining('Another reply') as string } }
    expect(await home.decide(one, 1, seen, [{ index: 1, body: 'text of a file' }], operator)).toMatchObject(conflict)
    expect(await home.discard(one, 1, seen, operator)).toMatchObject(conflict)
    expect(await home.unrepair(one, 1, seen, operator)).toMatchObject(conflict)
    const round = valueOf(await home.round(one, 1))
    expect(round).toMatchObject({ reply: { number: 2 }, plan: { rows: [{ text: 'echo hi', isEdited: false }] } })
    expect(home.parts.store.get(one)?.rounds.get(1)?.reply).toBe(2)
  })

  it('who applies a round that is being applied, or was, is told that the other one did', async () => {
    const { home } = await begun()
    const round = valueOf(await home.paste(one, create('a.txt', 'new'), operator))
    const order = { ...operator, gate: home.parts.services.gate, hash: round.plan?.hash ?? '' }
    const [first, second] = await Promise.all([home.apply(one, 1, order), home.apply(one, 1, order)])
    expect(first).toMatchObject({ ok: true })
    const refused = { ok: false, fault: { code: 'conflict', message: expect.stringContaining('was applied elsewhere first') as string } }
    expect([second, await home.apply(one, 1, order)]).toMatchObject([refused, refused])
  })

  it('the list of sessions and the round name the same decision, another one after each choice, and none once it is applied', async () => {
    const { home } = await begun()
    const listed = (): string | undefined => home.view({ confinement: '', workspace: '', waiting: [] }).sessions[0]?.rounds[0]?.decided
    const fresh = valueOf(await home.paste(one, create('a.txt', 'new'), operator))
    expect(fresh.decided).toBeDefined()
    expect(listed()).toBe(fresh.decided)
    const left = valueOf(await home.decide(one, 1, 1, [{ index: 1, apply: false }], operator))
    expect(left.decided).not.toBe(fresh.decided)
    expect(listed()).toBe(left.decided)
    valueOf(await home.apply(one, 1, { ...operator, gate: home.parts.services.gate, hash: left.plan?.hash ?? '' }))
    expect(listed()).toBeUndefined()
  })

  it('rolls back round by round, newest first, and tells the LLM', async () => {
    const { folder, home } = await begun()
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/a.txt'), 'original\n')
    for (const [round, text] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      valueOf(await home.paste(one, create('src/a.txt', text), operator))
      const plan = valueOf(await home.decide(one, round, 1, [{ index: 1, apply: true }], operator)).plan
      valueOf(await home.apply(one, round, { ...operator, gate: home.parts.services.gate, hash: plan?.hash ?? '' }))
    }
    expect(await home.rollBack(one, 1, operator)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(valueOf(await home.round(one, 1)).rollBack).toBeUndefined()
    expect(valueOf(await home.rollBack(one, 2, operator)).state).toBe('rolled back')
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('first\n')
    expect(valueOf(await home.outbox(one, 3)).text).toContain("[FAILED] CREATE_FILE: Rolled back by the operator: Created 'src/a.txt'")
    expect(valueOf(await home.rollBack(one, 1, operator)).state).toBe('rolled back')
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('original\n')
  })

  it('snapshots that no round needs are deleted with the first applied round, but never while a session cannot be read', async () => {
    const { homePath, home } = await begun()
    const orphan = join(homePath, 'sessions/objects/ab', '0'.repeat(62))
    mkdirSync(join(orphan, '..'), { recursive: true })
    writeFileSync(orphan, 'old')
    writeFileSync(join(homePath, 'sessions/deadbeef.json'), 'torn')
    valueOf(await home.parts.store.load())
    valueOf(await home.paste(one, create('a.txt', 'x'), operator))
    valueOf(await home.apply(one, 1, { ...operator, gate: home.parts.services.gate }))
    expect(existsSync(orphan)).toBe(true)
    rmSync(join(homePath, 'sessions/deadbeef.json'))
    valueOf(await home.parts.store.load())
    valueOf(await home.paste(one, create('b.txt', 'x'), operator))
    valueOf(await home.apply(one, 2, { ...operator, gate: home.parts.services.gate }))
    expect(existsSync(orphan)).toBe(false)
    expect(valueOf(await home.rollBack(one, 2, operator)).state).toBe('rolled back')
    expect(valueOf(await home.rollBack(one, 1, operator)).state).toBe('rolled back')
  })

  it('waits for an outbox that is being written', async () => {
    const { home } = await begun()
    valueOf(await home.paste(one, '[MESSAGE]\nhi\n[/MESSAGE]', operator))
    const write = home.parts.folder.write.bind(home.parts.folder)
    const asked: ReturnType<typeof home.outbox>[] = []
    vi.spyOn(home.parts.folder, 'write').mockImplementation((permit, name, text) => {
      // The session file already says 2, but the outbox does not exist yet.
      if (name.endsWith('_seq0002.txt')) asked.push(home.outbox(one, 2))
      return write(permit, name, text)
    })
    valueOf(await home.apply(one, 1, { ...operator, gate: home.parts.services.gate }))
    expect(valueOf((await asked[0]) ?? (await home.outbox(one, 9))).text).toContain('Sequence: 2')
  })
})
