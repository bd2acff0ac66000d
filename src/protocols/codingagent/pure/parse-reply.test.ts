import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { mostCommands } from './command.ts'
import type { Command } from './command.ts'
import { parseReply } from './parse-reply.ts'

/** Commands without the fields that all of them have. */
function commandsOf(text: string): unknown[] {
  return parseReply(text).commands.map((command) => {
    const { line: _line, lastLine: _lastLine, ...rest } = command
    return rest
  })
}
function only(text: string): Command {
  const { commands } = parseReply(text)
  if (commands.length !== 1 || commands[0] === undefined) throw new Error(`${commands.length} commands`)
  return commands[0]
}
/** The suspicions about each command's tags. */
function said(text: string): unknown[] {
  return parseReply(text).commands.map((command) => command.suspicious ?? [])
}
function types(text: string): string[] {
  return parseReply(text).commands.map((command) => `${command.type} ${command.line}-${command.lastLine}`)
}

describe('Command Syntax Reference', () => {
  it.each([
    [
      'CREATE_FILE',
      '[CREATE_FILE path="relative/path"]\nfile contents\n[/CREATE_FILE]',
      { path: 'relative/path', body: 'file contents\n' },
    ],
    [
      'EDIT_FILE',
      '[EDIT_FILE path="relative/path" start_line="3" end_line="5"]\nreplacement content\n[/EDIT_FILE]',
      { path: 'relative/path', startLine: 3, endLine: 5, body: 'replacement content\n' },
    ],
    ['DELETE_FILE', '[DELETE_FILE path="relative/path"]', { path: 'relative/path' }],
    ['READ_FILE', '[READ_FILE path="relative/path"]', { path: 'relative/path' }],
    ['RUN_COMMAND', '[RUN_COMMAND]\ncommand text\n[/RUN_COMMAND]', { text: 'command text' }],
    ['MESSAGE', '[MESSAGE]\nmessage text\n[/MESSAGE]', { text: 'message text' }],
    ['DONE', '[DONE]\nsummary text\n[/DONE]', { text: 'summary text' }],
  ])('reads the example of %s', (type, text, rest) => {
    expect(commandsOf(text)).toEqual([{ type, ...rest }])
    expect(commandsOf(text.replaceAll('\n', '\r\n'))).toEqual([
      { type, ...rest, ...('body' in rest ? { body: rest.body.replaceAll('\n', '\r\n') } : {}) },
    ])
  })
})

describe('Parsing Rules', () => {
  it('1: a tag may be indented, even after a byte order mark, but nothing else may precede it', () => {
    expect(types('\ufeff  \t[READ_FILE path="a"] \t\n')).toEqual(['READ_FILE 1-1'])
    expect(types('Then [READ_FILE path="a"]\n`[DONE]`\n- [DONE]\n> [DONE]\n')).toEqual([])
  })

  it('2: takes attributes in any order and spacing, in double quotes only', () => {
    const edit = { type: 'EDIT_FILE', path: 'a b]c.ts', startLine: 1, endLine: 2, body: '' }
    expect(commandsOf('[EDIT_FILE end_line = "2"  start_line="1"\tpath="a b]c.ts" ]\n[/EDIT_FILE]')).toEqual([edit])
    expect(types("[READ_FILE path='a']")).toEqual(['PARSE_ERROR 1-1'])
  })

  it('3: keeps a body unchanged: indentation, blank lines, line ends, tags of other commands', () => {
    const body = '\n  indented\t\r\n\n[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n```\n'
    expect(only(`[CREATE_FILE path="a"]\n${body}[/CREATE_FILE]\n`)).toMatchObject({ body, line: 1, lastLine: 9 })
    expect(only('[CREATE_FILE path="a"]\n[/CREATE_FILE]')).toMatchObject({ body: '' })
    expect(only('[CREATE_FILE path="a"]\n\n[/CREATE_FILE]')).toMatchObject({ body: '\n' })
  })

  it('4: closes at the exact tag on a trimmed line only', () => {
    const body = 'x [/CREATE_FILE]\n[/CREATE_FILE] y\n[/create_file]\n[ /CREATE_FILE]\n[/DONE]\n'
    expect(only(`[CREATE_FILE path="a"]\n${body}  [/CREATE_FILE]\t\n`)).toMatchObject({ body, lastLine: 7 })
  })

  it('5 and 6: accepts any number of commands, in order', () => {
    const text = '[READ_FILE path="a"]\n[DELETE_FILE path="b"]\n[MESSAGE]\nhi\n[/MESSAGE]\n[READ_FILE path="c"]'
    expect(types(text)).toEqual(['READ_FILE 1-1', 'DELETE_FILE 2-2', 'MESSAGE 3-5', 'READ_FILE 6-6'])
  })

  it('7: keeps the text between blocks for the operator, without surrounding blank lines', () => {
    const text = '\n\n  First I look.\n\nThen:\r\n[READ_FILE path="a"]\n\n[MESSAGE]\nhi\n[/MESSAGE]\nBye [DONE]\n'
    expect(parseReply(text).prose).toEqual([
      { line: 3, text: '  First I look.\n\nThen:' },
      { line: 11, text: 'Bye [DONE]' },
    ])
    expect(parseReply('only words\n')).toEqual({ commands: [], prose: [{ line: 1, text: 'only words' }] })
    expect(parseReply(' \n\t\n')).toEqual({ commands: [], prose: [] })
    expect(parseReply('')).toEqual({ commands: [], prose: [] })
  })
})

