/**
 * An answer that is an error of the protocol. The SDK's own class writes “MCP error -32602:” before the words, and a client's SDK writes it again.
 * @param code of JSON-RPC or MCP.
 */
export function protocolError(code: number, words: string): Error {
  return Object.assign(new Error(words), { code })
}
