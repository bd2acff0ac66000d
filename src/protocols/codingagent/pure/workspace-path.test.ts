import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { pathKey, workspacePath } from './workspace-path.ts'

describe('Path Sandboxing, by spelling (F14)', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src\\b\\..\\a.ts', 'src/a.ts'],
    ['a/../b/../c', 'c'],
    ['.hidden/…', '.hidden/…'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['~/x', '~/x'],
    [' x y ', undefined],
  ])('resolves %j', (said, path) => {
    expect(workspacePath(said)).toEqual(
      path === undefined ? { ok: false, why: expect.stringMatching(/^REJECTED: Path ' x y ' is not/) as string } : { ok: true, path },
    )
  })

  it.each(['../x', '..', 'a/../../x', '/etc/passwd', '\\\\server\\share', 'C:\\x', 'c:x', '..\\x', 'a/b/../../../x'])(
    'says that %j is outside',
    (said) => {
      expect(workspacePath(said)).toEqual({ ok: false, why: `REJECTED: Path '${said}' is outside workspace` })
    },
  )

  it.each(['.', 'src/', 'a/..', 'src/.', 'ab:c', 'NUL', 'com1.txt', 'a\u0001b', 'a.', 'x/\u202egpj.exe'])('rejects %j', (said) => {
    const checked = workspacePath(said)
    expect(checked.ok ? '' : checked.why).toMatch(/^REJECTED: Path '[\s\S]+' is not allowed: \S.*\.$/)
  })

  it('accepts a path at the limit; a longer one is rejected (F18)', () => {
    const path = `${'a'.repeat(200)}/`.repeat(20) + 'b'.repeat(limits.pathChars - 20 * 201)
    expect(workspacePath(path)).toEqual({ ok: true, path })
    expect(workspacePath(`${path}b`)).toMatchObject({ ok: false })
    const deep = `${'a/'.repeat(limits.pathFolders)}b`
    expect(workspacePath(deep)).toEqual({ ok: true, path: deep })
    for (const more of [1, 1_000]) {
      const refused = workspacePath('a/'.repeat(more) + deep)
      expect(refused.ok ? '' : refused.why).toContain(`is not allowed: It has more than ${limits.pathFolders} folder levels.`)
    }
  })

  it('treats names as one where the file system does', () => {
    expect(pathKey('A/ÉÉ', true)).toBe(pathKey('a/E\u0301e\u0301', true))
    expect(pathKey('A', false)).not.toBe(pathKey('a', false))
  })

  it('an absolute path into the workspace is refused with what to write instead', () => {
    for (const [said, root] of [
      ['/w/ws/src/a.ts', '/w/ws'],
      ['C:\\ws\\src\\a.ts', 'C:\\ws\\'],
    ] as const) {
      const why = `REJECTED: Path '${said}' is absolute; paths are relative to the workspace: write 'src/a.ts'`
      expect(workspacePath(said, root)).toEqual({ ok: false, why })
    }
    for (const said of ['/w/ws', '/w/ws/../x', '/w/ws2/x', '/etc/passwd'])
      expect(workspacePath(said, '/w/ws')).toEqual({ ok: false, why: `REJECTED: Path '${said}' is outside workspace` })
  })
})
