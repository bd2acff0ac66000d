import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'

/** Shared by all sessions: each would otherwise build its own, which takes a megabyte. */
export const schemaValidator = new AjvJsonSchemaValidator()
