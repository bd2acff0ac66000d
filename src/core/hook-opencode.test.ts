import { describe, expect, test } from 'vitest'
import { readHook } from './hook-ask.ts'

const about = { session: 'ses_1', folder: '/project' }
/** What our plugin passes on of opencode 1.18. */
const asked = (properties: object, call?: object): object => ({
  type: 'permission.asked',
  cwd: '/project',
  properties: { id: 'per_1', sessionID: 'ses_1', permission: 'bash', patterns: [], metadata: {}, always: ['echo *'], ...properties },
  ...(call !== undefined && { call }),
})

describe('a permission request of opencode', () => {
  test.each([
    ['bash', 'bash', { command: 'make', workdir: '/tmp' }, { tool: 'Bash', input: { command: 'make', workdir: '/tmp' } }],
    [
      'edit',
      'edit',
      { filePath: '/project/a', oldString: 'x', newString: 'y' },
      { tool: 'Edit', input: { file_path: '/project/a', old_string: 'x', new_string: 'y' } },
    ],
    ['edit', 'write', { filePath: '/project/a', content: 'x' }, { tool: 'Write', input: { file_path: '/project/a', content: 'x' } }],
    ['edit', 'apply_patch', { patchText: '*** Begin' }, { tool: 'apply_patch', input: { command: '*** Begin' } }],
    ['git_push', 'git_push', { force: true }, { tool: 'git_push', input: { force: true } }],
    ['constructor', 'constructor', { toString: 'x' }, { tool: 'constructor', input: { toString: 'x' } }],
  ])('for %s of the tool %s has the tool’s whole input', (permission, tool, args, expected) => {
    expect(readHook(asked({ permission }, { tool, args }))).toEqual({ ...about, ...expected })
  })

  test('for more than the tool says for what', () => {
    const call = { tool: 'bash', args: { command: 'ls /etc' } }
    expect(readHook(asked({ permission: 'external_directory', patterns: ['/etc/*'] }, call))).toEqual({
      ...about,
      tool: 'Bash',
      input: { command: 'ls /etc', permission: 'external_directory', patterns: ['/etc/*'] },
    })
  })

  test('without a call has what the event says', () => {
    expect(readHook(asked({ permission: 'doom_loop', patterns: ['bash'], metadata: { tool: 'bash' } }))).toEqual({
      ...about,
      tool: 'doom_loop',
      input: { metadata: { tool: 'bash' }, patterns: ['bash'] },
    })
  })

  test('is for the terminal alone if an argument would hide another one', () => {
    const call = { tool: 'git_push', args: { permission: 'git_push' } }
    expect(readHook(asked({ permission: 'external_directory' }, call))).toBeUndefined()
    expect(
      readHook(asked({ permission: 'edit' }, { tool: 'write', args: { filePath: '/a', file_path: '/b', content: '' } })),
    ).toBeUndefined()
  })
})
