import { MOVED_PATHS, movedAddress } from '@portal/contract/moved-paths.ts'
import { type RouteObject, redirect } from 'react-router-dom'

/** Routes of earlier versions lead on inside the client as the BFF does for a first visit. */
export const oldAddresses: RouteObject[] = MOVED_PATHS.map(([from, to]) => ({
  id: `moved ${from}`,
  path: from,
  loader: ({ request }) => redirect(movedAddress(to, new URL(request.url).searchParams), 301),
  // The router warns of a page without anything to show.
  Component: () => null,
}))
