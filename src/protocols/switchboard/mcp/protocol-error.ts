/**
 * A JSON-RPC error as an answer. The SDK's own class prefixes the message with “MCP error -32602:”, and a client's SDK prefixes it again.
 * @param code of JSON-RPC or MCP.
 */
export function protocolError(code: number, words: string): Error {
  return Object.assign(new Error(words), { code })
}
