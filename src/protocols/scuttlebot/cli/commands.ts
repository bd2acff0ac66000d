import { InvalidArgumentError, type Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'
import type { SendOptions } from './send.ts'
import type { TailOptions } from './tail.ts'

/** Adds `irc tail`, `irc send` and `lint scuttlebot`. Their code is loaded when they run. */
export function scuttlebotCommands(program: Command, gate: Gate): void {
  const irc = program.command('irc').description('follow or speak on an IRC network of agents')

  network(irc.command('tail').description('print what happens in channels as JSON lines, as it comes'))
    .requiredOption('--channel <name>', 'channel to follow, may be given again', collect)
    .option('--backfill <lines>', 'earlier lines to ask for, where the server has them', wholeNumber, 0)
    .option('--count <events>', 'stop after so many', wholeNumber)
    .addHelpText(
      'after',
      examples(
        "patchbay irc tail --server 127.0.0.1:6667 --channel '#general'",
        "patchbay irc tail --server irc.example.org:6697 --account mira --channel '#ops' --backfill 50 | jq .text",
      ),
    )
    .action(async (options: Omit<TailOptions, 'version'>) => {
      const { tail } = await import('./tail.ts')
      process.exitCode = await tail({ ...options, version: program.version() ?? '' }, gate)
    })

  network(irc.command('send').description('send one envelope, or one line of text, and print what was sent'))
    .option('--channel <name>', 'channel that it is said in; without it, --to is one nick')
    .option('--to <names>', 'recipients with commas between them: @workers,codex-7', names)
    .option('--type <type>', 'type of the envelope; without it the text goes out as it is')
    .option('--payload <json>', 'payload of the envelope, a JSON object; - reads it from standard input')
    .argument('[text]', 'what to say: a line, or the main field of a built-in type')
    .addHelpText(
      'after',
      examples(
        'patchbay irc send --server 127.0.0.1:6667 --channel \'#general\' --to @workers --type task.create "Rerun the suite"',
        'patchbay irc send --server 127.0.0.1:6667 --channel \'#general\' --type task.complete --payload \'{"task_id":"01HX9Z3V9N8Q7R6S5T4W3X2Y1Z"}\'',
        "patchbay irc send --server 127.0.0.1:6667 --channel '#general' 'Morning.'",
      ),
    )
    .action(async (text: string | undefined, options: Omit<SendOptions, 'text' | 'version'>) => {
      const { send } = await import('./send.ts')
      process.exitCode = await send({ ...options, ...(text !== undefined && { text }), version: program.version() ?? '' }, gate)
    })

  lintCommand(program)
    .command('scuttlebot')
    .description(
      'check envelopes among lines of IRC, with or without their prefix; one JSON line for each, exit code 1 when one is not valid',
    )
    .argument('[file]', 'the file; - or nothing reads standard input')
    .addHelpText(
      'after',
      examples('patchbay lint scuttlebot envelopes.jsonl', 'patchbay lint scuttlebot - < envelopes.jsonl | jq .warnings'),
    )
    .action(async (file: string | undefined) => {
      const { lintLines } = await import('../../../io/lint-lines.ts')
      const { reporter } = await import('../pure/lint-report.ts')
      process.exitCode = await lintLines(file, reporter())
    })
}

/** Options that say which network, and who we are there. */
function network(command: Command): Command {
  return command
    .requiredOption('--server <host:port>', 'server and port; without port 6697')
    .option('--nick <name>', 'our nick there', `patchbay-${process.pid}`)
    .option('--tls', 'use TLS (default: unless the server is on this machine)')
    .option('--no-tls', 'do without TLS')
    .option('--ca <file>', 'PEM file of the authority that signs the server’s certificate')
    .option('--account <name>', 'log in with SASL PLAIN; the password is in PATCHBAY_IRC_PASSWORD')
    .addHelpText('after', '\nSecrets come from PATCHBAY_IRC_PASSWORD and PATCHBAY_IRC_SERVER_PASSWORD.')
}

function collect(name: string, before: readonly string[] = []): string[] {
  return [...before, name]
}

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}
