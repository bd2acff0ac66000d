import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkMail } from './check-mail.ts'
import { checkProject, projectFolder } from './check-project.ts'
import { checks, Outcomes } from './checks.ts'
import { scriptedModel } from './model.ts'
import { installProgram, prepareProgram, programs, type AgentProgram } from './programs.ts'
import { tableOf, writeTable } from './table.ts'
import { cleanUp, openWorld, scratchFolder } from './world.ts'

/**
 * `npm run test:agents`: installs the command-line agents that the npm registry has into a cache, and drives each of them with a scripted model. Nothing needs
 * an account or leaves this machine after the installation. Prints a table of what works; exit code 1 if something failed.
 *
 * npm run test:agents -- [PROGRAM …] [--keep FOLDER] [--write]
 * --keep: folder for every request to the model. --write: puts the table into docs/testing.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, write: { type: 'boolean', default: false } },
})
if (process.platform !== 'linux') {
  process.stderr.write('test:agents finds what is left of a program by /proc, so it runs on Linux only.\n')
  process.exit(2)
}
const unknown = positionals.filter((name) => !programs.some(({ id }) => id === name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Known: ${programs.map(({ id }) => id).join(', ')}\n`)
  process.exit(2)
}

const chosen = programs.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
const all = new Map<AgentProgram, Outcomes>()
for (const program of chosen) {
  process.stderr.write(`── ${program.title} ${program.version}\n`)
  all.set(program, await checkProgram(program))
}
const table = tableOf(all)
process.stdout.write(`${table.join('\n')}\n`)
if (values.write) writeTable(table)
process.exit([...all.values()].some((outcomes) => checks.some((check) => outcomes.get(check).state === 'failed')) ? 1 : 0)

async function checkProgram(program: AgentProgram): Promise<Outcomes> {
  const outcomes = new Outcomes()
  const installed = installProgram(program)
  if ('reason' in installed) {
    outcomes.notRun(installed.reason)
    return outcomes
  }
  const scratch = scratchFolder()
  const stop = (): void => void cleanUp(scratch).then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const model = await scriptedModel({ keep: values.keep === undefined ? undefined : path.join(path.resolve(values.keep), program.id) })
  try {
    const home = path.join(scratch, 'home')
    const folders = [path.join(scratch, 'team'), projectFolder(scratch)]
    const bin = prepareProgram(program, installed.file, { address: model.address, home, folders }, scratch)
    const world = await openWorld(scratch, bin)
    try {
      await part(outcomes, checks.slice(0, checks.indexOf('answers in a project')), () => checkMail(program, bin, world, model, outcomes))
      await part(outcomes, checks.slice(checks.indexOf('answers in a project')), () => checkProject(program, world, model, outcomes))
    } finally {
      await world.close()
    }
  } finally {
    model.close()
    const left = await cleanUp(scratch)
    if (left.length > 0) outcomes.failed('leaves no process', `left: ${left.map(({ name }) => name).join(', ')}`)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  outcomes.refused = model.refused()
  return outcomes
}

/** Runs checks that depend on each other: the first that has no outcome is the one that failed. */
async function part(outcomes: Outcomes, of: readonly (typeof checks)[number][], run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (thrown) {
    const failed = of.find((check) => outcomes.get(check).state === 'not run')
    const words = (thrown as Error).message
    process.stderr.write(`${failed ?? ''}: ${words}\n`)
    if (failed !== undefined) outcomes.failed(failed, words)
  }
}
