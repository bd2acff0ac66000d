import { namespaceWrapper } from '../../../io/runner-isolation.ts'

/** How commands are confined on this machine, in one sentence for the operator, with what is weaker than it could be. */
export async function confinement(): Promise<string> {
  const common = 'with your rights, your files and your network, without your secrets, for 30 s at most'
  if (process.platform === 'win32') return `Commands run ${common}; what they start is ended with them unless it detaches itself.`
  if ((await namespaceWrapper()) !== undefined) {
    return `Commands run in a process namespace of their own, ${common}; the kernel ends everything they start with them.`
  }
  return `Commands run in a process group of their own, ${common}; this system has no process namespace, so a program that hides on purpose may outlive them.`
}
