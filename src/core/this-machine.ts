const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** True for hosts (name or address, without port) that never leave this machine, where no TLS is needed. */
export function isThisMachine(host: string): boolean {
  return thisMachine.test(host)
}
