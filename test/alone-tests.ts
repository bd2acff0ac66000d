/** Tests that need a process of their own: they count what their process holds open, or mock a module that others share. Patterns of files. */
export const aloneTests = [
  'src/cli/archive.test.ts',
  'src/engine/halts/refusal-log.test.ts',
  'src/io/journal/{no-links,sweep-between}.test.ts',
  'src/protocols/jaibber/agents/chunk-batch.test.ts',
  'src/io/{errno-fault,file-calls,locked-update,log,new-file,sweeps,walk-folders}.test.ts',
  'test/{electron-*,limits,soak}.test.ts',
]
