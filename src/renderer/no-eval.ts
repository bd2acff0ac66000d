import { config } from 'zod'

/** The page's content security policy forbids turning text into code, so the schemas must not try. Import this before any of them. */
config({ jitless: true })
