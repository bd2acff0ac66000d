/**
 * Runs tests in one copy of the sources repeatedly, in a Vitest that keeps running, since starting one takes longer than most tests.
 * A child of mutations.mjs. Its argument is the folder; a request { changed, tests, only } is answered by { failed: names, green, errors },
 * where `changed` names the files that differ from the previous request. Every run has new workers; only the transformed sources are kept.
 */
import path from 'node:path'
import { createVitest } from 'vitest/node'

const folder = process.argv[2]
process.chdir(folder)
process.on('disconnect', () => process.exit())
const vitest = await createVitest({ root: folder, watch: false, bail: 1, reporters: [{}] })
await vitest.globTestSpecifications() // afterwards it knows which file belongs to which project

async function run({ changed, tests: files, only }) {
  for (const file of changed) vitest.invalidateFile(path.join(folder, file))
  if (only) vitest.setGlobalTestNamePattern(only)
  else vitest.resetGlobalTestNamePattern()
  vitest.state.clearFiles(vitest.getRootProject()) // failures of earlier runs count for `bail`
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(path.join(folder, file)))
  const missing = files.find((file) => !specifications.some(({ moduleId }) => moduleId === path.join(folder, file)))
  if (missing) return { failed: [], green: 0, errors: [`${missing} is in no project of vitest.config.ts`] }
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const modules = specifications.flatMap(({ testModule }) => testModule ?? [])
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const errors = [...unhandledErrors, ...modules.flatMap((module) => module.errors())]
  const failed = inState('failed').map((test) => `${path.relative(folder, test.module.moduleId)} ${test.fullName}`)
  return { failed, green: inState('passed').length, errors: errors.map((error) => String(error.message ?? error)) }
}

async function answer(request) {
  try {
    process.send(await run(request))
  } catch (error) {
    process.send({ failed: [], green: 0, errors: [String(error.stack ?? error)] })
  }
}

process.on('message', (request) => void answer(request))
process.send('ready')
