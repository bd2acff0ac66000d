import { lockInstance } from '../../src/io/instance.ts'

// Takes the given data folder, reports it, and holds it until this process ends. On a fault prints it and exits with 1.
const locked = lockInstance(process.argv[2] ?? '')
if (!locked.ok) {
  console.log(JSON.stringify(locked.fault))
  process.exit(1)
}
const published = locked.value.publish({ address: 'http://127.0.0.1:4321/#token=hush' })
console.log(published.ok ? 'held' : JSON.stringify(published.fault))
setInterval(() => undefined, 60_000)
