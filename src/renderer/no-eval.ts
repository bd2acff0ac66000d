import { config } from 'zod'

/** The policy of the page lets no text become code, so the schemas do not try to. To be imported before any of them. */
config({ jitless: true })
