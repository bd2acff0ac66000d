import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'

/** One for all sessions: each would else build its own, a megabyte each. */
export const schemaValidator = new AjvJsonSchemaValidator()