describe('Parse Errors', () => {
  it.each([
    [
      'a missing attribute',
      '[CREATE_FILE]\nx\n[/CREATE_FILE]',
      'attribute',
      'CREATE_FILE on line 1 lacks path; write [CREATE_FILE path="relative/path"]',
    ],
    [
      'two missing attributes',
      '[EDIT_FILE path="a"]\n[/EDIT_FILE]',
      'attribute',
      'EDIT_FILE on line 1 lacks start_line and end_line; write [EDIT_FILE path="relative/path" start_line="N" end_line="M"]',
    ],
    ['an attribute twice', '[READ_FILE path="a" path="b"]', 'attribute', 'READ_FILE on line 1 gives path twice'],
    [
      'an attribute that the command does not support',
      '[RUN_COMMAND cwd="sub"]\nls\n[/RUN_COMMAND]',
      'unknown',
      'RUN_COMMAND on line 1 has no cwd, it runs in the root of the workspace for 30 s at most; write [RUN_COMMAND]',
    ],
    [
      'a tag that closes itself',
      '[READ_FILE path="a"/]',
      'tag',
      'READ_FILE on line 1 ends with “/]”; write [READ_FILE path="relative/path"]: [READ_FILE path="a"/]',
    ],
    [
      'a closing tag that there is not',
      '[READ_FILE path="a"][/READ_FILE]',
      'tag',
      'READ_FILE on line 1 has no closing tag; write [READ_FILE path="relative/path"]: [READ_FILE path="a"][/READ_FILE]',
    ],
    ['an empty path', '[READ_FILE path=" "]', 'value', 'READ_FILE on line 1 has an empty path'],
    [
      'a number that is none',
      '[EDIT_FILE path="a" start_line="1" end_line="2.5"]\n[/EDIT_FILE]',
      'value',
      'EDIT_FILE on line 1 has end_line="2.5", which is not a whole number',
    ],
    [
      'a number of more than 32 bits',
      '[EDIT_FILE path="a" start_line="9999999999" end_line="2"]\n[/EDIT_FILE]',
      'value',
      'EDIT_FILE on line 1 has start_line="9999999999", which is not a whole number',
    ],
    ['an unclosed block', '[RUN_COMMAND]\nls\n', 'unclosed', 'RUN_COMMAND on line 1 has no closing tag [/RUN_COMMAND]'],
    [
      'both at once',
      '[CREATE_FILE]\nls\n',
      'attribute',
      'CREATE_FILE on line 1 lacks path; write [CREATE_FILE path="relative/path"]; and it has no closing tag [/CREATE_FILE]',
    ],
    ['a command without text', '[RUN_COMMAND]\n \n[/RUN_COMMAND]', 'body', 'RUN_COMMAND on line 1 holds no command'],
    ['one line', '[DONE] x [/DONE]', 'tag', 'DONE on line 1 is not written as [DONE] alone on its line: [DONE] x [/DONE]'],
  ])('names %s', (_what, text, problem, words) => {
    expect(only(text)).toEqual({
      type: 'PARSE_ERROR',
      problem,
      text: words,
      name: words.split(' ')[0],
      line: 1,
      lastLine: text.trimEnd().split('\n').length,
    })
  })

  it.each([
    '[READ_FILE path="a"] please',
    '[READ_FILE path="a" /]',
    '[READ_FILE path=a]',
    '[READ_FILE path="a"',
    '[READ_FILE path="a" junk]',
    '[READ_FILE: path="a"]',
    '[READ_FILE path="a" mode="r"]',
    '[DELETE_FILE path="a"][/DELETE_FILE]',
    '[DONE][/DONE]',
    '[MESSAGE] hi [/MESSAGE]',
    '[RUN_COMMAND ls [/RUN_COMMAND]',
  ])('takes %s as an error of one line, and continues after it', (line) => {
    expect(types(`${line}\n[READ_FILE path="b"]`)).toEqual(['PARSE_ERROR 1-1', 'READ_FILE 2-2'])
  })

  it('prose that begins with a command’s name is prose, or an error of one line at most', () => {
    const rest = '[READ_FILE path="b"]\n[MESSAGE]\nhi\n[/MESSAGE]'
    for (const line of ['[MESSAGES] are below', '[DONE_ALL] x', '[READ_FILES path="a"]', '[DONEé] x'])
      expect(types(`${line}\n${rest}`)).toEqual(['READ_FILE 2-2', 'MESSAGE 3-5'])
    for (const line of ['[DONE] step one', '[RUN_COMMAND] as before', '[DONE – see below] next', '[CREATE_FILE path="a"] comes later'])
      expect(types(`${line}\n${rest}`)).toEqual(['PARSE_ERROR 1-1', 'READ_FILE 2-2', 'MESSAGE 3-5'])
    expect(types('[CREATE_FILE path="a"]\n[DONE] step one\n[/CREATE_FILE]')).toEqual(['CREATE_FILE 1-3'])
  })

  it('where the end of such a line is ambiguous, everything after it is in doubt', () => {
    expect(types(`[CREATE_FILE path=a[1].txt]\n[DELETE_FILE path="b"]`)).toEqual(['PARSE_ERROR 1-2'])
    expect(types(`[CREATE_FILE\n[DELETE_FILE path="b"]`)).toEqual(['PARSE_ERROR 1-2'])
  })

  it('a malformed opening tag hides what follows up to its closing tag, and nothing in it runs', () => {
    const text = '[CREATE_FILE path=a]\n[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n[/CREATE_FILE]\n[READ_FILE path="b"]'
    expect(types(text)).toEqual(['PARSE_ERROR 1-5', 'READ_FILE 6-6'])
    expect(types('[MESSAGE] hi\n[DONE]\nx\n[/DONE]\n[/MESSAGE]')).toEqual(['PARSE_ERROR 1-5'])
    expect(types('[CREATE_FILE]\n[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n[/CREATE_FILE]')).toEqual(['PARSE_ERROR 1-5'])
  })

  it('an unclosed block is one error to the end of the file, whatever its contents', () => {
    const text = '[READ_FILE path="a"]\n[CREATE_FILE path="run.sh"]\n[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n[DONE]\nx\n[/DONE]\n'
    expect(types(text)).toEqual(['READ_FILE 1-1', 'PARSE_ERROR 2-8'])
  })

  it('DONE in one line ends nothing', () => {
    expect(types('[DONE] all [/DONE]\n[RUN_COMMAND]\nls\n[/RUN_COMMAND]')).toEqual(['PARSE_ERROR 1-1', 'RUN_COMMAND 2-4'])
  })
})

