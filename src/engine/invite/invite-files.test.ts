import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Effect, Grant } from '../../core/approval.ts'
import { fail, ok } from '../../core/fault.ts'
import type { FileChange } from '../../core/invite/invite.ts'
import { tempFolder } from '../../../test/fakes/journal.ts'
import { makePermit } from '../gate/permit.ts'
import { covers, judge, needsOwnSurface } from '../gate/policy.ts'
import { applyInvite, type PerformInvite } from './invite-files.ts'

const allow: PerformInvite = (_effect, _question, run) => run(makePermit('a'))
const inWorkspace: FileChange = { root: 'workspace', path: '.mcp.json', after: '{}\n', why: 'test' }
const desktopPath = '.config/Claude/claude_desktop_config.json'
const desktop: FileChange = { root: 'home', path: desktopPath, after: 'a = 1\n', why: 'test' }
const plan = (...changes: FileChange[]) => ({ changes, notes: [], next: [] })
const roots = () => ({ workspace: tempFolder(), home: tempFolder() })

describe('the files of an invitation (F14)', () => {
  test('outside the workspace are only those of the list', async () => {
    const at = roots()
    const other: FileChange = { ...desktop, path: '.bashrc' }
    expect(await applyInvite(plan(other), at, 'linux', allow, 0)).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(readdirSync(at.home)).toEqual([])
  })

  test('that were changed since they were shown stay as they are', async () => {
    const at = roots()
    writeFileSync(path.join(at.workspace, '.mcp.json'), '{ "a": 1 }')
    for (const change of [
      inWorkspace,
      { ...inWorkspace, before: '{}' },
      { root: 'workspace', path: '.mcp.json', before: '{}', why: '' } as const,
    ])
      expect(await applyInvite(plan(change), at, 'linux', allow, 0)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(readFileSync(path.join(at.workspace, '.mcp.json'), 'utf8')).toBe('{ "a": 1 }')
  })

  test('a file before one that fails gets its earlier text back', async () => {
    const at = roots()
    mkdirSync(path.join(at.workspace, '.mcp.json'))
    writeFileSync(path.join(at.workspace, 'CLAUDE.md'), 'mine\n')
    const notes: FileChange = { root: 'workspace', path: 'CLAUDE.md', before: 'mine\n', after: 'ours\n', why: 'test' }
    expect((await applyInvite(plan(desktop, notes, inWorkspace), at, 'linux', allow, 0)).ok).toBe(false)
    expect(readFileSync(path.join(at.workspace, 'CLAUDE.md'), 'utf8')).toBe('mine\n')
    expect(existsSync(path.join(at.home, desktopPath))).toBe(false)
  })

  test('outside the workspace are asked about first, with the lines that change', async () => {
    const at = roots()
    const asked: Effect[] = []
    const refuse: PerformInvite = (effect) => (asked.push(effect), Promise.resolve(fail('refused', 'No.')))
    expect((await applyInvite(plan(inWorkspace, desktop), at, 'linux', refuse, 0)).ok).toBe(false)
    expect(asked).toMatchObject([{ kind: 'configure', target: path.join(at.home, desktopPath), exact: '+ a = 1', alone: true }])
    expect(ok(readdirSync(at.workspace))).toEqual(ok([]))
  })
})

test('settings of other programs are confirmed one by one, on a surface of the shell’s own (F13)', () => {
  const effect: Effect = { kind: 'configure', target: `/home/mira/${desktopPath}`, exact: '+ a' }
  const actor = { kind: 'operator', name: 'mira' } as const
  const grant: Grant = { id: 'g', actor, kind: 'configure', target: effect.target, exact: effect.exact, scope: 'always', at: 0 }
  expect(covers(grant, { actor, effect })).toBe(false)
  expect(judge({ actor, effect, workspace: 'w' })).toBe('ask')
  expect(needsOwnSurface('configure', 'once')).toBe(true)
})
