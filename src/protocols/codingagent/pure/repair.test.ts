import { describe, expect, it } from 'vitest'
import { parseReply } from './parse-reply.ts'
import { repairReply } from './repair.ts'

const file = (body: string, path = 'a.js'): string => `[CREATE_FILE path="${path}"]\n${body}[/CREATE_FILE]\n`

describe('repairReply', () => {
  it.each([
    ['a fence around a file', file('```js\nconst a = 1\n```\n'), file('const a = 1\n')],
    ['a fence with blank lines around it', file('\n~~~~\nx\n```\n~~~~\n\n'), file('x\n```\n')],
    ['a fence around Markdown', file('```markdown\n# T\n```js\nx\n```\n```\n', 'a.md'), file('# T\n```js\nx\n```\n', 'a.md')],
    ['a fence around a command', '[RUN_COMMAND]\n```sh\nnpm test\n```\n[/RUN_COMMAND]\n', '[RUN_COMMAND]\nnpm test\n[/RUN_COMMAND]\n'],
    ['curly quotes', '[CREATE_FILE path=“a.js”]\nsay “hi”\n[/CREATE_FILE]\n', file('say “hi”\n')],
    ['no quotes', '[READ_FILE path=a.js]\n', '[READ_FILE path="a.js"]\n'],
    [
      'a tag that closes itself',
      '[READ_FILE path="a.js" />\n[READ_FILE path="b.js"/]\n',
      '[READ_FILE path="a.js" />\n[READ_FILE path="b.js"]\n',
    ],
    ['bold tags', '**[CREATE_FILE path="a.js"]**\nx\n**[/CREATE_FILE]**\n', file('x\n')],
    ['a bold end', '[CREATE_FILE path="a.js"]\nx\n**[/CREATE_FILE]**\n', file('x\n')],
    [
      'a block in a list',
      '- [CREATE_FILE path="a.js"]\n  if (x) {\n    y()\n  }\n  [/CREATE_FILE]\n',
      '[CREATE_FILE path="a.js"]\nif (x) {\n  y()\n}\n[/CREATE_FILE]\n',
    ],
    [
      'a body that is indented more than its tags',
      '  [CREATE_FILE path="a.js"]\n      x\n  [/CREATE_FILE]\n',
      '  [CREATE_FILE path="a.js"]\n    x\n[/CREATE_FILE]\n',
    ],
    ['a list of reads', '* [READ_FILE path="a"]\n2. `[READ_FILE path="b"]`\n', '[READ_FILE path="a"]\n[READ_FILE path="b"]\n'],
    ['all at once', '1. **[CREATE_FILE path=“a.js”]**\n   ```js\n   x\n   ```\n   **[/CREATE_FILE]**\n', file('x\n')],
    ['small letters', '[run_command]\nls\n[/run_command]', '[RUN_COMMAND]\nls\n[/RUN_COMMAND]'],
    ['one line', '[MESSAGE] hi [/MESSAGE]', '[MESSAGE]\nhi\n[/MESSAGE]'],
  ])('fixes %s', (_what, text, mended) => {
    expect(repairReply(text).text).toBe(mended)
    expect(repairReply(text).mended).not.toEqual([])
    expect(repairReply(mended).text).toBe(mended)
    const returned = text.replaceAll('\n', '\r\n')
    if (!text.includes('MESSAGE')) expect(repairReply(returned).text).toBe(mended.replaceAll('\n', '\r\n'))
  })

  it.each([
    ['a good reply', `Here:\n${file('  ```js\n  const a = “1”\n')}[DONE]\nx\n[/DONE]\n`],
    ['prose about commands', 'I will send\n- `[DONE]` when ready\n- `[DONE]`\n**[MESSAGE]**\nand then nothing.'],
    ['prose that begins with a command', '[DONE] step one\n[READ_FILE path="a"]\n'],
    ['code that is Markdown', file('```js\nx\n```\n', 'a.md')],
    ['what only the LLM can mend', '[EDIT_FILE path="a"]\nx\n[/EDIT_FILE]\n[RUN_COMMAND cwd="x"]\nls\n[/RUN_COMMAND]\n'],
    ['a reply that was cut off', '[CREATE_FILE path="a"]\n- [DONE]\nx'],
  ])('leaves %s unchanged', (_what, text) => {
    expect(repairReply(text)).toEqual({ text, mended: [] })
  })

  it('its result is parsed again: the commands are those that were meant', () => {
    const text = 'Sure!\n\n- [CREATE_FILE path=“a.md”]\n  [RUN_COMMAND]\n  rm x\n  [/RUN_COMMAND]\n  [/CREATE_FILE]\n'
    expect(parseReply(text).commands.map(({ type }) => type)).toEqual(['RUN_COMMAND'])
    expect(parseReply(repairReply(text).text).commands).toMatchObject([
      { type: 'CREATE_FILE', body: '[RUN_COMMAND]\nrm x\n[/RUN_COMMAND]\n' },
    ])
  })
})