describe('suspicious tags', () => {
  it('a closing tag in a body ends it, and what follows is flagged', () => {
    const text = '[CREATE_FILE path="a"]\nx\n[/CREATE_FILE]\n[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n[/CREATE_FILE]\n[READ_FILE path="b"]'
    expect(types(text)).toEqual(['CREATE_FILE 1-3', 'RUN_COMMAND 4-6', 'READ_FILE 8-8'])
    expect(said(text)).toEqual([
      ['There is another [/CREATE_FILE] on line 7: the text may have been meant to continue to there.'],
      ['This is between two [/CREATE_FILE] tags: it may be text of the CREATE_FILE on line 1.'],
      [],
    ])
  })

  it('a tag inside a body is text, flagged once', () => {
    const text =
      '[CREATE_FILE path="a"]\nx\n  [RUN_COMMAND]\n[/RUN_COMMAND]\n[/CREATE_FILE]\n[READ_FILE path="b"]\n[/READ_FILE]\n[MESSAGE]\n[x](y) [TODO]\n[/MESSAGE]'
    expect(said(text)).toEqual([['Line 3, inside this block, looks like a separate tag: it is treated as text.'], [], []])
  })

  it('reports no more stray tags than one can read, and takes no longer for many', () => {
    const block = '[MESSAGE]\n[/MESSAGE]\n'
    const text = block.repeat(4_000) + '[/MESSAGE]\n'.repeat(50_000)
    expect(said(text).flat()).toHaveLength(1)
  })
})

describe('limits (F18)', () => {
  it('accepts a path at the limit; one character more is an error', () => {
    const path = 'p'.repeat(limits.pathChars)
    expect(only(`[READ_FILE path="${path}"]`).type).toBe('READ_FILE')
    expect(only(`[READ_FILE path="${path}p"]`)).toMatchObject({
      problem: 'value',
      text: `READ_FILE on line 1 has a path of ${limits.pathChars + 1} characters; ${limits.pathChars} are allowed`,
    })
  })

  it('accepts commands up to the limit; those after it are one error', () => {
    const read = '[READ_FILE path="a"]\n'
    expect(parseReply(read.repeat(mostCommands)).commands).toHaveLength(mostCommands)
    for (const more of [1, 100_000]) {
      const { commands } = parseReply(read.repeat(mostCommands + more))
      expect(commands).toHaveLength(mostCommands + 1)
      expect(commands.at(-1)).toMatchObject({
        type: 'PARSE_ERROR',
        problem: 'too many',
        line: mostCommands + 1,
        lastLine: mostCommands + more,
      })
    }
  })
})
