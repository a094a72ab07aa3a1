import { toCallKey } from '@portal/contract/calls.ts'
import { findPagePath, type PagePath } from '@portal/contract/paths/page-paths.ts'
import { reportVisit } from '@portal/contract/site/site.ts'
import type { Effects } from './call-routes.ts'

/**
 * Adds the page to visits: it is taken from the address that browsers send with a call, so that pages need not send it.
 */
export const visitEffects: readonly [string, Effects][] = [
  [
    toCallKey(reportVisit),
    {
      before: (request) => {
        const { referer } = request.headers
        const path =
          referer !== undefined && URL.canParse(referer) ? findPagePath(new URL(referer).pathname) : undefined
        if (path) (request.query as { path?: PagePath }).path = path
      },
    },
  ],
]
