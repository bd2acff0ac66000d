const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** True for hosts (name or address, without port) on this machine, for which TLS is not needed. */
export function isThisMachine(host: string): boolean {
  return thisMachine.test(host)
}
