import { registerHooks } from 'node:module'

/** `electron` is the fake for everything that this process imports from now on. */
const url = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
})
