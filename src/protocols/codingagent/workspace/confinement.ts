import { namespaceWrapper } from '../../../io/runner/runner-isolation.ts'

/** How commands are confined on this machine, in one sentence for the operator, including weaknesses. */
export async function confinement(): Promise<string> {
  const common = 'with your permissions, your files and your network, without your secrets, for 30 s at most'
  if (process.platform === 'win32') return `Commands run ${common}; processes they start end with them unless they detach.`
  if ((await namespaceWrapper()) !== undefined) {
    return `Commands run in a separate process namespace, ${common}; all processes that they start end with them.`
  }
  return `Commands run in a separate process group, ${common}; this system has no process namespaces, so a program that deliberately detaches can outlive them.`
}
