import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openTestAgents, project, script } from '../../../../test/fakes/local-agents.ts'
import type { TestAgents } from '../../../../test/fakes/local-agents.ts'
import { processesIn } from '../../../../test/programs/processes-in.ts'
import { fail } from '../../../core/fault.ts'
import { maxWireBytes, wireSize } from '../pure/size.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const often = { interval: 10 }
let folder: string
let test: TestAgents
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-agents-')))
  test = await openTestAgents(folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const texts = (type: string): string[] => test.published.filter((message) => message.type === type).map(({ text }) => text)

/** A message as Codex prints it with `--json`. */
function codexLine(id: string, text: string): string {
  return JSON.stringify({ type: 'item.completed', item: { id, type: 'agent_message', text } })
}

describe.skipIf(process.platform === 'win32')('an answer of a command', () => {
  it('is typing, chunks with the id of the response, the response, and the stored copy', async () => {
    const id = await test.add({
      instructions: 'Be brief.',
      provider: script('cat; until [ -e more ]; do sleep 0.02; done; echo "and @Kim"'),
    })
    test.recent = [{ from: 'user-3', fromUsername: 'Rui', projectId: project, text: 'before', messageId: 'm0', type: 'message' }]
    const asked = test.hear('@coder: what is it?', { responseDepth: 1, respondingChain: ['reviewer'] })
    await test.until(['typing', 'chunk'])
    writeFileSync(join(folder, 'more'), '')
    const [typing, ...rest] = await test.until(['typing', 'chunk', 'response'])
    const response = rest.at(-1)
    const base = { from: 'user-1', fromUsername: 'Coder', projectId: project, agentName: 'Coder', parentMessageId: asked }
    const responseId = response?.messageId ?? ''
    const prompt =
      'Be brief.\n\nRespond ONLY to the final user message. Previous messages are for context.\n\nUser: before\n\nUser: @coder: what is it?'
    expect(typing).toEqual({ ...base, text: '', messageId: expect.any(String), responseId, type: 'typing' })
    expect(typing?.messageId).not.toBe(responseId)
    expect(rest.slice(0, -1)).toEqual([
      { ...base, text: prompt, messageId: responseId, responseId, type: 'chunk' },
      { ...base, text: 'and @Kim\n', messageId: responseId, responseId, type: 'chunk' },
    ])
    expect(response).toEqual({
      ...base,
      text: `${prompt}and @Kim`,
      messageId: responseId,
      responseId,
      type: 'response',
      isAgentMessage: true,
      responseDepth: 2,
      respondingChain: ['reviewer', 'coder'],
      mentions: ['Coder', 'Kim'],
    })
    await vi.waitFor(() => expect(test.agent('Coder')).toMatchObject({ state: 'ready', answered: 1 }), often)
    expect(test.persisted).toEqual([response])
    expect(valueOf(await test.call('lastPrompt', { agent: id }))).toMatchObject({ messageId: asked, prompt, context: 1, left: 0 })
  })

  it('is the plain text of stdout alone; stderr is in the log, without secrets', async () => {
    const agent = await test.add({
      provider: script(`printf '\\033[31mred\\033[0m\\r\\nd\\303'; sleep 0.06; printf '\\251j\\007'; echo 'token=abcdef99' >&2`),
    })
    test.hear('@Coder')
    await test.until(['typing', 'chunk', 'response'])
    expect(texts('response')).toEqual(['red\ndéj'])
    expect(texts('chunk').join('')).toBe('red\ndéj')
    const { lines } = valueOf(await test.call('log', { agent, limit: 100 })) as { readonly lines: readonly { readonly text: string }[] }
    expect(lines.map(({ text }) => text)).toContain('stderr: token=[redacted]')
    expect(JSON.stringify([test.published, lines])).not.toContain('abcdef99')
  })

  it('may get the prompt as an argument', async () => {
    await test.add({ provider: script('printf "%s|" "$0" "$@"', 'argument') })
    test.hear("@Coder $(id) `id` ' end")
    await test.until(['typing', 'chunk', 'response'])
    expect(texts('response')[0]).toMatch(/^Respond ONLY .*\n\nUser: @Coder \$\(id\) `id` ' end\|$/s)
  })

  it('sees no secret of ours in its environment', async () => {
    vi.stubEnv('ABLY_API_KEY', 'app.key:s3cr3t')
    vi.stubEnv('JAIBBER_PASSWORD', 's3cr3t')
    await test.add({ provider: script('env; tr "\\0" "\\n" < /proc/self/environ') })
    test.hear('@Coder')
    await test.until(['typing', 'chunk', 'response'])
    expect(texts('response')[0]).toContain('PATH=')
    expect(JSON.stringify(test.published)).not.toContain('s3cr3t')
  })

  it('that is too long is split into several messages in order; text over 256 KiB is cut, with a note (F18)', async () => {
    await test.add({ provider: script(`head -c 1000000 /dev/zero | tr '\\0' '"'`) })
    test.hear('@Coder', { respondingChain: ['x'.repeat(300)] })
    await vi.waitFor(() => expect(test.agent('Coder').answered).toBe(1), often)
    const responses = test.published.filter(({ type }) => type === 'response')
    expect(responses.length).toBeGreaterThan(8)
    expect(Math.max(...test.published.map(wireSize))).toBeLessThanOrEqual(maxWireBytes)
    expect(responses.map(({ text }) => text).join('')).toMatch(/^"{131072}\n… 737,856 bytes omitted …\n"{131072}$/)
    expect(new Set(responses.map(({ messageId }) => messageId)).size).toBe(responses.length)
    const { responseId } = test.published[0] ?? {}
    for (const [at, { parentMessageId, messageId, responseDepth }] of responses.entries()) {
      expect({ parentMessageId, responseDepth, isFirst: messageId === responseId }).toEqual({
        parentMessageId: responses[0]?.parentMessageId,
        responseDepth: 2,
        isFirst: at === 0,
      })
    }
    expect(test.persisted).toEqual(responses)
  })

  it('in JSON shows its messages as they come; the last one is the response', async () => {
    const tool = JSON.stringify({ type: 'item.completed', item: { type: 'command_execution', aggregated_output: 'x'.repeat(300_000) } })
    writeFileSync(join(folder, 'first'), `${codexLine('1', 'I look.')}\n${tool}\n`)
    writeFileSync(join(folder, 'last'), `${codexLine('2', 'It is done.')}\n`)
    await test.add({ provider: { ...script('cat first; until [ -e more ]; do sleep 0.02; done; cat last'), output: 'codex' } })
    test.hear('@Coder')
    await test.until(['typing', 'chunk'])
    expect(texts('chunk')).toEqual(['I look.'])
    writeFileSync(join(folder, 'more'), '')
    await test.until(['typing', 'chunk', 'response'])
    expect(texts('chunk').join('')).toBe('I look.\n\nIt is done.')
    expect(texts('response')).toEqual(['It is done.'])
  })

  it('that fails is an error; its stderr is for the operator alone', async () => {
    await test.add({ provider: script('echo partial; for i in 1 2 3 4 5 6 7; do echo "line $i password=hunter22" >&2; done; exit 3') })
    const asked = test.hear('@Coder')
    const error = (await test.until(['typing', 'chunk', 'error'])).at(-1)
    expect(error?.text).toBe('Agent error: Its program ended with exit code 3.')
    expect(error).toMatchObject({
      messageId: test.published[0]?.responseId,
      parentMessageId: asked,
      agentName: 'Coder',
      isAgentMessage: true,
    })
    await vi.waitFor(
      () => expect(test.agent('Coder')).toMatchObject({ state: 'failed', lastFault: { message: expect.stringContaining('exit code 3') } }),
      often,
    )
    expect(test.agent('Coder').lastFault?.message).toContain('line 7 password=[redacted]')
    expect(JSON.stringify([test.published, test.persisted])).not.toContain('line 7')
    expect(test.persisted).toEqual([error])
  })

  it.each([
    ['prints nothing', script('echo " "; echo why >&2'), ['typing', 'chunk', 'error'], 'Its program produced no output.'],
    ['prints no JSON', { ...script('echo Hello'), output: 'codex' }, ['typing', 'error'], 'printed no message in the form'],
    [
      'says that it failed',
      { ...script(`echo '{"type":"turn.failed","error":{"message":"no"}}'`), output: 'codex' },
      ['typing', 'error'],
      'Its program reported an error.',
    ],
    [
      'is not there',
      { kind: 'command', program: 'no-such-program', args: [], prompt: 'stdin', folder: '' },
      ['typing', 'error'],
      '“no-such-program” was not found',
    ],
    ['has no folder', { ...script('true'), folder: '/nowhere/at/all' }, ['typing', 'error'], 'run /bin/sh in /nowhere/at/all'],
  ] as const)('of a program that %s is an error', async (_what, provider, types, words) => {
    await test.add({ provider: provider as ReturnType<typeof script> })
    test.hear('@Coder')
    expect((await test.until(types)).at(-1)?.text).toContain(words)
  })

  it('ends at its time limit; no process is left (F15)', async () => {
    await test.add({ timeLimit: 1, provider: script('echo begun; setsid sleep 60 & sleep 60') })
    test.hear('@Coder')
    const error = (await test.until(['typing', 'chunk', 'error'])).at(-1)
    expect(error?.text).toBe('Agent error: Its program took longer than 1 s and was stopped.')
    expect(processesIn(folder)).toEqual([])
  })

  it('can be stopped; no process is left, an error reports it, the queue continues (F15)', async () => {
    const long = `sleep ${inject('patienceMs') / 1_000}`
    const agent = await test.add({ provider: script(`if grep -q slow; then echo begun; setsid ${long} & ${long}; else echo done; fi`) })
    test.hear('@Coder slow')
    test.hear('@Coder quick')
    await test.until(['typing', 'chunk'])
    expect(test.agent('Coder')).toMatchObject({
      state: 'answering',
      current: { chars: 6, text: '@Coder slow' },
      queue: [{ text: '@Coder quick' }],
    })
    expect(await test.call('stopAnswer', { agent })).toMatchObject({ ok: true })
    await test.until(['typing', 'chunk', 'error', 'typing', 'chunk', 'response'])
    expect(texts('error')).toEqual(['Agent error: stopped by the operator'])
    expect(texts('response')).toEqual(['done'])
    expect(processesIn(folder)).toEqual([])
    await vi.waitFor(() => expect(test.agent('Coder').state).toBe('ready'), often)
    expect(await test.call('stopAnswer', { agent })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it('are made one at a time, in the order of the questions', async () => {
    await test.add({ provider: script('sed -n "s/^User: @Coder //p"') })
    for (const word of ['one', 'two', 'three']) test.hear(`@Coder ${word}`)
    await test.until(Array.from({ length: 3 }, () => ['typing', 'chunk', 'response']).flat())
    expect(texts('response')).toEqual(['one', 'two', 'three'])
  })
})

describe('while there is no connection', () => {
  const offline = fail('unavailable', 'Not connected.')

  it('the answer continues, and publishing its response is retried', async () => {
    let failing = 5
    const { publish } = test
    test.publish = (message) => (message.type === 'response' && failing-- <= 0 ? publish(message) : Promise.resolve(offline))
    await test.add({})
    test.hear('@Coder hello')
    await test.until(['response'])
    expect(failing).toBe(-1)
    await vi.waitFor(() => expect(test.agent('Coder')).toMatchObject({ state: 'ready', answered: 1 }), often)
    expect(test.persisted).toHaveLength(1)
  })

  it('but not for ever: then the agent shows a fault, and the next start reports it in the project', async () => {
    const { publish } = test
    test.publish = () => Promise.resolve(offline)
    const agent = await test.add({})
    test.hear('@Coder hello')
    await vi.waitFor(() => expect(test.agent('Coder')).toMatchObject({ state: 'failed', lastFault: { message: 'Not connected.' } }), often)
    expect(test.persisted).toEqual([])
    expect(JSON.stringify(await test.call('log', { agent, limit: 50 }))).toContain('could not publish response: Not connected.')
    test.publish = publish
    test.crash()
    test.agents.start()
    expect((await test.until(['error']))[0]?.text).toBe('Agent error: Not connected.')
  })

  it('publishing is not retried if that cannot help', async () => {
    let tries = 0
    test.publish = (message) => {
      if (message.type === 'response') tries++
      return Promise.resolve(fail('not-allowed', 'This key may not publish.'))
    }
    await test.add({})
    test.hear('@Coder hello')
    await vi.waitFor(() => expect(test.agent('Coder').state).toBe('failed'), often)
    expect(tries).toBe(1)
  })
})
