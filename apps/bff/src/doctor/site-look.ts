import type { Finding, Subject } from './finding.ts'
import type { RunningSite } from './running-site.ts'

/** Looks at the site as visitors reach it, through whatever stands in front. */
export type SiteLook = (subject: Subject, site: RunningSite) => Promise<readonly Finding[]>

/** Time limit of a look's own request, ms. */
export const LOOK_MS = 15_000
