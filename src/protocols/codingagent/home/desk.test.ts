import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDesk, operator, tempFolder, valueOf } from '../../../../test/fakes/session-home.ts'

const one = '00000001'
const create = (path: string, text: string): string => `[CREATE_FILE path="${path}"]\n${text}\n[/CREATE_FILE]\n`

async function begun(task = 'Make a calculator') {
  const folder = tempFolder()
  const desk = await openDesk(folder)
  valueOf(await desk.begin(task, undefined, operator))
  const home = join(folder, '.codingagent')
  const json = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(home, `sessions/${one}.json`), 'utf8')) as Record<string, unknown>
  return { folder, home, desk, json }
}

describe('a session', () => {
  it('is made with its folders, its first outbox and the JSON of the specification (Session State)', async () => {
    const { home, desk, json } = await begun()
    expect(readdirSync(home).toSorted()).toEqual(['inbox', 'outbox', 'sessions'])
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
    const outbox = valueOf(await desk.outbox(one, 1))
    expect(outbox.text).toContain(`Session: ${one}\nSequence: 1\nTask: Make a calculator`)
    expect(outbox.text).toContain('## Workspace Files\n')
    expect(readFileSync(join(home, `outbox/${one}_seq0001.txt`), 'utf8')).toBe(outbox.text)
  })

  it('goes through three rounds; the second corrects an error; DONE ends it (Sequence Numbering)', async () => {
    const { folder, home, desk, json } = await begun()
    const first = valueOf(await desk.paste(one, `${create('src/a.ts', 'export const a = 1')}[READ_FILE path="nothing.ts"]\n`, operator))
    expect(first).toMatchObject({ state: 'replied', reply: { from: 'clipboard' } })
    expect(first.plan?.rows.map((row) => [row.type, row.state])).toEqual([
      ['CREATE_FILE', 'ready'],
      ['READ_FILE', 'refused'],
    ])
    expect(existsSync(join(folder, 'src'))).toBe(false)
    const applied = valueOf(await desk.apply(one, 1, { ...operator, gate: desk.parts.world.gate, hash: first.plan?.hash ?? '' }))
    expect(applied.plan?.rows.map((row) => row.result?.summary)).toEqual(["Created 'src/a.ts'", "File 'nothing.ts' not found"])
    expect(applied).toMatchObject({ state: 'applied', rollBack: { removes: ['src/a.ts'], restores: [], cannot: [] } })
    expect(json()).toMatchObject({ sequenceNumber: 2, isComplete: false, readFileRequests: [] })
    const second = valueOf(await desk.outbox(one, 2)).text
    expect(second).toContain("[OK] CREATE_FILE: Created 'src/a.ts'\n[FAILED] READ_FILE: File 'nothing.ts' not found")
    expect(second).toContain('src/a.ts (')
    expect(second).not.toContain('.codingagent')

    valueOf(await desk.paste(one, '[READ_FILE path="src/a.ts"]\n[RUN_COMMAND]\necho hi\n[/RUN_COMMAND]\n', operator))
    valueOf(await desk.apply(one, 2, { ...operator, gate: desk.parts.world.gate }))
    const third = valueOf(await desk.outbox(one, 3)).text
    expect(third).toContain('--- src/a.ts ---\nexport const a = 1\n--- end src/a.ts ---')
    expect(third).toContain("[OK] RUN_COMMAND: Ran 'echo hi' (exit code 0)\n  Output: hi")

    valueOf(await desk.paste(one, '[DONE]\nAll there.\n[/DONE]\n[DELETE_FILE path="src/a.ts"]\n', operator))
    const end = valueOf(await desk.apply(one, 3, { ...operator, gate: desk.parts.world.gate }))
    expect(end.plan?.rows.map((row) => row.state)).toEqual(['shown', 'after done'])
    expect(json()).toMatchObject({ sequenceNumber: 3, isComplete: true })
    expect(existsSync(join(folder, 'src/a.ts'))).toBe(true)
    expect(readdirSync(join(home, 'outbox'))).toHaveLength(3)
    expect(readdirSync(join(home, 'inbox/processed'))).toHaveLength(3)
    expect(await desk.paste(one, '[DONE]\n[/DONE]', operator)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })

  it('the plan that was not seen is not applied', async () => {
    const { folder, desk } = await begun()
    const round = valueOf(await desk.paste(one, create('a.txt', 'new'), operator))
    writeFileSync(join(folder, 'a.txt'), 'meanwhile')
    const order = { ...operator, gate: desk.parts.world.gate, hash: round.plan?.hash ?? '' }
    expect(await desk.apply(one, 1, order)).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: expect.stringContaining('changed since you saw it') },
    })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('meanwhile')
  })

  it('rolls back round by round, the newest first, and tells the LLM', async () => {
    const { folder, desk } = await begun()
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/a.txt'), 'original\n')
    for (const [round, text] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      valueOf(await desk.paste(one, create('src/a.txt', text), operator))
      const plan = valueOf(await desk.decide(one, round, [{ index: 1, apply: true }], operator)).plan
      valueOf(await desk.apply(one, round, { ...operator, gate: desk.parts.world.gate, hash: plan?.hash ?? '' }))
    }
    expect(await desk.rollBack(one, 1, operator)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(valueOf(await desk.round(one, 1)).rollBack).toBeUndefined()
    expect(valueOf(await desk.rollBack(one, 2, operator)).state).toBe('rolled back')
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('first\n')
    expect(valueOf(await desk.outbox(one, 3)).text).toContain("[FAILED] CREATE_FILE: Rolled back by the operator: Created 'src/a.txt'")
    expect(valueOf(await desk.rollBack(one, 1, operator)).state).toBe('rolled back')
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('original\n')
  })

  it('snapshots that no round needs go with the first round that is applied, but never while a session cannot be read', async () => {
    const { home, desk } = await begun()
    const orphan = join(home, 'sessions/objects/ab', '0'.repeat(62))
    mkdirSync(join(orphan, '..'), { recursive: true })
    writeFileSync(orphan, 'old')
    writeFileSync(join(home, 'sessions/deadbeef.json'), 'torn')
    valueOf(await desk.parts.store.load())
    valueOf(await desk.paste(one, create('a.txt', 'x'), operator))
    valueOf(await desk.apply(one, 1, { ...operator, gate: desk.parts.world.gate }))
    expect(existsSync(orphan)).toBe(true)
    rmSync(join(home, 'sessions/deadbeef.json'))
    valueOf(await desk.parts.store.load())
    valueOf(await desk.paste(one, create('b.txt', 'x'), operator))
    valueOf(await desk.apply(one, 2, { ...operator, gate: desk.parts.world.gate }))
    expect(existsSync(orphan)).toBe(false)
    expect(valueOf(await desk.rollBack(one, 2, operator)).state).toBe('rolled back')
    expect(valueOf(await desk.rollBack(one, 1, operator)).state).toBe('rolled back')
  })
})
