import { InvalidArgumentError, type Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'
import type { SendOptions } from './send.ts'
import type { TailOptions } from './tail.ts'

/** Adds `irc tail`, `irc send` and `lint scuttlebot`. Their code is loaded on demand. */
export function scuttlebotCommands(program: Command, gate: Gate): void {
  const irc = program
    .command('irc')
    .description('follow an IRC network of agents or send to it')
    .addHelpText('after', examples("patchbay irc tail --server 127.0.0.1:6667 --channel '#general'"))

  network(irc.command('tail').description('print events in channels as JSON lines, as they arrive'))
    .requiredOption('--channel <name>', 'channel to follow; can be repeated', collect)
    .option('--backfill <lines>', 'number of earlier lines to request, if the server provides history', wholeNumber, 0)
    .option('--count <events>', 'stop after this many events', wholeNumber)
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

  network(irc.command('send').description('send one envelope or one line of text, and print it'))
    .option('--channel <name>', 'channel to send to; without it, --to must be a single nick')
    .option('--to <names>', 'recipients, separated by commas: @workers,codex-7', names)
    .option('--type <type>', 'type of the envelope; if omitted, the text is sent as plain text')
    .option('--payload <json>', 'payload of the envelope, a JSON object; -: read it from standard input')
    .argument('[text]', 'the text: one line, or the main field of a built-in type')
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
      'check envelopes in lines of IRC, with or without their prefix: prints one JSON line per envelope; exit code 1 if any is invalid',
    )
    .argument('[file]', 'the file; - or omitted: read standard input')
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

/** Options for the network and our identity on it. */
function network(command: Command): Command {
  return command
    .requiredOption('--server <host:port>', 'server and port (default port: 6697)')
    .option('--nick <name>', 'nick to use', `patchbay-${process.pid}`)
    .option('--tls', 'use TLS (default, except for a server on this machine)')
    .option('--no-tls', 'do not use TLS')
    .option('--ca <file>', 'PEM file of the CA that signed the server’s certificate')
    .option('--account <name>', 'account for SASL PLAIN; set the password in PATCHBAY_IRC_PASSWORD')
    .addHelpText('after', '\nSecrets are read from PATCHBAY_IRC_PASSWORD and PATCHBAY_IRC_SERVER_PASSWORD.')
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
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
